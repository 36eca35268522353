import { porterStem } from './porter-stem.ts';

/**
 * FTS5's `porter unicode61` for the tests, from its documentation: tokens are runs of characters of the categories L*, N*
 * and Co, together with the diacritics that stand inside them; case is folded, and a letter with one diacritic becomes
 * the letter alone (`remove_diacritics=1`). Shares no code with the product. Characters that are younger than SQLite's
 * tables (Unicode 6.1), which it takes for letters, are out of its reach.
 */
export function indexTerms(text: string): string[] {
  return foldedTokens(text).map(porterStem);
}

/** The tokens before stemming. */
export function foldedTokens(text: string): string[] {
  const tokens: string[] = [];
  let token = '';
  for (const character of text.toWellFormed()) {
    const inside = token !== '';
    if (isTokenCharacter.test(character) || (inside && isDiacritic(character))) token += foldCharacter(character);
    else if (inside) {
      tokens.push(token);
      token = '';
    }
  }
  if (token !== '') tokens.push(token);
  return tokens;
}

const isTokenCharacter = /^[\p{L}\p{N}\p{Co}]$/u;

/** The combining marks that FTS5 takes for part of a word, as offsets from U+0300. */
const diacritics = new Set([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 15, 17, 27, 35, 36, 37, 38, 39, 40, 45, 46, 48, 49]);

function isDiacritic(character: string): boolean {
  return diacritics.has((character.codePointAt(0) ?? 0) - 0x300);
}

function foldCharacter(character: string): string {
  if (isDiacritic(character)) return '';
  const lower = character === 'ſ' ? 's' : character === 'ς' ? 'σ' : character.toLowerCase();
  const [base = '', ...marks] = lower.normalize('NFD');
  return marks.length === 1 && /^[a-z]$/.test(base) ? base : lower;
}
