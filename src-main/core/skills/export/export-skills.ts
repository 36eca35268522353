import { z } from 'zod';
import type { ExportSkillsInput, SkillExport } from '#shared/domain/skill-export.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { writePack } from '../formats/write-pack.ts';
import { findingsAt, readSkillsAt } from '../read/read-skills-at.ts';
import { applySteps, type ExportStep, recoverExport, textHash } from './export-journal.ts';
import { safePath } from './safe-path.ts';

/** What the last export wrote, by path with its hash: how a person's change is told from ours. */
const recordName = '.pegboard-export.json';
const recordSchema = z.object({ files: z.record(z.string(), z.string()) });

/**
 * Exports one pack to a folder: plans, and with `apply` writes. What an interrupted export left is finished or undone first.
 * The same pack again writes nothing. Files that no export wrote are never removed. Errors: `file_not_found`,
 * `nothing_to_convert`, `confirmation_required` when people changed files and `overwrite` is off, `outside_target`,
 * `disk_full`, `folder_read_only`.
 */
export async function exportSkills(input: ExportSkillsInput, files: Files, signal?: AbortSignal): Promise<SkillExport> {
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
  if (input.apply) await files.makeFolder(input.target);
  const target = await files.realPath(input.target);
  const recovered = input.apply ? await recoverExport(target, files) : null;
  const written = writePack(only.pack, input.format);
  const plan = await planSteps(target, new Map(written.files.map(({ path, text }) => [path, text])), files);
  const { steps: _, ...shown } = plan;
  const result = {
    target: input.target,
    format: input.format,
    ...shown,
    loss: written.loss,
    findings: packs.flatMap(findingsAt),
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
  await applySteps(target, plan.steps, files);
  return result;
}

async function planSteps(target: string, wanted: ReadonlyMap<string, string>, files: Files) {
  const recordPath = await safePath(target, recordName, files);
  const recordText = (await files.exists(recordPath)) ? await files.readText(recordPath) : null;
  const record = recordText === null ? {} : recordOf(recordText);
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
    const before = (await files.exists(full)) ? textHash(await files.readText(full)) : null;
    const text = wanted.get(path) ?? null;
    if (text === null && before === null) continue;
    if (text !== null && before === textHash(text)) {
      plan.kept.push(path);
      continue;
    }
    if (before !== null && before !== record[path]) plan.edited.push(path);
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
    return recordSchema.safeParse(JSON.parse(text)).data?.files ?? {};
  } catch {
    return {};
  }
}
