import type { Skill } from '#shared/domain/skill.ts';
import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';
import { isRecord } from '#shared/text/values.ts';
import { withoutPromptTags } from '../../prompt/prompt-tags.ts';
import { redact } from './redact.ts';
import type { ToolGate } from './tool-gate.ts';

/** How texts are made fit for a caller's model. */
export interface TextRules {
  readonly gate: ToolGate;
  readonly redactPii: boolean;
}

/** A skill whose every text a model may read: gated before, redacted, without hidden characters (R10.12, R11.10, R11.15). */
export interface SanitisedSkill {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly trigger: string;
  readonly steps: readonly string[];
  readonly preconditions: readonly string[];
  readonly failure_modes: readonly string[];
  readonly tools: readonly { readonly tool: string; readonly note: string }[];
  readonly body: string;
  /** Whether the steps only repeat what the body says. */
  readonly stepsDerived: boolean;
}

export function sanitiseSkill(skill: Skill, rules: TextRules): SanitisedSkill {
  const clean = (text: string) => sanitiseText(text, rules);
  return {
    name: skill.name,
    title: skill.title === null ? null : clean(skill.title),
    description: skill.description === null ? null : clean(skill.description),
    trigger: clean(skill.trigger),
    steps: skill.steps.map(clean),
    preconditions: skill.preconditions.map(clean),
    failure_modes: skill.failure_modes.map(clean),
    tools: toolNotes(skill.extra.tools, rules),
    body: clean(skill.body),
    stepsDerived: skill.derived.includes('steps'),
  };
}

/** One text for a model. Redaction comes before any budget, so that it cannot break it (R10.12). */
export function sanitiseText(text: string, { redactPii }: Pick<TextRules, 'redactPii'>): string {
  // A skill must not end its block or open another.
  const visible = withoutPromptTags(
    replaceHiddenCharacters(text, () => ''),
    () => '‹',
  );
  return redactPii ? redact(visible) : visible;
}

/** `tools: [{tool, note}]` as pack authors write it. */
function toolNotes(tools: unknown, rules: TextRules): { tool: string; note: string }[] {
  if (!Array.isArray(tools)) return [];
  return tools.slice(0, 50).flatMap((entry) => {
    const tool =
      typeof entry === 'string' ? entry : isRecord(entry) && typeof entry.tool === 'string' ? entry.tool : null;
    if (tool === null) return [];
    const note = isRecord(entry) && typeof entry.note === 'string' ? entry.note : '';
    const oneLine = (text: string) => sanitiseText(text, rules).replace(/\s+/g, ' ').trim();
    return [{ tool: oneLine(tool), note: oneLine(note) }];
  });
}
