import { normaliseText } from '#shared/text/skill-texts.ts';
import { isRecord } from '#shared/text/values.ts';

/** Keys that the Agent Skills format knows besides name and description. */
export const standardKeys = ['license', 'compatibility', 'allowed-tools', 'metadata'] as const;

/** Keys that one or another program reads on top of the format. */
export const claudeCodeKeys = [
  'when_to_use',
  'argument-hint',
  'arguments',
  'disable-model-invocation',
  'user-invocable',
  'model',
  'effort',
  'context',
  'agent',
  'hooks',
  'paths',
  'shell',
] as const;
export const vscodeKeys = ['argument-hint', 'user-invocable', 'disable-model-invocation', 'context'] as const;

/** Extra fields that are at the top of a SKILL.md, whatever their origin: some program reads them there. */
export const topLevelKeys: ReadonlySet<string> = new Set([
  ...standardKeys.filter((key) => key !== 'metadata'),
  ...claudeCodeKeys,
  ...vscodeKeys,
]);

/** Keys of `metadata` in which Pegboard keeps what the format has no place for. All values are texts. */
export const ourKeys = {
  name: 'pegboard-name',
  title: 'pegboard-title',
  taskType: 'pegboard-task-type',
  tags: 'pegboard-tags',
  trigger: 'pegboard-trigger',
  description: 'pegboard-description',
  sections: 'pegboard-sections',
  derived: 'pegboard-derived',
  extra: 'pegboard-extra',
} as const;

export const ourPrefix = 'pegboard-';

/** The description of a SKILL.md: what the skill is and when to use it. At most 1024 characters (the format's limit). */
export function composeDescription(description: string | null, trigger: string): string {
  return shortened(description === null ? trigger : `${description} Use when: ${afterWhen(trigger)}`);
}

/** Whether a description is what an export made of these two, also an export that wrote "Use when: When …". */
export function isComposed(given: string, description: string | null, trigger: string): boolean {
  const earlier = shortened(description === null ? trigger : `${description} Use when: ${trigger}`);
  return [composeDescription(description, trigger), earlier].some((text) => normaliseText(text) === given);
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length <= 1024 ? text : `${characters.slice(0, 1023).join('').trimEnd()}…`;
}

/** Whether a skill can keep this metadata next to ours: a non-empty map without any of our keys. */
export function isForeignMetadata(metadata: unknown): metadata is Record<string, unknown> {
  if (!isRecord(metadata)) return false;
  const keys = Object.keys(metadata);
  return keys.length > 0 && !keys.some((key) => key.startsWith(ourPrefix));
}

/**
 * A trigger as it follows "When:" or "Use when:": without the "When" or "Use when" that it may begin with itself, so that
 * the word is not there twice.
 */
export function afterWhen(trigger: string): string {
  const own = /^(?:use (?:this |it |this skill |the skill )?)?when(?:ever)?(?:\s*:\s*|\s+)(?=\S)/i.exec(trigger);
  return own ? trigger.slice(own[0].length) : trigger;
}
