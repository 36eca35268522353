import { isRecord } from '#shared/text/values.ts';

/**
 * How a SKILL.md was written around its body. A file of another format keeps it under this key, so that a conversion back gives
 * the same bytes. It is not a part of the skill's content.
 */
export const originalKey = 'skill_md';

/** The text before and behind the body; `crlf` when the lines of the body end with a carriage return and a line feed. */
interface SkillMdFrame {
  readonly head: string;
  readonly tail: string;
  readonly crlf?: true;
}

/** What `originalKey` holds for a text with this body; null where the two are not enough to write the text again. */
export function frameOf(original: string, body: string): SkillMdFrame | null {
  for (const crlf of [false, true]) {
    const inText = crlf ? body.replaceAll('\n', '\r\n') : body;
    const start = body === '' ? original.length : original.lastIndexOf(inText);
    if (start < 0) continue;
    const frame = { head: original.slice(0, start), tail: original.slice(start + inText.length) };
    return crlf ? { ...frame, crlf } : frame;
  }
  return null;
}

/** Whether a value under `originalKey` is one that Pegboard wrote. */
export function isFrame(value: unknown): value is SkillMdFrame {
  return isRecord(value) && typeof value.head === 'string' && typeof value.tail === 'string';
}

/** The text of the SKILL.md that a frame and a body make; null for a value of another kind. */
export function originalOf(value: unknown, body: string): string | null {
  if (!isFrame(value)) return null;
  return `${value.head}${value.crlf === true ? body.replaceAll('\n', '\r\n') : body}${value.tail}`;
}
