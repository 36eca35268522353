import type { Finding } from '#shared/domain/finding.ts';
import type { PackSkill } from '#shared/domain/pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import type { PackFileAt } from '#shared/domain/skill-editor.ts';
import { slugOf, stemOfFile } from '#shared/domain/skill-names.ts';
import { skillNotEditable } from '#shared/text/edit-skill.ts';
import type { Found } from '#shared/text/values.ts';
import type { Files } from '../../files/files.ts';
import { type PackFile, writePack } from '../formats/write-pack.ts';
import { manifestName } from '../read/list-skill-files.ts';
import { readSkillFile } from '../read/skill-file.ts';
import { sourceLosses } from '../source-losses.ts';

/** The files that a skill file becomes in another format, and what does not map. Error: `skill_not_editable` for one with errors. */
export async function planReformat(
  {
    pack,
    file,
    folder,
    to,
    skills: read,
  }: PackFileAt & { folder: string; to: SkillFormat; skills: Found<readonly PackSkill[]> },
  files: Files,
): Promise<{ files: readonly PackFile[]; loss: readonly Loss[] }> {
  const wrong = read.findings.find(({ severity }) => severity === 'error');
  if (wrong || read.value.length === 0) {
    throw skillNotEditable(
      `${file} cannot be converted: ${wrong?.message ?? 'it holds no skill.'}`,
      'Correct its errors first.',
    );
  }
  const written = writePack({ name: pack, manifest: {}, skills: read.value }, to);
  const stem = stemOfFile(file.split('/').at(-1) ?? '');
  const named = written.files.map(({ path, text }) => ({ path: to === 'jsonl' ? `${stem}.skill.jsonl` : path, text }));
  const lost = await sourceLosses(
    { folder, pack: { name: pack, manifest: {}, skills: read.value, findings: [], pack_content_hash: '' } },
    to,
    files,
  );
  return { files: named, loss: [...written.loss, ...lost.filter(({ field }) => field !== manifestName)] };
}

/** The skill of a SKILL.md that came from elsewhere. `name` is that of its folder. Error: `skill_not_editable`. */
export function readImported(name: string, text: string): { skill: PackSkill; findings: readonly Finding[] } {
  const folder = slugOf(name, 'skill');
  const { value, findings } = readSkillFile({ file: 'SKILL.md', format: 'skill-md', text, nameFor: () => folder });
  const [skill] = value;
  if (skill) return { skill, findings };
  const [first] = findings;
  throw skillNotEditable(
    `The SKILL.md cannot be read: ${first?.message ?? 'it holds no skill.'}`,
    first?.hint ?? 'Correct its text first.',
  );
}
