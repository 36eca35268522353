import type { Finding } from '#shared/domain/finding.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import type { ExportSkillsInput, SkillExport } from '#shared/domain/skill-export.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { readsBackTheSame } from '../formats/reads-back.ts';
import { writePack } from '../formats/write-pack.ts';
import { findingsAt, type PackAt, readSkillsAt } from '../read/read-skills-at.ts';
import { sourceLosses } from '../source-losses.ts';
import { applySteps, isBesideSkillMd, isExportPath, recordName, recoverExport } from './export-journal.ts';
import { type ExportLockOptions, withExportLock } from './export-lock.ts';
import { contentsOf, type NamedContent } from './file-content.ts';
import { type FileSet, type PlannedFile, planFiles, stepsOf } from './plan-files.ts';

/**
 * Exports one pack to a folder: plans, and with `apply` writes. What an interrupted export left is finished or undone first.
 * The same pack again writes nothing. Files that no export wrote are never removed. Errors: `file_not_found`,
 * `nothing_to_convert`, `confirmation_required` when people changed files and `overwrite` is off, `outside_target`,
 * `export_busy`, `file_changed`, `disk_full`, `folder_read_only`.
 */
export async function exportSkills(
  input: ExportSkillsInput,
  files: Files,
  { locks, signal, patienceMs }: ExportLockOptions,
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
  const source = { only, findings: packs.flatMap(findingsAt), lost: await sourceLosses(only, input.format, files) };
  if (!input.apply) return exportOne(input, await files.realPath(input.target), source, files);
  await files.makeFolder(input.target);
  await files.makeFolder(locks);
  const target = await files.realPath(input.target);
  return withExportLock(target, () => exportOne(input, target, source, files), { locks, signal, patienceMs });
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
  const set = packFileSet(contentsOf(written, only.folder, files));
  const loss = [...written.loss, ...lost];
  const plan = await planFiles(target, set, files);
  const steps = stepsOf(plan, set, () => false);
  const pathsOf = (isOne: (file: PlannedFile) => boolean) => plan.files.filter(isOne).map(({ path }) => path);
  const edited = pathsOf((file) => file.edited);
  const result = {
    target: input.target,
    format: input.format,
    added: pathsOf(({ change }) => change === 'added'),
    changed: pathsOf(({ change }) => change === 'changed'),
    removed: pathsOf(({ change }) => change === 'removed'),
    kept: pathsOf(({ change }) => change === 'kept'),
    edited,
    loss,
    lossless: loss.length === 0 && readsBackTheSame(only.pack, written, input.format),
    findings,
    recovered,
    written: input.apply && steps.length > 0,
  };
  if (!input.apply || steps.length === 0) return result;
  if (edited.length > 0 && !input.overwrite) {
    throw new PegboardError('confirmation_required', `People changed ${edited.join(', ')} after the last export.`, {
      hint: 'Agree with --yes to replace them, or carry their changes over to the pack. Nothing was written.',
      data: { edited },
    });
  }
  const left = await applySteps(target, steps, files);
  if (left.length === 0) return result;
  throw new PegboardError('file_changed', `${left.join(', ')} changed while the export ran and was not overwritten.`, {
    hint: 'The other files are written. Look at it, then export again.',
    data: { left },
  });
}

/** The files of a pack; all that an export of a pack once wrote to the same folder are its own. */
export function packFileSet(contents: readonly NamedContent[]): FileSet {
  return {
    wanted: new Map(contents.map(({ path, content }) => [path, content])),
    owns: (path) => path !== recordName && (isExportPath(path) || isBesideSkillMd(path)),
  };
}
