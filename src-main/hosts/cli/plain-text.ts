/** Controls, line and paragraph separators, and marks that reorder text or cannot be seen. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * A text of somebody else's as a terminal may show it: what would move the cursor, set a title or reorder letters is written
 * as its code, such as `\\u{1b}`. `lines` keeps line feeds and tabs.
 */
export function plainText(text: string, options: { readonly lines?: boolean } = {}): string {
  return text.replace(unsafe, (character) => {
    if (options.lines && (character === '\n' || character === '\t')) return character;
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}
