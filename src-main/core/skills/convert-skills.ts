import { dirname, join } from 'node:path';
import type { ConvertSkillsInput, SkillConversion } from '#shared/domain/skill-conversion.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { safePath } from './export/safe-path.ts';
import { type PackFile, writePack } from './formats/write-pack.ts';
import { findingsAt, readSkillsAt } from './read/read-skills-at.ts';
import { sourceLosses } from './source-losses.ts';

/**
 * Writes every skill at a path in another format, all files or none. Several packs get a folder each. Files that are there
 * and say something else are an error unless `overwrite`; others in the folder are left alone. Errors: `file_not_found`,
 * `file_exists`, `outside_target`, `nothing_to_convert`, `disk_full`, `folder_read_only`.
 */
export async function convertSkills(
  input: ConvertSkillsInput,
  files: Files,
  signal?: AbortSignal,
): Promise<SkillConversion> {
  const { packs } = await readSkillsAt(input.path, files, signal);
  const withSkills = packs.filter(({ pack }) => pack.skills.length > 0);
  const findings = packs.flatMap(findingsAt);
  if (withSkills.length === 0) {
    throw new PegboardError('nothing_to_convert', `There is no skill at ${input.path} that can be read.`, {
      hint: `pegboard skills validate ${input.path} says why.`,
      data: { path: input.path, findings },
    });
  }
  const written = withSkills.map((at) => writePack(at.pack, input.to));
  const isOne = withSkills.length === 1;
  const targets = written.flatMap(({ files: packFiles }, i) =>
    packFiles.map(({ path, text }) => ({ path: isOne ? path : `${i + 1}-${withSkills[i]?.pack.name}/${path}`, text })),
  );
  const out = await files.realPath(input.out);
  const { changed, unchanged } = await compare(targets, { ...input, out }, files);
  // What a killed conversion left there.
  await files.removeStrays(out, { deep: true });
  await files.writeAll(changed.map(({ path, text }) => ({ path: join(out, path), text })));
  // What a conversion that was killed left beside these files.
  const folders = new Set(targets.map(({ path }) => dirname(join(out, path))));
  for (const folder of folders) await files.removeStrays(folder, { deep: false });
  const lost = await Promise.all(withSkills.map((at) => sourceLosses(at, files)));
  return {
    target: input.out,
    format: input.to,
    skills: withSkills.reduce((sum, { pack }) => sum + pack.skills.length, 0),
    written: changed.map(({ path }) => path),
    unchanged,
    loss: [...written.flatMap(({ loss }) => loss), ...lost.flat()],
    findings,
  };
}

async function compare(targets: readonly PackFile[], { out, overwrite }: ConvertSkillsInput, files: Files) {
  const changed: PackFile[] = [];
  const unchanged: string[] = [];
  const inTheWay: string[] = [];
  for (const target of targets) {
    const path = await safePath(out, target.path, files);
    const before = (await files.exists(path)) ? await files.readText(path, { regularOnly: true }) : null;
    if (before === target.text) unchanged.push(target.path);
    else changed.push(target);
    if (before !== null && before !== target.text) inTheWay.push(target.path);
  }
  if (inTheWay.length > 0 && !overwrite) {
    const more = inTheWay.length > 1 ? ` (and ${inTheWay.length - 1} more)` : '';
    throw new PegboardError('file_exists', `${join(out, inTheWay[0] ?? '')} is there and says something else${more}.`, {
      hint: 'Choose an empty folder with --out, or agree with --yes to replace them. Nothing was written.',
      data: { files: inTheWay },
    });
  }
  return { changed, unchanged };
}
