import { join } from 'node:path';
import { z } from 'zod';
import type { Finding } from '#shared/domain/finding.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import type { ExportSkillsInput, SkillExport } from '#shared/domain/skill-export.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { withLock } from '../../db/workspace-lock.ts';
import type { Files } from '../../files/files.ts';
import { writePack } from '../formats/write-pack.ts';
import { findingsAt, type PackAt, readSkillsAt } from '../read/read-skills-at.ts';
import { sourceLosses } from '../source-losses.ts';
import {
  applySteps,
  type ExportStep,
  isExportPath,
  pendingHashes,
  recordName,
  recoverExport,
  textHash,
} from './export-journal.ts';
import { safePath } from './safe-path.ts';

export interface ExportSkillsOptions {
  /** Folder for locks, the user's own: nothing of them is left in the target. */
  readonly locks: string;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for another export to the same folder, milliseconds. */
  readonly patienceMs?: number;
}

const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/**
 * Exports one pack to a folder: plans, and with `apply` writes. What an interrupted export left is finished or undone first.
 * The same pack again writes nothing. Files that no export wrote are never removed. Errors: `file_not_found`,
 * `nothing_to_convert`, `confirmation_required` when people changed files and `overwrite` is off, `outside_target`,
 * `export_busy`, `file_changed`, `disk_full`, `folder_read_only`.
 */
export async function exportSkills(
  input: ExportSkillsInput,
  files: Files,
  { locks, signal, patienceMs = 5000 }: ExportSkillsOptions,
): Promise<SkillExport> {
  const { packs } = await readSkillsAt(input.path, files, signal);
  const withSkills = packs.filter(({ pack }) => pack.skills.length > 0);
  const [only] = withSkills;
  if (!only || withSkills.length > 1) {
    const what = only ? `${withSkills.length} packs` : 'no skill that can be read';
    throw new PegboardError(
      'nothing_to_convert',
      `At ${input.path} there are ${what}; one pack is exported at a time.`,
      {
        hint: only ? 'Name the folder of one of them.' : `pegboard skills validate ${input.path} says why.`,
        data: { path: input.path },
      },
    );
  }
  const source = { only, findings: packs.flatMap(findingsAt), lost: await sourceLosses(only, files) };
  if (!input.apply) return exportOne(input, await files.realPath(input.target), source, files);
  await files.makeFolder(input.target);
  await files.makeFolder(locks);
  const target = await files.realPath(input.target);
  const lock = join(locks, `export-${textHash(target.toLowerCase()).slice(0, 32)}.db`);
  try {
    return await withLock(lock, () => exportOne(input, target, source, files), { signal, patienceMs });
  } catch (error) {
    if (!isPegboardError(error) || error.code !== 'database_busy') throw error;
    throw new PegboardError('export_busy', `Another export writes to ${input.target}.`, {
      hint: 'Wait until it has ended and run it again. Nothing was written.',
      data: { target: input.target },
      cause: error,
    });
  }
}

interface ExportSource {
  readonly only: PackAt;
  readonly findings: readonly Finding[];
  readonly lost: readonly Loss[];
}

async function exportOne(
  input: ExportSkillsInput,
  target: string,
  { only, findings, lost }: ExportSource,
  files: Files,
): Promise<SkillExport> {
  const recovered = input.apply ? await recoverExport(target, files) : null;
  const written = writePack(only.pack, input.format);
  const plan = await planSteps(target, new Map(written.files.map(({ path, text }) => [path, text])), files);
  const { steps: _, ...shown } = plan;
  const result = {
    target: input.target,
    format: input.format,
    ...shown,
    loss: [...written.loss, ...lost],
    findings,
    recovered,
    written: input.apply && plan.steps.length > 0,
  };
  if (!input.apply || plan.steps.length === 0) return result;
  if (plan.edited.length > 0 && !input.overwrite) {
    throw new PegboardError(
      'confirmation_required',
      `People changed ${plan.edited.join(', ')} after the last export.`,
      {
        hint: 'Agree with --yes to replace them, or carry their changes over to the pack. Nothing was written.',
        data: { edited: plan.edited },
      },
    );
  }
  const left = await applySteps(target, plan.steps, files);
  if (left.length === 0) return result;
  throw new PegboardError('file_changed', `${left.join(', ')} changed while the export ran and was left as it is.`, {
    hint: 'The other files are written. Look at it, then export again.',
    data: { left },
  });
}

async function planSteps(target: string, wanted: ReadonlyMap<string, string>, files: Files) {
  const recordPath = await safePath(target, recordName, files);
  const recordText = (await files.exists(recordPath)) ? await files.readText(recordPath, { regularOnly: true }) : null;
  const record = recordText === null ? {} : recordOf(recordText);
  const pending = await pendingHashes(target, files);
  const plan = {
    added: [] as string[],
    changed: [] as string[],
    removed: [] as string[],
    kept: [] as string[],
    edited: [] as string[],
  };
  const steps: ExportStep[] = [];
  for (const path of [...new Set([...wanted.keys(), ...Object.keys(record)])].sort()) {
    const full = await safePath(target, path, files);
    const before = (await files.exists(full)) ? textHash(await files.readText(full, { regularOnly: true })) : null;
    const text = wanted.get(path) ?? null;
    if (text === null && before === null) continue;
    if (text !== null && before === textHash(text)) {
      plan.kept.push(path);
      continue;
    }
    if (before !== null && before !== record[path] && before !== pending.get(path)) plan.edited.push(path);
    (text === null ? plan.removed : before === null ? plan.added : plan.changed).push(path);
    steps.push({ path, text, before });
  }
  const hashes = Object.fromEntries(
    [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, text]) => [path, textHash(text)]),
  );
  const nextRecord = `${JSON.stringify({ files: hashes }, null, 2)}\n`;
  if (nextRecord !== recordText) {
    steps.push({ path: recordName, text: nextRecord, before: recordText === null ? null : textHash(recordText) });
  }
  return { ...plan, steps };
}

/** A record that cannot be read counts for none: every file is then a person's. */
function recordOf(text: string): Record<string, string> {
  try {
    const written = recordSchema.safeParse(JSON.parse(text)).data?.files ?? {};
    return Object.fromEntries(Object.entries(written).filter(([path]) => isExportPath(path)));
  } catch {
    return {};
  }
}
