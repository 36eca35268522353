import type {
  RelevantSkills,
  RelevantSkillsExplanation,
  SkillFit,
  SkillGetInput,
  SkillGetOutput,
  SkillListInput,
  SkillListOutput,
} from '#shared/domain/skill-tools.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import type { StoredSkill } from '../store/stored-skill.ts';
import { type RenderedSkills, renderSkills } from './render-skills.ts';
import { type SanitisedSkill, sanitiseSkill, sanitiseText, type TextRules } from './sanitise-skill.ts';
import { searchSkills } from './search-skills.ts';
import { type SkillScope, skillsNotConfigured } from './skill-scope.ts';

/** Skills and the rows that were used, for the usage counts. */
export interface Fetched<Output> {
  readonly output: Output;
  readonly used: readonly StoredSkill[];
  readonly tokens: number;
  /** The part of each skill that fits the budget. */
  readonly fits: readonly SkillFit[];
}

/** `skill_get` (R4.24–R4.28): the named skills in the order asked, each once, and their text within the budget. */
export function getSkills(scope: SkillScope, { names, format, max_tokens }: SkillGetInput): Fetched<SkillGetOutput> {
  if (!scope.config.enabled) throw skillsNotConfigured();
  const used = [...new Set(names)].flatMap((name) => scope.skills.get(name) ?? []);
  const prepared = used.map((skill) => sanitiseSkill(skill, scope.rules));
  const rendered = renderSkills(prepared, {
    budget: max_tokens,
    wrapped: format === 'injection',
    gate: scope.rules.gate,
  });
  const skills = prepared.map(({ name, title, trigger, steps, preconditions, failure_modes, body }) => ({
    name,
    ...(title === null ? {} : { title }),
    trigger,
    steps: [...steps],
    ...(preconditions.length === 0 ? {} : { preconditions: [...preconditions] }),
    ...(failure_modes.length === 0 ? {} : { failure_modes: [...failure_modes] }),
    // The body can be long: with `injection` it is in the text, as far as the budget goes.
    ...(body === '' || format === 'injection' ? {} : { body }),
  }));
  return {
    output: { skills, formatted_context: rendered.text },
    used,
    tokens: rendered.tokens,
    fits: fitsOf(prepared, rendered),
  };
}

/** `skill_list` (R4.29–R4.32): names with short triggers, page by page, by name. */
export function listSkills(scope: SkillScope, input: SkillListInput): SkillListOutput {
  if (!scope.config.enabled) throw skillsNotConfigured();
  const { page, page_size, task_type, origin, scope: mode } = input;
  const matching = [...scope.skills.values()]
    .filter((skill) => task_type === undefined || skill.task_type === task_type)
    .filter((skill) => origin === undefined || skill.origin === origin)
    .filter((skill) => mode === undefined || skill.scope_mode === mode)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const skills = matching.slice((page - 1) * page_size, page * page_size).map((skill) => ({
    name: skill.name,
    ...(skill.title === null ? {} : { title: sanitiseText(skill.title, scope.rules) }),
    trigger: shortLabel(skill.trigger, scope.rules),
    task_type: skill.task_type,
  }));
  return { skills, page, page_size, total: matching.length };
}

/** Skills for a task, and with `explain` why these. */
export interface FetchedForTask extends Fetched<RelevantSkills> {
  readonly explanation: RelevantSkillsExplanation | null;
}

/** Pre-flight `get_relevant` (R10.01–R10.14): the best skills for a task as one block within `skills.max_tokens`. */
export function relevantSkills(scope: SkillScope, task: string, explain = false): FetchedForTask {
  const { top_k, max_tokens } = scope.config;
  const found = searchSkills(scope, { query: task, search_type: 'fts', limit: top_k }, explain);
  const skills = found.output.skills.flatMap(({ name }) => scope.skills.get(name) ?? []);
  const prepared = skills.map((skill) => sanitiseSkill(skill, scope.rules));
  const rendered = renderSkills(prepared, { budget: max_tokens, wrapped: true, gate: scope.rules.gate });
  const fits = fitsOf(prepared, rendered);
  const kept = new Set(rendered.names);
  return {
    output: {
      names: rendered.names,
      text: rendered.text,
      top_k_used: top_k,
      raw_tokens_est: rendered.rawTokens,
      final_tokens_est: rendered.tokens,
      was_summarized: false,
    },
    used: skills.filter(({ name }) => kept.has(name)),
    tokens: rendered.tokens,
    fits,
    explanation: found.explanation && {
      budget: max_tokens,
      raw_tokens: countTextTokens(rendered.rawText),
      tokens: countTextTokens(rendered.text),
      search: { output: found.output, explanation: found.explanation },
      skills: fits,
    },
  };
}

function fitsOf(prepared: readonly SanitisedSkill[], { cuts }: RenderedSkills): SkillFit[] {
  return prepared.map(({ name }) => ({ name, shown: cuts.has(name), cut: cuts.get(name) ?? [] }));
}

/** Characters of a label. */
const labelLength = 160;

/** A text as one line for a model, cut at 160 characters. The cut may leave a part of a name that is itself a hidden one, so the gate reads it again. */
export function shortLabel(text: string, rules: TextRules): string {
  const characters = [...sanitiseText(text, rules).replace(/\s+/g, ' ').trim()];
  if (characters.length <= labelLength) return characters.join('');
  const cut = characters
    .slice(0, labelLength - 1)
    .join('')
    .trimEnd();
  return `${rules.gate.text(cut)}…`;
}
