import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';

/**
 * A text of somebody else's as a terminal may show it: what would move the cursor, set a title, reorder letters or not be seen
 * is written as its code, such as `\\u{1b}`. `lines` keeps line ends and tabs.
 */
export function plainText(text: string, { lines = false }: { readonly lines?: boolean } = {}): string {
  return replaceHiddenCharacters(text, ({ codePoint }) => `\\u{${codePoint.toString(16)}}`, { oneLine: !lines });
}
