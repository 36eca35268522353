import type { SkillDirectory } from '#shared/domain/skill-tools.ts';
import { tagged } from '../../prompt/prompt-tags.ts';
import type { StoredSkill } from '../store/stored-skill.ts';
import { shortLabel } from './get-skills.ts';
import type { SkillScope } from './skill-scope.ts';

export interface DirectoryOptions {
  /** Pinned names of the enabled packs, in declared order. */
  readonly pinned: readonly string[];
  readonly usage: ReadonlyMap<number, { readonly last_used: number; readonly use_count: number }>;
}

/** The directory of skills for the prompt: pinned ones first, then those used last or most; never their steps. */
export function renderSkillDirectory(scope: SkillScope, { pinned, usage }: DirectoryOptions): SkillDirectory {
  const { enabled, directory } = scope.config;
  if (!enabled || !directory.enabled) return { text: '', count: 0 };
  const rank = ({ row }: StoredSkill) => {
    const used = usage.get(row);
    return (directory.selection_strategy === 'pinned_then_top' ? used?.use_count : used?.last_used) ?? 0;
  };
  const first = [...new Set(pinned)].flatMap((name) => scope.skills.get(name) ?? []);
  const others = [...scope.skills.values()]
    .filter((skill) => !first.includes(skill))
    .sort((a, b) => rank(b) - rank(a) || (a.name < b.name ? -1 : 1));
  const chosen = [...first, ...others].slice(0, directory.max_entries);
  if (chosen.length === 0) return { text: '', count: 0 };
  const lines = chosen.map((skill) => {
    const label = labelOf(skill, scope);
    return `- ${skill.name}${label === '' ? '' : ` — ${label}`}`;
  });
  const head = 'Known skills (use skill_get by name; use skill_search for discovery):';
  return { text: tagged('skill_directory', [head, ...lines].join('\n')), count: chosen.length };
}

/** The first of title, trigger and task type that the configuration lists and the skill has, one line without quotes. */
function labelOf(skill: StoredSkill, { config, rules }: SkillScope): string {
  const fields = (['title', 'trigger', 'task_type'] as const).filter((field) =>
    config.directory.include_fields.includes(field),
  );
  const text = fields.map((field) => skill[field]).find((value) => value !== null) ?? '';
  return shortLabel(text, rules);
}
