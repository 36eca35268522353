import { createHash } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isPegboardError } from '#shared/errors.ts';
import { lockFileName } from '../approval/lock-text.ts';
import { withLock } from '../db/workspace-lock.ts';
import type { BytesWrite, Files, FileWrite, WaitingWrite } from '../files/files.ts';
import { isTemporaryOf } from '../files/temporary-files.ts';
import { type CacheFolder, isBelow } from './cache-folder.ts';
import { type LoadedWorkspace, loadWorkspace } from './load-workspace.ts';
import { workspaceFileName } from './workspace-file.ts';

const journalName = 'pending.json';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** Paths are from the workspace; hashes are those of whole files, SHA-256. */
const journalSchema = z.object({
  /** A file, the new text that waits beside it, and the hashes of both; `before` is null where there was no file. */
  writes: z
    .array(z.object({ path: z.string(), temporary: z.string(), before: hashSchema.nullable(), after: hashSchema }))
    .max(10_000),
  /** Files that go to the cache folder, or away (null), when all new texts are in place. */
  moves: z.array(z.object({ from: z.string(), to: z.string().nullable(), hash: hashSchema })).max(10_000),
});
type Journal = z.infer<typeof journalSchema>;

/** A file that is of no use any more when others are written: it is kept at `to`, or removed. Both are full paths. */
export interface FileMove {
  readonly from: string;
  readonly to: string | null;
}

/**
 * Writes files that belong together, such as a list of tools and the entry that names it, and moves others out of their way, so
 * that a process may die at any point: once all new texts wait on the disk, a journal in the cache folder names them, and
 * `finishPendingWrites` goes on from there. To be called under the lock of the workspace. Errors: those of `writeAll`.
 */
export async function writeTogether(
  { root, cacheDir, files }: CacheFolder,
  writes: readonly (FileWrite | BytesWrite)[],
  moves: readonly FileMove[] = [],
): Promise<void> {
  if (writes.length < 2 && moves.length === 0) return files.writeAll(writes);
  const journal = join(cacheDir, journalName);
  const fromRoot = async (path: string) =>
    relative(await files.realPath(root), join(await files.realPath(dirname(path)), basename(path)));
  const texts = new Map<string, string>();
  for (const write of writes) {
    const content = 'bytes' in write ? await write.bytes() : write.text;
    texts.set(write.path, createHash('sha256').update(content).digest('hex'));
  }
  const named: { from: string; to: string | null; hash: string }[] = [];
  for (const { from, to } of moves) {
    if (to !== null) await files.makeFolder(dirname(to));
    const hash = await hashOf(from, files);
    if (hash !== null) named.push({ from: await fromRoot(from), to: to === null ? null : await fromRoot(to), hash });
  }
  const onReady = async (waiting: readonly WaitingWrite[]) => {
    const entries: Journal['writes'] = [];
    for (const { path, temporary } of waiting) {
      const [before, after] = [await hashOf(path, files), texts.get(path) ?? ''];
      entries.push({ path: await fromRoot(path), temporary: await fromRoot(temporary), before, after });
    }
    const text = JSON.stringify({ writes: entries, moves: named } satisfies Journal);
    await files.writeAll([{ path: journal, text }]);
  };
  try {
    await files.writeAll(writes, { onReady });
    for (const move of moves) await makeMove(move, root, files);
  } finally {
    await files.removeFile(journal);
  }
}

/**
 * Puts the texts in place that a killed process had ready, and says whether there were any. Where somebody changed one of the
 * files since, none is written: the newer text counts. To be called under the lock of the workspace. Errors:
 * `folder_read_only`, `disk_full`.
 */
export async function finishPendingWrites({ root, cacheDir, files }: CacheFolder): Promise<boolean> {
  const path = join(cacheDir, journalName);
  if ((await files.look(path)) === null) return false;
  const realRoot = await files.realPath(root);
  const journal = await readJournal(path, files);
  const waiting = await waitingWrites(journal, realRoot, files);
  if (waiting !== null) {
    for (const { from, to } of waiting) await files.moveAside(from, to);
    for (const move of journal.moves) {
      const [from, to] = [join(realRoot, move.from), move.to === null ? null : join(realRoot, move.to)];
      if ((await hashOf(from, files)) !== move.hash) continue;
      if (!(await mayMove({ from, to }, { root: realRoot, cacheDir, files }))) continue;
      if (to !== null) await files.makeFolder(dirname(to));
      await makeMove({ from, to }, realRoot, files);
    }
  }
  await files.removeFile(path);
  return true;
}

/** A skill that goes leaves no empty folder in its pack. */
async function makeMove({ from, to }: FileMove, root: string, files: Files): Promise<void> {
  if (to !== null) return files.moveAside(from, to);
  await files.removeFile(from);
  for (let folder = dirname(from); isSkillFile(root, folder); folder = dirname(folder))
    await files.removeEmptyFolder(folder);
}

/** The renames that are left to do; null when a file has neither its old nor its new content. */
async function waitingWrites(
  { writes }: Journal,
  root: string,
  files: Files,
): Promise<{ readonly from: string; readonly to: string }[] | null> {
  const waiting = [];
  for (const { path, temporary, before, after } of writes) {
    const [to, from] = [join(root, path), join(root, temporary)];
    const now = await hashOf(to, files);
    if (now === after && (await files.look(from)) === null) continue;
    const isReady = (await hashOf(from, files)) === after && (await files.look(from))?.kind === 'file';
    if (now !== before || !isReady || !(await mayFinish(root, { to, from }, files))) return null;
    waiting.push({ from, to });
  }
  return waiting;
}

/** Hash of a file's bytes; null when there is no file. */
async function hashOf(path: string, files: Files): Promise<string | null> {
  const kind = (await files.look(path))?.kind;
  if (kind !== 'file' && kind !== 'shared') return null;
  const bytes = await files.readBytes(path, { maximumBytes: Number.MAX_SAFE_INTEGER });
  return createHash('sha256').update(bytes).digest('hex');
}

/** A workspace as its files say, once what a killed process left there is finished or removed. Errors: those of loading. */
export async function loadTidied(root: string, files: Files): Promise<LoadedWorkspace> {
  try {
    const loaded = await loadWorkspace(root, files);
    return (await tidyWorkspace({ ...loaded, files })) ? await loadWorkspace(root, files) : loaded;
  } catch (error) {
    // Some files may be new and some old, and these need not fit together.
    const isTidied = await tidyWorkspace({ root, cacheDir: join(root, '.pegboard'), files });
    if (isTidied) return loadWorkspace(root, files);
    throw error;
  }
}

/**
 * Finishes what a killed process left in a workspace, and removes its temporary files. Does nothing to the first while another
 * process changes the workspace. Returns whether files of the workspace may have changed. No error.
 */
async function tidyWorkspace(loaded: CacheFolder & Partial<LoadedWorkspace>): Promise<boolean> {
  const { root, cacheDir, files } = loaded;
  let isFinished = false;
  try {
    if ((await files.look(join(cacheDir, journalName))) !== null) {
      const lock = join(cacheDir, 'lock.db');
      isFinished = await withLock(lock, () => finishPendingWrites(loaded), { patienceMs: 0 });
    }
    for (const { folder, deep } of foldersToSweep(loaded)) {
      const real = await files.realPath(folder);
      if (isBelow(await files.realPath(root), real)) await files.removeStrays(real, { deep });
    }
  } catch (error) {
    // A workspace that cannot be written, or that another process changes, is tidied the next time.
    if (!isPegboardError(error)) throw error;
  }
  return isFinished;
}

/** Every folder of a workspace that Pegboard writes to. Packs have folders of their own. */
function foldersToSweep({ root, cacheDir, file }: CacheFolder & Partial<LoadedWorkspace>) {
  const lists = (file?.config.sources ?? []).map(({ path }) => dirname(join(root, path)));
  const packs = (file?.config.skills.skill_packs ?? []).filter(({ path }) => !path.startsWith('shipped:'));
  const shallow = new Set([
    root,
    ...['sources', 'evals', 'scenarios', 'use'].map((name) => join(root, name)),
    ...lists,
  ]);
  const deep = new Set([
    cacheDir,
    ...['packs', 'tasks'].map((name) => join(root, name)),
    ...packs.map(({ path }) => join(root, path)),
  ]);
  return [
    ...[...shallow].map((folder) => ({ folder, deep: false })),
    ...[...deep].map((folder) => ({ folder, deep: true })),
  ];
}

async function readJournal(journal: string, files: Files): Promise<Journal> {
  try {
    return journalSchema.parse(JSON.parse(await files.readText(journal, { maximumBytes: 4 * 1024 * 1024 })));
  } catch {
    // Not one of ours: nothing is known to wait.
    return { writes: [], moves: [] };
  }
}

/** A cloned repository may hold a journal made by anybody: it moves nothing but lists and the configuration, and only inside. */
async function mayFinish(
  root: string,
  { to, from }: { readonly to: string; readonly from: string },
  files: Files,
): Promise<boolean> {
  const isOurs =
    [workspaceFileName, lockFileName].includes(basename(to).toLowerCase()) || isList(to) || isSkillFile(root, to);
  return (
    isOurs &&
    (await isInside(root, to, files)) &&
    dirname(from) === dirname(to) &&
    isTemporaryOf(basename(from), basename(to))
  );
}

/** The same for files that go: lists of tools, only to where the lists of removed sources are, and files of skills. */
async function mayMove({ from, to }: FileMove, { root, cacheDir, files }: CacheFolder): Promise<boolean> {
  const mayGo = isList(from) || (to === null && isSkillFile(root, from));
  if (!mayGo || !(await isInside(root, from, files))) return false;
  if ((await files.look(from))?.kind !== 'file') return false;
  if (to === null) return true;
  const removed = join(await files.realPath(cacheDir), 'removed');
  return isList(to) && dirname(to) === removed && (await files.realPath(removed)) === removed;
}

/** Whether an import of skills writes there. */
function isSkillFile(root: string, path: string): boolean {
  return /^sources[/\\][^/\\]+\.skills[/\\]/.test(relative(root, path));
}

function isList(path: string): boolean {
  return /\.jsonl?$/i.test(basename(path));
}

/** Whether a path is in the workspace, without a link on the way, and not in what git keeps. */
async function isInside(root: string, path: string, files: Files): Promise<boolean> {
  const parts = relative(root, path).toLowerCase().split(/[/\\]/);
  return isBelow(root, path) && (await files.realPath(dirname(path))) === dirname(path) && !parts.includes('.git');
}
