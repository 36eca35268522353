import { basename, dirname, join } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import type { SkillMdProfile, SkillValidation, ValidateSkillsInput } from '#shared/domain/skill-validation.ts';
import type { Files } from '../files/files.ts';
import { kebabName, writeSkillMd } from './formats/write-skill-md.ts';
import { lintSkillMd } from './lint/lint-skill-md.ts';
import { similarTriggers } from './lint/similar-triggers.ts';
import { findingsAt, type PackAt, readSkillsAt } from './read/read-skills-at.ts';

/**
 * Reads every skill at a path and says what is wrong, in the order of the files. With profiles, a SKILL.md is also held
 * against the rules of those programs, and so is what an export of any other skill would give. Error: `file_not_found`.
 */
export async function validateSkills(
  { path, profiles }: ValidateSkillsInput,
  files: Files,
  signal?: AbortSignal,
): Promise<SkillValidation> {
  const { packs, skillMdFiles } = await readSkillsAt(path, files, signal);
  const findings = packs.flatMap((at) => [...findingsAt(at), ...lintPack(at, profiles)]);
  for (const { path: file } of skillMdFiles) {
    const text = await files.readText(file, { maximumBytes: 2 * 1024 * 1024, regularOnly: true }).catch(() => null);
    if (text !== null) findings.push(...lintSkillMd({ text, file, folderName: basename(dirname(file)) }, profiles));
  }
  return {
    packs: packs.length,
    skills: packs.reduce((sum, { pack }) => sum + pack.skills.length, 0),
    findings: inOrder(findings),
  };
}

function lintPack({ folder, pack }: PackAt, profiles: readonly SkillMdProfile[]): Finding[] {
  const findings: Finding[] = similarTriggers(pack.skills).map((finding) => ({
    ...finding,
    path: join(folder, finding.path ?? ''),
  }));
  if (pack.skills.length === 0 && pack.findings.every(({ severity }) => severity !== 'error')) {
    findings.push(
      skillFinding(
        'pack_empty',
        { path: folder },
        'There is no skill in it.',
        'Skill files end in .skill.md, .skill.yaml, .skill.json or .skill.jsonl; or are named SKILL.md.',
      ),
    );
  }
  for (const skill of pack.skills) {
    if (profiles.length === 0 || /(?:^|\/)SKILL\.md$/.test(skill.file)) continue;
    const name = kebabName(skill.name);
    const file = join(folder, skill.file);
    const lint = lintSkillMd({ text: writeSkillMd(skill, name).text, file, folderName: name }, profiles);
    // Lines of a text that nobody has seen say nothing: the place is that of the skill.
    findings.push(...lint.map((finding) => ({ ...finding, range: { start: { line: skill.line, column: 1 } } })));
  }
  return findings;
}

function inOrder(findings: readonly Finding[]): Finding[] {
  const key = ({ path = '', range }: Finding) => [path, range?.start.line ?? 0, range?.start.column ?? 0] as const;
  // Two packs of one folder name what lies in it.
  const distinct = new Map(findings.map((one) => [JSON.stringify([one.code, one.message, key(one)]), one]));
  return [...distinct.values()].sort((a, b) => {
    const [pathA, lineA, columnA] = key(a);
    const [pathB, lineB, columnB] = key(b);
    return pathA < pathB ? -1 : pathA > pathB ? 1 : lineA - lineB || columnA - columnB;
  });
}
