import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import type { CallOptions } from '#shared/contract/from-contract.ts';
import type { RemoveResult, RestoreResult } from '#shared/domain/live-source.ts';
import type { Source } from '#shared/domain/source.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { lockAfterRemoval, lockAfterRestore } from '../approval/lock-edits.ts';
import { type LockEntry, lockFileName } from '../approval/lock-text.ts';
import { readStoredTools, storedExtension } from '../catalog/captured-tools.ts';
import type { LoadedSource } from '../catalog/catalog.ts';
import type { FileWrite } from '../files/files.ts';
import { pathInCache } from '../workspace/cache-folder.ts';
import { type RemovedEntry, removedEntry, withoutSource, withSourceBack } from '../workspace/edit-sources.ts';
import { containedPath, type LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { ImportFact } from './import-facts.ts';
import { checkedFile, type EditContext, entryIndex, sourceOf } from './manage-sources.ts';

/** Everything that putting a source back takes. */
interface Removal {
  readonly root: string;
  readonly removed: RemovedEntry;
  /** `pegboard.yaml` before and after. */
  readonly before: string;
  readonly after: string;
  /** Where its captured list was and where it is, with the hash of its text; null when it was left where it is. */
  readonly list: { readonly path: string; readonly kept: string; readonly hash: string } | null;
  readonly fact: ImportFact | undefined;
  /** What `pegboard.lock` said of its tools. */
  readonly approved: readonly LockEntry[];
}

interface RemovedSourcesOptions extends EditContext {
  /** A name that was never given before. */
  readonly newId: () => string;
  /** Off where Pegboard ends at once, so that nobody could undo. */
  readonly canUndo: boolean;
}

/** Removals that can still be undone; the oldest is forgotten first. */
const maximumRemovals = 50;

/** Takes sources out of the workspace, and puts them back while Pegboard is open. */
export class RemovedSources {
  readonly #options: RemovedSourcesOptions;
  readonly #removals = new Map<string, Removal>();

  constructor(options: RemovedSourcesOptions) {
    this.#options = options;
  }

  /**
   * Takes a source out. Its captured list moves to `removed/` in the cache folder, from where importing it brings the source
   * back; a list that another source uses too stays. Overlays of its tools stay, for the same reason. Its section of
   * `pegboard.lock` goes: whoever adds the source again approves it again. Error: `source_not_found`.
   */
  async remove({ name }: { name: string }): Promise<RemoveResult> {
    const { session, files, facts } = this.#options;
    const { cacheDir } = session.current().loaded;
    const fact = (await facts.read(cacheDir))[name];
    const { removal, tools } = await session.change(async (loaded) => {
      const source = sourceOf(loaded, name);
      const index = entryIndex(loaded, name);
      const text = withoutSource(loaded.file, index);
      const write = checkedFile(loaded, text, loaded.sources);
      const removed = removedEntry(loaded.file, index);
      if (!removed) throw new Error('A source without an entry was removed.');
      const shared = loaded.file.config.sources.some((other) => other.name !== name && other.path === source.path);
      const path = await pathInside(loaded, source, files);
      const file = `${name}.${storedExtension(source.format)}`;
      const kept = await pathInCache({ cacheDir: loaded.cacheDir, files }, 'removed', file);
      const list =
        path !== null && !shared && (await files.exists(path)) ? { path, kept, hash: await this.#hash(path) } : null;
      const lock = lockAfterRemoval(loaded.lock, name);
      const approved = lock?.taken ?? [];
      const removal = { root: loaded.root, removed, before: loaded.file.text, after: text, list, fact, approved };
      const count = loaded.sources.find((other) => other.source.name === name)?.tools.length ?? 0;
      const moves = list ? [{ from: list.path, to: list.kept }] : [];
      return { writes: [...lockWrites(loaded, lock?.text), write], moves, result: { removal, tools: count } };
    });
    const { list, root } = removal;
    await facts.forget(cacheDir, name);
    return {
      source: name,
      tools,
      kept_at: list ? relative(root, list.kept) : null,
      undo: this.#options.canUndo ? this.#note(removal) : null,
    };
  }

  /**
   * Puts a removed source back: its entry where it was, its list, its approvals, what is known of its last import. Where `pegboard.yaml` is
   * as the removal left it, it is byte for byte as before. Errors: `undo_gone`, `source_exists`, `tool_name_conflict`.
   */
  async restore({ undo }: { undo: string }, { signal }: CallOptions = {}): Promise<RestoreResult> {
    const { session, files, facts } = this.#options;
    const removal = this.#removals.get(undo);
    if (!removal) throw undoGone('Pegboard can undo a removal only once, and only until it is closed.');
    const { list, removed, fact, approved } = removal;
    const { name } = removed.source;
    await session.change(async (loaded) => {
      await this.#refuseOther(loaded, removal);
      const { file } = loaded;
      const text = file.text === removal.after ? removal.before : withSourceBack(file, removed);
      const locked = approved.length > 0 ? lockWrites(loaded, lockAfterRestore(loaded.lock, approved)) : [];
      if (!list) return { writes: [...locked, checkedFile(loaded, text, loaded.sources)], result: undefined };
      const kept = await files.readText(list.kept, { keepMark: true });
      const write = checkedFile(loaded, text, [...loaded.sources, ...keptSource(removed, kept)]);
      const moves = [{ from: list.kept, to: null }];
      return { writes: [...locked, { path: list.path, text: kept }, write], moves, result: undefined };
    }, signal);
    this.#removals.delete(undo);
    if (fact) await facts.note(session.current().loaded.cacheDir, name, fact);
    return { source: name, written: true };
  }

  async #refuseOther(loaded: LoadedWorkspace, { root, removed, list }: Removal): Promise<void> {
    const { name, path } = removed.source;
    if (loaded.root !== root) throw undoGone(`It belongs to ${root}; open that workspace first.`);
    if (loaded.file.config.sources.some((source) => source.name === name)) {
      throw new PegboardError('source_exists', `A source "${name}" exists again.`, {
        hint: 'Rename or remove that one first.',
        data: { source: name },
      });
    }
    if (!list) return;
    if (await this.#options.files.exists(list.path)) {
      throw new PegboardError('source_exists', `${path} exists again; the source was not restored.`, {
        hint: 'Move that file away first.',
        data: { source: name, path },
      });
    }
    const isKept = (await this.#options.files.exists(list.kept)) && (await this.#hash(list.kept)) === list.hash;
    if (!isKept) throw undoGone('The kept list is gone, or belongs to a later removal.');
  }

  async #hash(path: string): Promise<string> {
    const text = await this.#options.files.readText(path).catch(() => '');
    return createHash('sha256').update(text).digest('hex');
  }

  #note(removal: Removal): string {
    const [oldest] = this.#removals.keys();
    if (this.#removals.size >= maximumRemovals && oldest !== undefined) this.#removals.delete(oldest);
    const id = this.#options.newId();
    this.#removals.set(id, removal);
    return id;
  }
}

function lockWrites({ root }: LoadedWorkspace, text: string | null | undefined): FileWrite[] {
  return typeof text === 'string' ? [{ path: join(root, lockFileName), text }] : [];
}

/** The source as it will be read, so that a name that is taken meanwhile is noticed before anything is written. */
function keptSource({ source }: RemovedEntry, text: string): LoadedSource[] {
  try {
    return [{ source, tools: readStoredTools(text.replace(/^\ufeff/, ''), source.path, source.format).tools }];
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    // It could not be read before either: it comes back as it was.
    return [];
  }
}

function undoGone(why: string): PegboardError {
  return new PegboardError('undo_gone', `This removal can no longer be undone. ${why}`, {
    hint: 'Import the source again: its list is kept in the cache folder, under removed/.',
  });
}

/** Full path of a source's list; null when the list lies outside the workspace. Its entry can still be removed. */
async function pathInside(
  { root }: LoadedWorkspace,
  { name, path }: Source,
  files: EditContext['files'],
): Promise<string | null> {
  try {
    return await containedPath(root, `sources: ${name}`, path, files);
  } catch (error) {
    if (isPegboardError(error)) return null;
    throw error;
  }
}
