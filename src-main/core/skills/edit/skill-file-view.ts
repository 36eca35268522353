import { basename } from 'node:path/posix';
import type { Finding } from '#shared/domain/finding.ts';
import { learnedPrefix, packPrefix, type Skill, type SkillFormat } from '#shared/domain/skill.ts';
import type { FixableFinding, SkillEntry, SkillFileView } from '#shared/domain/skill-editor.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { folderNameOf, formatOfFile, nameFor } from '#shared/domain/skill-names.ts';
import { skillEntries } from '#shared/text/skill-entries.ts';
import { readRawSkills } from '#shared/text/skill-values.ts';
import { isRecord } from '#shared/text/values.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { textHash } from '../export/export-journal.ts';
import { fixesOf } from '../lint/skill-fixes.ts';
import { toolFindings } from '../lint/tool-findings.ts';
import { readSkillFile } from '../read/skill-file.ts';

export interface SkillFileIn {
  readonly pack: string;
  readonly file: string;
  readonly text: string;
  /** Whose tools the skills may name. */
  readonly workspace: LoadedWorkspace;
}

/** A text as the file of a pack: its skills with the values that a form shows, everything that is wrong with it, and what mends it. */
export function skillFileView({ pack, file, text, workspace }: SkillFileIn): SkillFileView {
  const format = formatOf(file);
  const naming = format === 'skill-md' ? () => folderNameOf(file) : nameFor(pack, file);
  const raw = format === 'skill-md' ? [] : readRawSkills(text, format).entries;
  const fixable = new Map<Finding, { n: number; path: readonly PropertyKey[] }>();
  const onFinding = (finding: Finding, n: number, path: readonly PropertyKey[]) => fixable.set(finding, { n, path });
  const read = readSkillFile({ file, format, text, nameFor: naming, onFinding });
  const skills = format === 'skill-md' ? read.value.map(wholeText) : skillEntries({ pack, file, format, text });
  const ownFindings = read.findings.map((finding): FixableFinding => {
    const at = fixable.get(finding);
    const index = at ? raw.findIndex(({ number }) => number === at.n) : -1;
    const [entry, skill] = [raw[index], skills[index]];
    if (!at || !entry || !skill) return finding;
    const { value } = entry;
    return withFixes(
      finding,
      fixesOf({ finding, index, fields: fieldsIn(value, skill), path: at.path, name: skill.name, pack }),
    );
  });
  const names = skills.flatMap((skill): FixableFinding[] => {
    if (format === 'skill-md' || skill.name.startsWith(packPrefix(pack)) || skill.name.startsWith(learnedPrefix))
      return [];
    if (skill.fields?.derived?.length) return [];
    const finding = skillFinding(
      'name_convention',
      { path: file, line: skill.line },
      `The name ${skill.name.slice(0, 200)} does not start with "${packPrefix(pack)}".`,
      'Rename it, so that it cannot clash with a skill of another pack.',
    );
    const at = { finding, index: skill.index, fields: skill.fields ?? {}, path: ['name'], name: skill.name, pack };
    return [withFixes(finding, fixesOf(at))];
  });
  const isShipped = workspace.file.config.skills.skill_packs.some(
    ({ name, path }) => name === pack && path.startsWith('shipped:'),
  );
  const ofTools = toolFindings({ text, skills, read: read.value, workspace, isShipped });
  const findings = [...ownFindings, ...names, ...ofTools];
  return { file, format, text, hash: textHash(text), skills, findings };
}

/** The skills of a text as the file of a pack, with what is wrong with them. */
export function readPackText({ pack, file, text }: Omit<SkillFileIn, 'workspace'>) {
  const format = formatOf(file);
  return readSkillFile({
    file,
    format,
    text,
    nameFor: format === 'skill-md' ? () => folderNameOf(file) : nameFor(pack, file),
  });
}

export function formatOf(file: string): SkillFormat {
  return formatOfFile(basename(file)) ?? 'yaml';
}

function withFixes(finding: Finding, fixes: FixableFinding['fixes'] & object): FixableFinding {
  return fixes.length === 0 ? finding : { ...finding, fixes };
}

/** Fields of a skill as its text says them, with the body behind the front matter. */
function fieldsIn(value: unknown, { fields }: SkillEntry): Readonly<Record<string, unknown>> {
  return { ...(isRecord(value) ? value : {}), ...(fields?.body != null && { body: fields.body }) };
}

function wholeText({ name, line }: Skill & { readonly line: number }, index: number): SkillEntry {
  return { index, name, line, fields: null, unreadable_fields: [], other_fields: [] };
}
