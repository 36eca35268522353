/**
 * A trigger as it stands behind "When:" or "Use when:": without the "When" or "Use when" that it may begin with itself, so that
 * the word is not there twice.
 */
export function afterWhen(trigger: string): string {
  const own = /^(?:use (?:this |it |this skill |the skill )?)?when(?:ever)?(?:\s*:\s*|\s+)(?=\S)/i.exec(trigger);
  return own ? trigger.slice(own[0].length) : trigger;
}
