import { distance } from 'fastest-levenshtein';
import type { SearchScope } from '../search/search-scope.ts';
import type { NearWords } from './search-answer.ts';

/** Letters that a word and a longer one have in common at their start, to be near. */
const commonStart = 4;
/** Most words that begin alike and are looked at. */
const lookedAt = 100;
/** Most similar words that are listed for one word. */
const told = 3;

/** Words of the searched catalog that are spelled like another: those that begin alike, and those two edits away. */
export function nearWordsIn({ ranking }: SearchScope): NearWords {
  if (ranking.kind !== 'pegboard') return () => [];
  const { index } = ranking;
  return (given) => {
    const word = given.toLowerCase();
    const start = [...word].slice(0, commonStart).join('');
    const alike = word.length < commonStart ? [] : index.formsWithPrefix(start, lookedAt);
    const forms = new Set([...alike, ...index.formsLike(word)]);
    return [...forms]
      .map((form) => ({ text: index.wordOf(form), edits: distance(word, index.wordOf(form)) }))
      .filter(({ text, edits }) => text !== word && (edits <= 2 || text.startsWith(start)) && edits <= word.length)
      .sort((a, b) => a.edits - b.edits || (a.text < b.text ? -1 : 1))
      .slice(0, told)
      .map(({ text }) => text);
  };
}
