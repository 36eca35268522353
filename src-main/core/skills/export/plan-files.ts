import { z } from 'zod';
import type { ExportFile } from '#shared/domain/export-plan.ts';
import type { Files } from '../../files/files.ts';
import {
  type ExportStep,
  exportedPaths,
  isBesideSkillMd,
  pendingHashes,
  recordName,
  textHash,
} from './export-journal.ts';
import { contentAt, type FileContent, isSameContent, textContent } from './file-content.ts';
import { safePath } from './safe-path.ts';

/** The files that an export wants in a folder. */
export interface FileSet {
  readonly wanted: ReadonlyMap<string, FileContent>;
  /** Whether a path that an earlier export wrote belongs to this one, which removes it when it is no longer needed. */
  readonly owns: (path: string) => boolean;
}

/** One file as it is and as it shall be, null for none. */
export interface PlannedFile extends ExportFile {
  readonly before: FileContent | null;
  readonly after: FileContent | null;
}

export interface FilePlan {
  readonly files: readonly PlannedFile[];
  /** The text of the record as it is, null when there is none, and the hashes in it. */
  readonly recordText: string | null;
  readonly record: ReadonlyMap<string, string>;
}

const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/** What an export would do to a folder. Errors: `outside_target`, `not_a_file`, `file_unreadable`. */
export async function planFiles(target: string, { wanted, owns }: FileSet, files: Files): Promise<FilePlan> {
  const recordPath = await safePath(target, recordName, files);
  const recordText = (await files.exists(recordPath)) ? await files.readText(recordPath, { regularOnly: true }) : null;
  const record = recordText === null ? new Map<string, string>() : recordOf(recordText, owns);
  const pending = await pendingHashes(target, files, owns);
  const planned: PlannedFile[] = [];
  for (const path of [...new Set([...wanted.keys(), ...[...record.keys()].filter(owns)])].sort()) {
    const before = await contentAt(await safePath(target, path, files), files);
    const after = wanted.get(path) ?? null;
    if (after === null && before === null) continue;
    const isKept = after !== null && before !== null && isSameContent(before, after);
    const isOurs = before === null || before.hash === record.get(path) || before.hash === pending.get(path);
    const edited = !isKept && !isOurs;
    const change = isKept ? 'kept' : after === null ? 'removed' : before === null ? 'added' : 'changed';
    planned.push({ path, change, edited, before, after });
  }
  return { files: planned, recordText, record };
}

/**
 * The steps that carry out a plan, but for the files that stay as a person left them. Such a file keeps what the record says of
 * it, so that it asks again; one that we no longer need belongs to the person from now on.
 */
export function stepsOf(
  { files, recordText, record }: FilePlan,
  { wanted, owns }: FileSet,
  keeps: (path: string) => boolean,
): ExportStep[] {
  const steps = files
    .filter(({ path, change }) => change !== 'kept' && !keeps(path))
    .map(({ path, before, after }) => ({ path, content: after, before: before?.hash ?? null }));
  const others = [...record].filter(([path]) => !owns(path));
  const ours = [...wanted].flatMap(([path, content]) => {
    const hash = keeps(path) ? record.get(path) : content.hash;
    return hash === undefined ? [] : [[path, hash] as const];
  });
  const hashes = Object.fromEntries([...others, ...ours].sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ files: hashes }, null, 2)}\n`;
  const isSame = text === recordText || (recordText === null && Object.keys(hashes).length === 0);
  const before = recordText === null ? null : textHash(recordText);
  return isSame ? steps : [...steps, { path: recordName, content: textContent(text), before }];
}

/** A record that cannot be read counts for none: every file is then a person's. */
function recordOf(text: string, owns: (path: string) => boolean): Map<string, string> {
  try {
    const written = recordSchema.safeParse(JSON.parse(text)).data?.files ?? {};
    const ofPacks = exportedPaths(Object.keys(written));
    // Files of catalogs are in the folder itself.
    const mayBe = (path: string) =>
      ofPacks.has(path) || /^[A-Za-z0-9][\w.-]*\.json$/.test(path) || (!isBesideSkillMd(path) && owns(path));
    return new Map(Object.entries(written).filter(([path]) => mayBe(path)));
  } catch {
    return new Map();
  }
}
