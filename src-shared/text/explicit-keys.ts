/** Explicit keys (`? key`) that a YAML text may have: their nesting takes the parser exponential time, and nobody needs one. */
const most = 100;

/** Whether a YAML text has more explicit keys than are safe to parse: why, in words, or null. */
export function tooManyExplicitKeys(text: string): string | null {
  const keys = text.match(/(?:^|[\s[{,])\?(?=\s|$)/g)?.length ?? 0;
  return keys > most ? `more than ${most} keys written with "?"` : null;
}
