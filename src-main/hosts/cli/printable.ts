/**
 * Text from a foreign file for a terminal: control characters, escape sequences and marks that reorder text are spelled
 * out, so that a name cannot rewrite the screen.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) => `\\u{${mark.codePointAt(0)?.toString(16)}}`);
}
