import { join } from 'node:path';
import { Lexer } from 'yaml';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import type { Files } from '../files/files.ts';
import { keptFrame } from './formats/kept-original.ts';
import { manifestName } from './read/list-skill-files.ts';
import { originalKey } from './read/original-skill-md.ts';
import type { PackAt } from './read/read-skills-at.ts';

/**
 * What the files of a pack hold beside its skills, and what writing them in a format does not carry over: comments. Those of a
 * SKILL.md come along, since its form is kept.
 */
export async function sourceLosses({ folder, pack }: PackAt, to: SkillFormat, files: Files): Promise<Loss[]> {
  const loss: Loss[] = [];
  const say = (skill: string, field: string, message: string) => loss.push({ skill, field, kind: 'lost', message });
  const skillOf = new Map(pack.skills.map((skill) => [skill.file, skill]));
  for (const [file, skill] of skillOf) {
    const isKept = skill.front_matter !== null && (to === 'skill-md' || originalKey in keptFrame(skill));
    if (!isKept && !/\.jsonl?$/i.test(file) && (await hasComments(join(folder, file), files)))
      say(skill.name, 'comments', `the comments of ${file} are not carried over`);
  }
  if (await hasComments(join(folder, manifestName), files))
    say(pack.name, manifestName, 'its comments are not carried over');
  for (const { code, message } of pack.findings) {
    if (code === 'manifest_invalid' || code === 'manifest_unknown_key') say(pack.name, manifestName, message);
  }
  return loss;
}

async function hasComments(path: string, files: Files): Promise<boolean> {
  const text = await files.readText(path, { maximumBytes: 2 * 1024 * 1024, regularOnly: true }).catch(() => '');
  if (/\.ya?ml$/i.test(path)) return hasYamlComments(text);
  return hasYamlComments(text.slice(text.indexOf('\n'), Math.max(0, text.indexOf('\n---'))));
}

/** Whether a YAML text has comments, which no other format can keep. */
function hasYamlComments(text: string): boolean {
  let previous = '';
  for (const token of new Lexer().lex(text)) {
    // The text of a scalar follows a token of its own and may start with anything.
    if (token.startsWith('#') && previous !== '\u001f') return true;
    previous = token;
  }
  return false;
}
