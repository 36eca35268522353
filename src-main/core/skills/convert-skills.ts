import { dirname, join } from 'node:path';
import type { LoadedPack } from '#shared/domain/pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { ConvertSkillsInput, SkillConversion } from '#shared/domain/skill-conversion.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { contentAt, contentsOf, isSameContent, type NamedContent } from './export/file-content.ts';
import { safePath } from './export/safe-path.ts';
import { readsBackTheSame } from './formats/reads-back.ts';
import { type WrittenPack, writePack } from './formats/write-pack.ts';
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
  const targets = written.flatMap((one, i) =>
    contentsOf(one, withSkills[i]?.folder ?? '', files).map(({ path, content }) => ({
      path: isOne ? path : `${i + 1}-${withSkills[i]?.pack.name}/${path}`,
      content,
    })),
  );
  const out = await files.realPath(input.out);
  const { changed, unchanged } = await compare(targets, { ...input, out }, files);
  // Files that a killed conversion left there.
  await files.removeStrays(out, { deep: true });
  await files.writeAll(
    changed.map(({ path, content: { bytes, executable } }) => ({
      path: join(out, path),
      bytes,
      executable: executable ?? false,
    })),
  );
  // Files that a killed conversion left beside these.
  const folders = new Set(targets.map(({ path }) => dirname(join(out, path))));
  for (const folder of folders) await files.removeStrays(folder, { deep: false });
  const lost = await Promise.all(withSkills.map((at) => sourceLosses(at, input.to, files)));
  const loss = [...written.flatMap((one) => one.loss), ...lost.flat()];
  return {
    target: input.out,
    format: input.to,
    skills: withSkills.reduce((sum, { pack }) => sum + pack.skills.length, 0),
    written: changed.map(({ path }) => path),
    unchanged,
    loss,
    lossless: loss.length === 0 && withSkills.every(({ pack }, i) => isSameBack(pack, written[i], input.to)),
    findings,
  };
}

function isSameBack(pack: LoadedPack, written: WrittenPack | undefined, to: SkillFormat): boolean {
  return written !== undefined && readsBackTheSame(pack, written, to);
}

async function compare(targets: readonly NamedContent[], { out, overwrite }: ConvertSkillsInput, files: Files) {
  const changed: NamedContent[] = [];
  const unchanged: string[] = [];
  const inTheWay: string[] = [];
  for (const target of targets) {
    const path = await safePath(out, target.path, files);
    const before = await contentAt(path, files);
    if (before !== null && isSameContent(before, target.content)) unchanged.push(target.path);
    else changed.push(target);
    if (before !== null && before.hash !== target.content.hash) inTheWay.push(target.path);
  }
  if (inTheWay.length > 0 && !overwrite) {
    const more = inTheWay.length > 1 ? ` (and ${inTheWay.length - 1} more)` : '';
    throw new PegboardError(
      'file_exists',
      `${join(out, inTheWay[0] ?? '')} already exists with other content${more}.`,
      {
        hint: 'Choose an empty folder with --out, or agree with --yes to replace them. Nothing was written.',
        data: { files: inTheWay },
      },
    );
  }
  return { changed, unchanged };
}
