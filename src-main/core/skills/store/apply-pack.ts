import type { LoadedPack, PackSkill } from '#shared/domain/pack.ts';
import type { Database } from '../../db/database.ts';
import { contentColumns, type SkillScopeIds } from './stored-skill.ts';

export interface PackToApply {
  readonly pack: LoadedPack;
  readonly scope: SkillScopeIds;
  readonly updateExisting: boolean;
  /** Whether rows of skills that the pack no longer has go: not when a file of it could not be read. */
  readonly prune: boolean;
  /** Packs that give way where names meet: those that are off, and those that the configuration lists later. */
  readonly yielding?: ReadonlySet<string>;
}

/** What loading one pack did to the store. Names, in order. */
export interface PackChanges {
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** Changed in the pack, kept as they were because of `update_existing_pack_skills: false` (R8.34). */
  readonly kept: readonly string[];
  readonly pruned: readonly string[];
  /** No longer in the pack, kept because it could not be read as a whole. */
  readonly stale: readonly string[];
  /** Not stored: an agent's own skill, or another pack's, has the name in that scope (R8.37). */
  readonly refused: readonly string[];
  readonly unchanged: number;
}

interface KnownRow {
  readonly row: number;
  readonly name: string;
  readonly content_hash: string;
  readonly scope_mode: string;
  readonly scope_tenant_id: string | null;
  readonly scope_project_id: string | null;
  readonly origin_ref: string | null;
}

/**
 * Makes the rows of one pack equal to its skills (R8.33–R8.37, R8.39): new ones are added, changed ones updated in place
 * with id, creation and usage kept. Learned rows and other packs' rows are never touched. Runs in the caller's transaction.
 */
export function applyPack(
  database: Database,
  { pack, scope, updateExisting, prune, yielding = new Set() }: PackToApply,
  { now, newId }: { readonly now: number; readonly newId: () => string },
): PackChanges {
  const columns = 'row, name, content_hash, scope_mode, scope_tenant_id, scope_project_id, origin_ref';
  const known = new Map(
    (
      database.prepare(`SELECT ${columns} FROM skills WHERE pack = ? AND origin = 'pack'`).all(pack.name) as KnownRow[]
    ).map((row) => [row.name, row]),
  );
  const changes = { added: [] as string[], updated: [] as string[], kept: [] as string[], refused: [] as string[] };
  let unchanged = 0;
  const ids = scopeColumns(scope);
  const ref = originRef(pack);
  const write = new Statements(database);
  const moved: KnownRow[] = [];
  for (const skill of pack.skills) {
    const before = known.get(skill.name);
    known.delete(skill.name);
    const other = write.takenByOther({ ...ids, name: skill.name, row: before?.row ?? -1 });
    if (other && other.origin === 'pack' && yielding.has(other.pack ?? '')) write.takeFrom(other);
    else if (other) {
      changes.refused.push(skill.name);
      // Its row is in a scope that the pack has left: nothing of it may be served there.
      if (before && !isIn(before, ids)) moved.push(before);
      continue;
    }
    if (!before) {
      write.insert({ ...contentOf(skill), ...ids, id: `sk_${newId()}`, origin_ref: ref, pack: pack.name, now });
      changes.added.push(skill.name);
      continue;
    }
    if (!isIn(before, ids)) write.move({ ...ids, row: before.row });
    if (before.content_hash !== skill.content_hash && updateExisting) {
      write.update({ ...contentOf(skill), origin_ref: ref, row: before.row, now });
      changes.updated.push(skill.name);
      continue;
    }
    if (before.content_hash !== skill.content_hash) changes.kept.push(skill.name);
    else {
      unchanged++;
      if (before.origin_ref !== ref) write.refer({ origin_ref: ref, row: before.row });
    }
  }
  for (const { row } of moved) write.remove(row);
  const gone = [...known.values()];
  if (prune) for (const { row } of gone) write.remove(row);
  const names = gone.map(({ name }) => name);
  return { ...changes, unchanged, pruned: prune ? names : [], stale: prune ? [] : names };
}

type ScopeColumns = Pick<KnownRow, 'scope_mode' | 'scope_tenant_id' | 'scope_project_id'>;

function isIn(row: KnownRow, scope: ScopeColumns): boolean {
  return (
    row.scope_mode === scope.scope_mode &&
    row.scope_tenant_id === scope.scope_tenant_id &&
    row.scope_project_id === scope.scope_project_id
  );
}

/** Name and version of the pack; without a version the start of its content hash (R8.11). */
export function originRef({ name, manifest, pack_content_hash }: LoadedPack): string {
  return `${name}/${manifest.version ?? pack_content_hash.slice(0, 12)}`;
}

function contentOf(skill: PackSkill) {
  return { ...contentColumns(skill), content_hash: skill.content_hash };
}

/** Ids as the mode needs them: a global skill has none, a tenant's has no project. */
function scopeColumns({ scope_mode, tenant_id, project_id }: SkillScopeIds) {
  return {
    scope_mode,
    scope_tenant_id: scope_mode === 'global' ? null : tenant_id,
    scope_project_id: scope_mode === 'project' ? project_id : null,
  };
}

const contentNames = [
  'name',
  'title',
  'description',
  'trigger',
  'task_type',
  'tags',
  'steps',
  'preconditions',
  'failure_modes',
  'body',
  'derived',
  'extra',
  'content_hash',
];

interface OtherRow {
  readonly row: number;
  readonly origin: string;
  readonly pack: string | null;
}

class Statements {
  readonly #database: Database;
  readonly #taken;
  readonly #insert;
  readonly #update;

  constructor(database: Database) {
    this.#database = database;
    this.#taken = database.prepare(
      `SELECT row, origin, pack FROM skills WHERE name = @name AND scope_mode = @scope_mode AND row <> @row
         AND coalesce(scope_tenant_id, '') = coalesce(@scope_tenant_id, '')
         AND coalesce(scope_project_id, '') = coalesce(@scope_project_id, '')`,
    );
    const scope = ['scope_mode', 'scope_tenant_id', 'scope_project_id'];
    const given = ['id', ...scope, ...contentNames, 'origin_ref', 'pack'];
    this.#insert = database.prepare(
      `INSERT INTO skills (${given.join()}, origin, created_at, updated_at, last_used, use_count)
       VALUES (${given.map((name) => `@${name}`).join()}, 'pack', @now, @now, 0, 0)`,
    );
    const sets = [...contentNames, 'origin_ref'].map((name) => `${name} = @${name}`).join();
    this.#update = database.prepare(`UPDATE skills SET ${sets}, updated_at = @now WHERE row = @row`);
  }

  takenByOther(key: Record<string, unknown>): OtherRow | undefined {
    return this.#taken.get(key) as OtherRow | undefined;
  }

  /** Takes a name from another pack, which then is no longer as its last load left it. */
  takeFrom({ row, pack }: OtherRow): void {
    this.remove(row);
    this.#database.prepare('DELETE FROM skills_meta WHERE key = ?').run(`pack:${pack}`);
  }

  insert(row: Record<string, unknown>): void {
    this.#insert.run(row);
  }

  update(row: Record<string, unknown>): void {
    this.#update.run(row);
  }

  move(row: Record<string, unknown>): void {
    this.#database
      .prepare(
        'UPDATE skills SET scope_mode = @scope_mode, scope_tenant_id = @scope_tenant_id, scope_project_id = @scope_project_id WHERE row = @row',
      )
      .run(row);
  }

  refer(row: Record<string, unknown>): void {
    this.#database.prepare('UPDATE skills SET origin_ref = @origin_ref WHERE row = @row').run(row);
  }

  remove(row: number): void {
    this.#database.prepare('DELETE FROM skills WHERE row = ?').run(row);
  }
}
