import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isPegboardError } from '#shared/errors.ts';
import { withLock } from '../db/workspace-lock.ts';
import type { Files, FileWrite } from '../files/files.ts';
import { isTemporaryOf } from '../files/temporary-files.ts';
import { type CacheFolder, isBelow } from './cache-folder.ts';
import type { LoadedWorkspace } from './load-workspace.ts';

const journalName = 'pending.json';

const journalSchema = z.object({
  /** Paths from the workspace: a file, and the new text that waits beside it. */
  writes: z.array(z.object({ path: z.string(), temporary: z.string() })).max(10_000),
  /** Lists that go aside after that, from the workspace too. */
  moves: z
    .array(z.object({ from: z.string(), to: z.string() }))
    .max(10_000)
    .default([]),
});
type Journal = z.infer<typeof journalSchema>;

/** A list that nothing names once the files are written: it goes to `removed/` in the cache folder. Whole paths. */
export interface PutAside {
  readonly from: string;
  readonly to: string;
}

/**
 * Writes files that belong together, such as a list of tools and the entry that names it, and puts lists aside that are named
 * no more, so that a process may die at any point: once all new texts wait on the disk, a journal in the cache folder names
 * them, and `finishPendingWrites` goes on from there. To be called under the lock of the workspace. Errors: those of `writeAll`.
 */
export async function writeTogether(
  { root, cacheDir, files }: CacheFolder,
  writes: readonly FileWrite[],
  aside: readonly PutAside[] = [],
): Promise<void> {
  if (writes.length + aside.length < 2) return files.writeAll(writes);
  const journal = join(cacheDir, journalName);
  try {
    await files.writeAll(writes, {
      onReady: async (waiting) => {
        const named = waiting.map(({ path, temporary }) => ({
          path: relative(root, path),
          temporary: relative(root, temporary),
        }));
        const inRoot = async (path: string) => relative(await files.realPath(root), await files.realPath(path));
        const moves = await Promise.all(
          aside.map(async ({ from, to }) => ({ from: await inRoot(from), to: await inRoot(to) })),
        );
        await files.writeAll([{ path: journal, text: JSON.stringify({ writes: named, moves }) }]);
      },
    });
    for (const { from, to } of aside) {
      await files.makeFolder(dirname(to));
      await files.moveAside(from, to);
    }
  } finally {
    await files.removeFile(journal);
  }
}

/**
 * Puts the texts in place that a killed process had ready, and says whether there were any. To be called under the lock of
 * the workspace. Errors: `folder_read_only`, `disk_full`.
 */
export async function finishPendingWrites({ root, cacheDir, files }: CacheFolder): Promise<boolean> {
  const journal = join(cacheDir, journalName);
  if ((await files.look(journal)) === null) return false;
  const realRoot = await files.realPath(root);
  const { writes, moves } = await readJournal(journal, files);
  let isWhole = true;
  for (const { path, temporary } of writes) {
    const [to, from] = [join(realRoot, path), join(realRoot, temporary)];
    if ((await files.look(from))?.kind !== 'file') continue;
    if (await mayFinish(realRoot, { to, from }, files)) await files.moveAside(from, to);
    else isWhole = false;
  }
  for (const { from, to } of isWhole ? moves : []) {
    const move = { from: join(realRoot, from), to: join(realRoot, to) };
    if (!(await mayPutAside({ root: realRoot, cacheDir: await files.realPath(cacheDir), files }, move))) continue;
    await files.makeFolder(dirname(move.to));
    await files.moveAside(move.from, move.to);
  }
  await files.removeFile(journal);
  return true;
}

/**
 * Finishes what a killed process left in a workspace, and removes its temporary files. Does nothing to the first while another
 * process changes the workspace. Returns whether files of the workspace may have changed. No error.
 */
export async function tidyWorkspace(loaded: CacheFolder & Partial<LoadedWorkspace>): Promise<boolean> {
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
  const shallow = new Set([root, ...['sources', 'evals', 'scenarios'].map((name) => join(root, name)), ...lists]);
  const deep = new Set([cacheDir, join(root, 'packs'), ...packs.map(({ path }) => join(root, path))]);
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
  const parts = relative(root, to).toLowerCase().split(/[/\\]/);
  const isInside = isBelow(root, to) && (await files.realPath(dirname(to))) === dirname(to);
  const isOurs = /^pegboard\.yaml$|\.jsonl?$/.test(basename(to)) && !parts.includes('.git');
  return isInside && isOurs && dirname(from) === dirname(to) && isTemporaryOf(basename(from), basename(to));
}

/** Nothing but a list goes aside, from inside of the workspace to the one place for that, so that nothing is ever lost. */
async function mayPutAside({ root, cacheDir, files }: CacheFolder, { from, to }: PutAside): Promise<boolean> {
  const parts = relative(root, from).toLowerCase().split(/[/\\]/);
  const isList =
    /\.jsonl?$/.test(basename(from)) && !parts.includes('.git') && (await files.look(from))?.kind === 'file';
  const isInside = isBelow(root, from) && (await files.realPath(dirname(from))) === dirname(from);
  return isList && isInside && dirname(to) === join(cacheDir, 'removed') && (await files.realPath(to)) === to;
}
