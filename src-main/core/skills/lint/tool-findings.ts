import type { PackSkill } from '#shared/domain/pack.ts';
import type { FixableFinding, SkillEntry, SkillFieldChange } from '#shared/domain/skill-editor.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { toolReferenceProblems } from './lint-tool-references.ts';

/** What is wrong with the tools that the skills of a text name, each at its first place, with the closest name as the fix. */
export function toolFindings({
  text,
  skills,
  read,
  workspace,
  isShipped,
}: {
  readonly text: string;
  readonly skills: readonly SkillEntry[];
  /** The skills that can be used. */
  readonly read: readonly PackSkill[];
  readonly workspace: LoadedWorkspace;
  /** Whether the text is of a pack that comes with Pegboard. */
  readonly isShipped: boolean;
}): FixableFinding[] {
  const lines = text.split('\n');
  return toolReferenceProblems(read, workspace, { isShipped }).map(({ finding, skill, name, near }) => {
    const entry = skills.find((one) => one.name === skill.name);
    const end = skills.find(({ line }) => line > skill.line)?.line ?? lines.length + 1;
    const line = lines.findIndex((one, i) => i >= skill.line - 1 && i < end - 1 && mentions(one, name));
    const column = line < 0 ? -1 : (lines[line]?.search(wordPattern(name)) ?? -1);
    const placed =
      column < 0
        ? finding
        : {
            ...finding,
            range: {
              start: { line: line + 1, column: column + 1 },
              end: { line: line + 1, column: column + 1 + name.length },
            },
          };
    const changes = near && entry ? renamed(entry, name, near) : [];
    if (!near || !entry || changes.length === 0) return placed;
    return { ...placed, fixes: [{ title: `Change to ${near}`, index: entry.index, changes }] };
  });
}

function renamed({ fields }: SkillEntry, from: string, to: string): SkillFieldChange[] {
  const swap = (text: string) => text.replaceAll(new RegExp(wordPattern(from), 'gu'), () => to);
  return Object.entries(fields ?? {}).flatMap(([field, value]) => {
    if (value === null || field === 'name' || field === 'derived') return [];
    const next = Array.isArray(value) ? value.map(swap) : swap(value);
    return String(next) === String(value) ? [] : [{ field: field as SkillFieldChange['field'], value: next }];
  });
}

function mentions(line: string, name: string): boolean {
  return wordPattern(name).test(line);
}

/** The name as a whole word: not a part of a longer name. */
function wordPattern(name: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_.-])${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}_])`,
    'u',
  );
}
