import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ExportRecovery } from '#shared/domain/skill-export.ts';
import { isForbiddenName, skillFolderLimits } from '#shared/domain/skill-folder.ts';
import type { Files } from '../../files/files.ts';
import { contentAt, type FileContent, isSameContent } from './file-content.ts';
import { safePath } from './safe-path.ts';

/** Folder in the target where new files wait, beside the journal, until all of them are there. */
const stagingName = '.pegboard-export';
const journalName = 'journal.json';

/** What the last export wrote, by path with its hash: this distinguishes a person's change from ours. */
export const recordName = '.pegboard-export.json';

/** Whether an export may have written this path. A folder that was cloned may hold a journal or a record made by anybody. */
export function isExportPath(path: string): boolean {
  return (
    path === recordName || /^(?:pack\.yaml|[a-z0-9][\w.-]*(?:\.skill\.(?:md|yaml|json|jsonl)|\/SKILL\.md))$/.test(path)
  );
}

/** Whether this path may be one of the files beside an exported SKILL.md. */
export function isBesideSkillMd(path: string): boolean {
  const [folder = '', ...parts] = path.split('/');
  if (parts.length === 0 || parts.length > skillFolderLimits.depth + 1) return false;
  return /^[a-z0-9][\w.-]*$/.test(folder) && !isForbiddenName(folder) && !parts.some(isForbiddenName);
}

/** Those of these paths that exports of packs may have written: files beside a SKILL.md only together with it. */
export function exportedPaths(paths: Iterable<string>): Set<string> {
  const all = new Set(paths);
  const isOne = (path: string) =>
    isExportPath(path) || (isBesideSkillMd(path) && all.has(`${path.slice(0, path.indexOf('/'))}/SKILL.md`));
  return new Set([...all].filter(isOne));
}

/** One file to put in place, or to remove for `content` null. `before` is the hash of what is there, null for nothing. */
export interface ExportStep {
  readonly path: string;
  readonly content: FileContent | null;
  readonly before: string | null;
}

const journalSchema = z.object({
  steps: z.array(
    z.object({
      path: z.string(),
      staged: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      /** Whether a system may run the file; null where that does not matter. */
      executable: z.boolean().nullable().default(null),
    }),
  ),
});
type Journal = z.infer<typeof journalSchema>;

export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * Puts files in place so that a process may die at any point: all new contents are staged, then a journal is written, then each
 * is renamed into its place. Before the journal the next command undoes it, after it the next command finishes it, and each
 * single file is old or new at any time. Returns the files that somebody changed meanwhile and that were left. Errors:
 * `outside_target` for a link in the way, and those of reading a content, which leave everything as it is.
 */
export async function applySteps(target: string, steps: readonly ExportStep[], files: Files): Promise<string[]> {
  const staging = await safePath(target, stagingName, files);
  const journal: Journal = {
    steps: steps.map(({ path, content, before }, i) => ({
      path,
      staged: content === null ? null : `${i}.new`,
      before,
      after: content?.hash ?? null,
      executable: content?.executable ?? null,
    })),
  };
  await files.makeFolder(staging);
  for (const [i, { content }] of steps.entries()) {
    if (content === null) continue;
    const { bytes, executable } = content;
    await files.writeAll([{ path: join(staging, `${i}.new`), bytes, executable: executable ?? false }]);
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
  const journal = await readJournal(target, files, owns);
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
  const journal = await readJournal(target, files, owns);
  return new Map((journal?.steps ?? []).flatMap(({ path, after }) => (after === null ? [] : [[path, after]])));
}

async function readJournal(
  target: string,
  files: Files,
  owns: (path: string) => boolean,
): Promise<Journal | undefined> {
  const staging = await safePath(target, stagingName, files);
  const text = await files.readText(join(staging, journalName), { regularOnly: true }).catch(() => null);
  const journal = text === null ? undefined : journalSchema.safeParse(parsed(text)).data;
  if (!journal) return undefined;
  const paths = journal.steps.map(({ path }) => path);
  const folders = new Set(paths.filter(isBesideSkillMd).map((path) => path.slice(0, path.indexOf('/'))));
  // When only files beside the SKILL.md changed, the SKILL.md is not a step.
  const there: string[] = [];
  for (const folder of folders)
    if (await files.exists(join(target, folder, 'SKILL.md'))) there.push(`${folder}/SKILL.md`);
  const known = exportedPaths([...paths, ...there]);
  return paths.every((path) => known.has(path) || (!isBesideSkillMd(path) && owns(path))) ? journal : undefined;
}

/** Carries out every step that is not done yet. A file that somebody changed meanwhile is left alone and named. */
async function finish(target: string, journal: Journal, files: Files): Promise<string[]> {
  const staging = join(target, stagingName);
  const left: string[] = [];
  for (const { path, staged, before, after, executable } of journal.steps) {
    const full = await safePath(target, path, files);
    const content = await contentAt(full, files);
    const now = content?.hash ?? null;
    const waiting = staged === null ? null : join(staging, `${Number.parseInt(staged, 10)}.new`);
    const isThere = waiting !== null && (await files.exists(waiting));
    const isDone =
      content === null || after === null || isSameContent(content, { ...content, hash: after, executable });
    if (now === after && (isDone || !isThere)) continue;
    if (now !== before || (waiting !== null && !isThere)) left.push(path);
    else if (waiting === null) {
      await files.removeFile(full);
      for (let folder = dirname(full); folder !== target; folder = dirname(folder))
        await files.removeEmptyFolder(folder);
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
