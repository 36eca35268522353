import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ExportRecovery } from '#shared/domain/skill-export.ts';
import type { Files } from '../../files/files.ts';
import { safePath } from './safe-path.ts';

/** Folder in the target where new files wait, beside the journal, until all of them are there. */
const stagingName = '.pegboard-export';
const journalName = 'journal.json';

/** What the last export wrote, by path with its hash: how a person's change is told from ours. */
export const recordName = '.pegboard-export.json';

/** Whether an export may have written this path. A folder that was cloned may hold a journal or a record made by anybody. */
export function isExportPath(path: string): boolean {
  return (
    path === recordName || /^(?:pack\.yaml|[a-z0-9][\w.-]*(?:\.skill\.(?:md|yaml|json|jsonl)|\/SKILL\.md))$/.test(path)
  );
}

/** One file to put in place, or to remove for `text` null. `before` is the hash of what is there, null for nothing. */
export interface ExportStep {
  readonly path: string;
  readonly text: string | null;
  readonly before: string | null;
}

const journalSchema = z.object({
  steps: z.array(
    z.object({
      path: z.string(),
      staged: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
type Journal = z.infer<typeof journalSchema>;

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Puts files in place so that a process may die at any point: all new texts are staged, then a journal is written, then each
 * is renamed into its place. Before the journal the next command undoes it, after it the next command finishes it, and each
 * single file is old or new at any time. Returns the files that somebody changed meanwhile and that were left. Error:
 * `outside_target` for a link in the way.
 */
export async function applySteps(target: string, steps: readonly ExportStep[], files: Files): Promise<string[]> {
  const staging = await safePath(target, stagingName, files);
  const journal: Journal = {
    steps: steps.map(({ path, text, before }, i) => ({
      path,
      staged: text === null ? null : `${i}.new`,
      before,
      after: text === null ? null : textHash(text),
    })),
  };
  await files.makeFolder(staging);
  for (const [i, { text }] of steps.entries()) {
    if (text !== null) await files.writeAll([{ path: join(staging, `${i}.new`), text }]);
  }
  await files.writeAll([{ path: join(staging, journalName), text: JSON.stringify(journal) }]);
  return finish(target, journal, files);
}

/**
 * Finishes or undoes what an interrupted export left in a folder; null when there is nothing. A journal may name files of packs,
 * and those that the export at hand writes anyway; one that names others is undone.
 */
export async function recoverExport(
  target: string,
  files: Files,
  owns: (path: string) => boolean = isExportPath,
): Promise<ExportRecovery | null> {
  const staging = await safePath(target, stagingName, files);
  if (!(await files.isDirectory(staging))) return null;
  const journal = await readJournal(staging, files, owns);
  if (!journal) {
    await clear(staging, files);
    return { outcome: 'rolled_back', left: [] };
  }
  return { outcome: 'finished', left: await finish(target, journal, files) };
}

/** Hashes that an interrupted export gave, or was about to give, its files: whoever has them was changed by no person. */
export async function pendingHashes(
  target: string,
  files: Files,
  owns: (path: string) => boolean = isExportPath,
): Promise<ReadonlyMap<string, string>> {
  const journal = await readJournal(await safePath(target, stagingName, files), files, owns);
  return new Map((journal?.steps ?? []).flatMap(({ path, after }) => (after === null ? [] : [[path, after]])));
}

async function readJournal(
  staging: string,
  files: Files,
  owns: (path: string) => boolean,
): Promise<Journal | undefined> {
  const text = await files.readText(join(staging, journalName), { regularOnly: true }).catch(() => null);
  const journal = text === null ? undefined : journalSchema.safeParse(parsed(text)).data;
  return journal?.steps.every(({ path }) => isExportPath(path) || owns(path)) ? journal : undefined;
}

/** Carries out every step that is not done yet. A file that somebody changed meanwhile is left alone and named. */
async function finish(target: string, journal: Journal, files: Files): Promise<string[]> {
  const staging = join(target, stagingName);
  const left: string[] = [];
  for (const { path, staged, before, after } of journal.steps) {
    const full = await safePath(target, path, files);
    const now = (await files.exists(full)) ? textHash(await files.readText(full, { regularOnly: true })) : null;
    if (now === after) continue;
    const waiting = staged === null ? null : join(staging, `${Number.parseInt(staged, 10)}.new`);
    if (now !== before || (waiting !== null && !(await files.exists(waiting)))) left.push(path);
    else if (waiting === null) {
      await files.removeFile(full);
      await files.removeEmptyFolder(dirname(full));
    } else {
      await files.makeFolder(dirname(full));
      await files.moveAside(waiting, full);
    }
  }
  await clear(staging, files);
  return left;
}

/** The journal goes last: until then a recovery starts over and finds every step done. */
async function clear(staging: string, files: Files): Promise<void> {
  const names = (await files.list(staging)).filter((name) => /^(?:\d+\.new|\..+\.(?:tmp|old))$/.test(name));
  for (const name of names) await files.removeFile(join(staging, name));
  await files.removeFile(join(staging, journalName));
  await files.removeEmptyFolder(staging);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
