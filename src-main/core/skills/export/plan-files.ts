import { z } from 'zod';
import type { ExportFile } from '#shared/domain/export-plan.ts';
import type { Files } from '../../files/files.ts';
import { type ExportStep, isExportPath, pendingHashes, recordName, textHash } from './export-journal.ts';
import { safePath } from './safe-path.ts';

/** The files that an export wants in a folder. */
export interface FileSet {
  readonly wanted: ReadonlyMap<string, string>;
  /** Whether a path that an earlier export wrote belongs to this one, which removes it when it wants it no more. */
  readonly owns: (path: string) => boolean;
}

/** One file as it is and as it shall be, null for none. */
export interface PlannedFile extends ExportFile {
  readonly before: string | null;
  readonly after: string | null;
}

export interface FilePlan {
  readonly files: readonly PlannedFile[];
  /** The text of the record as it is, null when there is none, and the hashes in it. */
  readonly recordText: string | null;
  readonly record: Readonly<Record<string, string>>;
}

const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/** What an export would do to a folder. Errors: `outside_target`, `not_a_file`, `file_unreadable`. */
export async function planFiles(target: string, { wanted, owns }: FileSet, files: Files): Promise<FilePlan> {
  const read = async (path: string) => {
    const full = await safePath(target, path, files);
    return (await files.exists(full)) ? files.readText(full, { regularOnly: true }) : null;
  };
  const recordText = await read(recordName);
  const record = recordText === null ? {} : recordOf(recordText, owns);
  const pending = await pendingHashes(target, files, owns);
  const planned: PlannedFile[] = [];
  for (const path of [...new Set([...wanted.keys(), ...Object.keys(record).filter(owns)])].sort()) {
    const before = await read(path);
    const after = wanted.get(path) ?? null;
    if (after === null && before === null) continue;
    const hash = before === null ? null : textHash(before);
    const isKept = after !== null && hash === textHash(after);
    const edited = !isKept && hash !== null && hash !== record[path] && hash !== pending.get(path);
    const change = isKept ? 'kept' : after === null ? 'removed' : before === null ? 'added' : 'changed';
    planned.push({ path, change, edited, before, after });
  }
  return { files: planned, recordText, record };
}

/**
 * The steps that carry out a plan, but for the files that stay as a person left them. Such a file keeps what the record says of
 * it, so that it asks again; one that we want no more is the person's from now on.
 */
export function stepsOf(
  { files, recordText, record }: FilePlan,
  { wanted, owns }: FileSet,
  keeps: (path: string) => boolean,
): ExportStep[] {
  const steps = files
    .filter(({ path, change }) => change !== 'kept' && !keeps(path))
    .map(({ path, before, after }) => ({ path, text: after, before: before === null ? null : textHash(before) }));
  const others = Object.entries(record).filter(([path]) => !owns(path));
  const ours = [...wanted].flatMap(([path, text]) => {
    const hash = keeps(path) ? record[path] : textHash(text);
    return hash === undefined ? [] : [[path, hash] as const];
  });
  const hashes = Object.fromEntries([...others, ...ours].sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ files: hashes }, null, 2)}\n`;
  const isSame = text === recordText || (recordText === null && Object.keys(hashes).length === 0);
  const before = recordText === null ? null : textHash(recordText);
  return isSame ? steps : [...steps, { path: recordName, text, before }];
}

/** A record that cannot be read counts for none: every file is then a person's. */
function recordOf(text: string, owns: (path: string) => boolean): Record<string, string> {
  try {
    const written = recordSchema.safeParse(JSON.parse(text)).data?.files ?? {};
    return Object.fromEntries(Object.entries(written).filter(([path]) => mayBeRecorded(path) || owns(path)));
  } catch {
    return {};
  }
}

/** Files of packs, and those of catalogs, which lie in the folder itself. */
function mayBeRecorded(path: string): boolean {
  return isExportPath(path) || /^[A-Za-z0-9][\w.-]*\.json$/.test(path);
}
