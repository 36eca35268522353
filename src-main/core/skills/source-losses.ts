import { dirname, join } from 'node:path';
import { Lexer } from 'yaml';
import type { Loss } from '#shared/domain/skill-conversion.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import type { Files } from '../files/files.ts';
import { manifestName } from './read/list-skill-files.ts';
import type { PackAt } from './read/read-skills-at.ts';

/** What the files of a pack hold beside its skills, and what no format carries over: comments, and files beside a SKILL.md. */
export async function sourceLosses({ folder, pack }: PackAt, files: Files): Promise<Loss[]> {
  const loss: Loss[] = [];
  const say = (skill: string, field: string, message: string) => loss.push({ skill, field, kind: 'lost', message });
  const skillOf = new Map(pack.skills.map(({ file, name }) => [file, name]));
  for (const [file, skill] of skillOf) {
    if (!/\.jsonl?$/i.test(file) && (await hasComments(join(folder, file), files)))
      say(skill, 'comments', `the comments of ${file} are not carried over`);
    const beside =
      formatOfFile(file.split('/').at(-1) ?? '') === 'skill-md' ? await filesBeside(join(folder, file), files) : [];
    if (beside.length > 0) say(skill, 'files', `files beside ${file} are not carried over: ${beside.join(', ')}`);
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

/** What lies beside a SKILL.md and belongs to it: not other skills, nor the folders of such. */
async function filesBeside(path: string, files: Files): Promise<string[]> {
  const names = await files.list(dirname(path));
  const own = names.filter((name) => !name.startsWith('.') && name !== manifestName && formatOfFile(name) === null);
  const isSkill = await Promise.all(own.map((name) => files.exists(join(dirname(path), name, 'SKILL.md'))));
  return own
    .filter((_, i) => !isSkill[i])
    .sort()
    .slice(0, 20);
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
