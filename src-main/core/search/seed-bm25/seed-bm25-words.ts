import type { Stems } from '../ranker/stem.ts';

/**
 * The words of a text as seed 004 prepares them: lower case, split at everything that is not a letter, digit, mark or underscore,
 * words of one character dropped (R17.04). The seed's `\W` would also split at accented and CJK letters; that is JavaScript's
 * doing, not a rule of the seed.
 */
export function seedBm25Words(text: string, stems: Stems | null): string[] {
  const words = text.normalize('NFC').toLowerCase().split(nonWord).filter(hasTwoCharacters);
  return stems ? words.map((word) => stems.of(word)) : words;
}

const nonWord = /[^\p{L}\p{N}\p{M}_]+/u;

/** By code points: one character outside the basic plane is still one. */
function hasTwoCharacters(word: string): boolean {
  return word.length > 2 || [...word].length > 1;
}
