import { sanitiseText, type TextRules } from '../../skills/retrieval/sanitise-skill.ts';

/** The bytes of a file of a skill as a reader's model may get them; null when they name what the reader may not know and cannot be gated. */
export function servedBytes(bytes: Uint8Array, rules: TextRules): Uint8Array | null {
  const text = utf8Text(bytes);
  if (text === null) return namesHidden(bytes, rules) ? null : bytes;
  const served = servedText(text, rules);
  return served === text ? bytes : new TextEncoder().encode(served);
}

/** A text as a reader's model may get it: gated, redacted, without hidden characters. */
export function servedText(text: string, rules: TextRules): string {
  return sanitiseText(rules.gate.text(text), rules);
}

/** The text of bytes that are UTF-8, with its mark; null for others, and for bytes with a zero, which no text has. */
export function utf8Text(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether bytes that are not a text hold a name in some encoding. */
function namesHidden(bytes: Uint8Array, { gate }: TextRules): boolean {
  return ['utf-8', 'latin1', 'utf-16le', 'utf-16be'].some((encoding) =>
    gate.mentions(new TextDecoder(encoding).decode(bytes)),
  );
}
