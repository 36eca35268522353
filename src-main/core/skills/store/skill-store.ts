import { canonicalJson } from '#shared/canonical-json.ts';
import type { Database, Statement } from '../../db/database.ts';
import { detectFts5 } from '../../db/full-text.ts';
import { databaseError, openIndexDatabase, skillsSchema } from '../../db/open-database.ts';
import { attachSkillsFullText, detachSkillsFullText } from '../../db/skills-full-text.ts';
import { type OpenIndexOptions, openCached } from '../../workspace/open-index.ts';
import { applyPack, originRef, type PackChanges, type PackToApply } from './apply-pack.ts';
import { SkillPostings } from './skill-postings.ts';
import { contentColumns, readStoredSkill, type StoredSkill } from './stored-skill.ts';

export interface SkillStoreOptions {
  /** File of the store; null keeps it in memory. */
  readonly path: string | null;
  /** `off` means a SQLite without FTS5. */
  readonly fts: 'detect' | 'off';
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A new random text, for ids. */
  readonly newId: () => string;
}

/** From which search on the words are kept in memory. */
const searchesBeforePostings = 3;

/** What the bm25() of a store computes with. */
export interface SkillCorpus {
  readonly skills: number;
  /** Tokens of all fields but the body, over all skills. */
  readonly tokens: number;
}

/**
 * `skills.db`: rows and their full text (R8.01–R8.14). It knows no caller: `visibleSkills` says which rows one may see, and
 * what is searched on behalf of a caller is a store with exactly those.
 */
export class SkillStore {
  readonly path: string | null;
  readonly ftsAvailable: boolean;
  readonly #database: Database;
  readonly #options: SkillStoreOptions;
  readonly #matching = new Map<string, Statement<[string], [number, number]>>();
  #postings: SkillPostings | undefined;
  #searches = 0;
  readonly #counting = new Map<string, Statement<[string], number>>();

  /** Errors: UnusableDatabase, `database_busy`, `folder_read_only`, `disk_full`. */
  constructor(options: SkillStoreOptions) {
    this.path = options.path;
    this.#options = options;
    this.#database = openIndexDatabase(options.path, skillsSchema);
    try {
      this.ftsAvailable = options.fts === 'detect' && detectFts5(this.#database);
      if (this.ftsAvailable) attachSkillsFullText(this.#database);
      else detachSkillsFullText(this.#database);
    } catch (error) {
      this.#database.close();
      throw databaseError(error, options.path ?? 'memory');
    }
  }

  /** Brings the rows of a pack up to date, all or none. A pack that is as it was at the last load writes nothing (R8.33). */
  applyPack(toApply: PackToApply): PackChanges {
    const { pack, scope, updateExisting, prune } = toApply;
    const key = canonicalJson([pack.pack_content_hash, originRef(pack), scope, updateExisting, prune]);
    const meta = `pack:${pack.name}`;
    this.#postings = undefined;
    return this.#guarded(() => {
      const change = this.#database.transaction((): PackChanges => {
        const known = this.#database.prepare('SELECT value FROM skills_meta WHERE key = ?').pluck().get(meta);
        if (known === key) return { ...noChanges, unchanged: pack.skills.length };
        const changes = applyPack(this.#database, toApply, { now: this.#options.now(), newId: this.#options.newId });
        // With a name refused or a text kept, the next load has to say so again.
        const isClean = changes.refused.length === 0 && changes.kept.length === 0 && changes.stale.length === 0;
        this.#database.prepare('DELETE FROM skills_meta WHERE key = ?').run(meta);
        if (isClean) this.#database.prepare('INSERT INTO skills_meta (key, value) VALUES (?, ?)').run(meta, key);
        return changes;
      });
      return change.immediate();
    });
  }

  /** Removes the rows of packs that are not among these, never learned ones (R8.39). Returns how many went. */
  removeOtherPacks(names: readonly string[]): number {
    this.#postings = undefined;
    return this.#guarded(() => {
      const others = this.#database
        .prepare("SELECT DISTINCT pack FROM skills WHERE origin = 'pack' AND pack IS NOT NULL")
        .pluck()
        .all()
        .filter((name) => !names.includes(String(name)));
      if (others.length === 0) return 0;
      let removed = 0;
      this.#database
        .transaction(() => {
          for (const name of others) {
            removed += this.#database
              .prepare("DELETE FROM skills WHERE pack = ? AND origin = 'pack'")
              .run(name).changes;
            this.#database.prepare('DELETE FROM skills_meta WHERE key = ?').run(`pack:${name}`);
          }
        })
        .immediate();
      return removed;
    });
  }

  /** Every row, by name. */
  all(): StoredSkill[] {
    return this.#guarded(() =>
      this.#database.prepare('SELECT * FROM skills ORDER BY name, row').all().map(readStoredSkill),
    );
  }

  /** Puts rows of another store in, with their keys: what one caller may see. */
  copyIn(skills: Iterable<StoredSkill>): void {
    this.#postings = undefined;
    this.#guarded(() => {
      let insert: Statement<[Record<string, unknown>], unknown> | undefined;
      this.#database.transaction(() => {
        for (const skill of skills) {
          const row = { ...skill, ...contentColumns(skill) };
          const names = Object.keys(row);
          insert ??= this.#database.prepare(
            `INSERT INTO skills (${names.join()}) VALUES (${names.map((name) => `@${name}`).join()})`,
          );
          insert.run(row);
        }
      })();
    });
  }

  /** Notes that these rows were fetched or injected (R8.14). A store that cannot be written loses the note, nothing else. */
  noteUse(rows: readonly number[]): void {
    try {
      const note = this.#database.prepare('UPDATE skills SET last_used = ?, use_count = use_count + 1 WHERE row = ?');
      this.#database.transaction(() => {
        for (const row of rows) note.run(this.#options.now(), row);
      })();
    } catch (error) {
      const known = databaseError(error, this.path ?? 'memory');
      if (!('code' in known) || !['database_busy', 'folder_read_only', 'disk_full'].includes(String(known.code)))
        throw known;
    }
  }

  /** When and how often each row was used. */
  usage(): ReadonlyMap<number, { readonly last_used: number; readonly use_count: number }> {
    const rows = this.#guarded(() =>
      this.#database.prepare('SELECT row, last_used, use_count FROM skills').raw().all(),
    );
    return new Map(
      (rows as [number, number, number][]).map(([row, last_used, use_count]) => [row, { last_used, use_count }]),
    );
  }

  /** Rows that match an FTS5 expression in the fields, or in the body, with their bm25(). */
  matchFullText(table: 'skills_fts' | 'skills_body_fts', expression: string): [row: number, rawBm25: number][] {
    return this.#guarded(() => {
      let matching = this.#matching.get(table);
      if (!matching) {
        matching = this.#database
          .prepare<[string], [number, number]>(`SELECT rowid, bm25(${table}) FROM ${table} WHERE ${table} MATCH ?`)
          .raw();
        this.#matching.set(table, matching);
      }
      return matching.all(expression);
    });
  }

  /**
   * The same for single words as the index knows them, from memory once it is worth it: a command that searches once does
   * not pay for what it will not use.
   */
  matchTerms(terms: readonly string[], joined: 'every' | 'any'): [row: number, rawBm25: number][] | null {
    if (!this.#postings && ++this.#searches < searchesBeforePostings) return null;
    this.#postings ??= this.#guarded(() => new SkillPostings(this.#database));
    return this.#postings.match(terms, joined);
  }

  /** In how many skills a phrase occurs. */
  documentFrequency(table: 'skills_fts' | 'skills_body_fts', phrase: string): number {
    return this.#guarded(() => {
      let counting = this.#counting.get(table);
      if (!counting) {
        counting = this.#database
          .prepare<[string], number>(`SELECT count(*) FROM ${table} WHERE ${table} MATCH ?`)
          .pluck();
        this.#counting.set(table, counting);
      }
      return counting.get(phrase) ?? 0;
    });
  }

  corpus(): SkillCorpus {
    return this.#guarded(() => {
      const skills = Number(this.#database.prepare('SELECT count(*) FROM skills').pluck().get());
      if (!this.ftsAvailable) return { skills, tokens: 0 };
      this.#database.exec(
        "CREATE VIRTUAL TABLE IF NOT EXISTS temp.skills_terms USING fts5vocab('main', 'skills_fts', 'col')",
      );
      const tokens = this.#database.prepare('SELECT coalesce(sum(cnt), 0) FROM temp.skills_terms').pluck().get();
      return { skills, tokens: Number(tokens) };
    });
  }

  close(): void {
    this.#database.close();
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw databaseError(error, this.path ?? 'memory');
    }
  }
}

const noChanges: PackChanges = { added: [], updated: [], kept: [], pruned: [], stale: [], refused: [], unchanged: 0 };

interface OpenStoreOptions extends OpenIndexOptions {
  readonly newId: () => string;
}

/** Opens `skills.db` in a cache folder (R8.01). As `openCached`. */
export async function openSkillStore(
  options: OpenStoreOptions,
): Promise<{ store: SkillStore; memoryReason: string | null }> {
  const { fts, now, newId } = options;
  const { opened, memoryReason } = await openCached(options, {
    name: 'skills.db',
    content: 'skills',
    open: (path) => new SkillStore({ path, fts, now, newId }),
  });
  return { store: opened, memoryReason };
}
