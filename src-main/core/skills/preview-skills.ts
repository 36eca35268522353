import type { Finding } from '#shared/domain/finding.ts';
import type { Skill } from '#shared/domain/skill.ts';
import type { SkillPreview } from '#shared/domain/skill-editor.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { gateSkill } from './retrieval/gate-skill.ts';
import { redact } from './retrieval/redact.ts';
import { renderSkills } from './retrieval/render-skills.ts';
import { sanitiseSkill } from './retrieval/sanitise-skill.ts';
import type { SkillScope } from './retrieval/skill-scope.ts';

export interface PreviewOptions {
  readonly scope: SkillScope;
  /** Tokens (estimate). */
  readonly budget: number;
  readonly findings: readonly Finding[];
}

type OfSkill = SkillPreview['skills'][number];

/** The block that a caller's model gets of these skills, with everything that was replaced, left out or cut on the way. */
export function previewSkills(skills: readonly Skill[], { scope, budget, findings }: PreviewOptions): SkillPreview {
  const { rules } = scope;
  const prepared = skills.flatMap((skill) => {
    const gated = gateSkill(skill, rules.gate);
    return gated ? [sanitiseSkill(gated, rules)] : [];
  });
  const rendered = renderSkills(prepared, { budget, wrapped: true, gate: rules.gate });
  return {
    text: rendered.text,
    budget,
    tokens: countTextTokens(rendered.text),
    raw_tokens: { estimate: estimateTokens(rendered.rawText), o200k: countTextTokens(rendered.rawText).o200k },
    skills: skills.map((skill): OfSkill => {
      const texts = textsOf(skill);
      const whole = texts.map(([, text]) => text).join('\n');
      return {
        name: skill.name,
        shown: rendered.names.includes(skill.name),
        cut: rendered.cuts.get(skill.name) ?? [],
        redactions: rules.redactPii ? texts.flatMap(([field, text]) => redactionsOf(field, text)) : [],
        gated: rules.gate.deniedIn(whole),
        deferred: rules.gate.deferredIn(whole),
      };
    }),
    findings,
  };
}

function textsOf(skill: Skill): [field: string, text: string][] {
  const { title, description, trigger, steps, preconditions, failure_modes, body, extra } = skill;
  const fields = {
    title: title ?? '',
    description: description ?? '',
    trigger,
    steps: steps.join('\n'),
    preconditions: preconditions.join('\n'),
    failure_modes: failure_modes.join('\n'),
    tools: extra.tools === undefined ? '' : JSON.stringify(extra.tools),
    body,
  };
  return Object.entries(fields).filter(([, text]) => text !== '');
}

const marks = { email: '[REDACTED_EMAIL]', phone: '[REDACTED_PHONE]', token: '[REDACTED_TOKEN]' } as const;

function redactionsOf(field: string, text: string): OfSkill['redactions'] {
  const clean = redact(text);
  if (clean === text) return [];
  const count = (mark: string) => clean.split(mark).length - text.split(mark).length;
  const kinds = (Object.keys(marks) as (keyof typeof marks)[]).map((kind) => ({
    field,
    kind,
    count: count(marks[kind]),
  }));
  const found = kinds.filter((one) => one.count > 0);
  const urls =
    (text.match(/\bhttps?:\/\/[^\s<>"'`?#]{1,4000}\?/gi)?.length ?? 0) -
    (clean.match(/\bhttps?:\/\/[^\s<>"'`?#]{1,4000}\?/gi)?.length ?? 0);
  return urls > 0 ? [...found, { field, kind: 'url', count: urls }] : found;
}
