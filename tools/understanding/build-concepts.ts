import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldWord } from '#core/search/ranker/tokens.ts';
import { queryLanguageSchema } from '#shared/domain/query-language.ts';

const languages = queryLanguageSchema.options;
const withoutSpaces: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);
/** Percent: the first English word of a concept, and its synonyms. */
const [firstWord, otherWord] = [100, 80];
const mostCandidates = 3;

/**
 * The table of each language from the concepts: lines `English | de | fr | …`, alternatives by `/`. A table has lines
 * `word⇥English 100⇥English 80`, sorted, with words folded as a search folds them.
 */
export function conceptTables(source: string): ReadonlyMap<string, string> {
  const concepts = source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map(alternatives));
  return new Map(
    languages.map((language, i) => {
      const table = new Map<string, { english: string; percent: number }[]>();
      for (const [english = [], ...foreign] of concepts) {
        for (const text of foreign[i] ?? []) {
          const key = foldKey(text, language);
          if (key === '') continue;
          const candidates = table.get(key) ?? [];
          for (const [place, word] of english.entries()) {
            const percent = place === 0 ? firstWord : otherWord;
            if (candidates.every((one) => one.english !== word)) candidates.push({ english: word, percent });
          }
          table.set(key, candidates);
        }
      }
      const lines = [...table].map(([key, candidates]) => {
        const best = candidates.toSorted((a, b) => b.percent - a.percent).slice(0, mostCandidates);
        return `${key}\t${best.map(({ english, percent }) => `${english} ${percent}`).join('\t')}\n`;
      });
      return [language, lines.sort().join('')];
    }),
  );
}

/** Function words of each language, folded: a line `language⇥words`. The source has a line for each language. */
export function functionWordLines(source: string): string {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines
    .map((line) => {
      const [language, ...words] = line.split(/\s+/);
      const folded = new Set(words.flatMap((word) => word.split(/[^\p{L}\p{M}]+/u)).map(foldWord));
      return `${language}\t${[...folded]
        .filter((word) => word !== '')
        .sort()
        .join(' ')}\n`;
    })
    .join('');
}

/** The English words of the concepts, sorted, a line each. */
export function conceptWords(source: string): string {
  const cells = source
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|')[0] ?? '');
  const words = cells.flatMap(alternatives).flatMap((text) => text.toLowerCase().split(/[^a-z]+/));
  return `${[...new Set(words)]
    .filter((word) => word.length > 1)
    .sort()
    .join('\n')}\n`;
}

function alternatives(cell: string): string[] {
  return cell
    .split('/')
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

/** How a search has a word or phrase: folded; without spaces in Japanese, Chinese and Korean. */
function foldKey(text: string, language: string): string {
  const words = text.normalize('NFKC').split(/[^\p{L}\p{N}\p{M}]+/u);
  const folded = words.map(foldWord).filter((word) => word !== '');
  return folded.join(withoutSpaces.has(language) ? '' : ' ');
}

if (process.argv[1] === import.meta.filename) {
  const out = join(import.meta.dirname, '../../understanding/concepts');
  mkdirSync(out, { recursive: true });
  const source = readFileSync(join(import.meta.dirname, 'concepts.txt'), 'utf8');
  const tables = conceptTables(source);
  writeFileSync(join(out, 'english.txt'), conceptWords(source));
  const functionWords = readFileSync(join(import.meta.dirname, 'function-words.txt'), 'utf8');
  writeFileSync(join(out, 'function-words.txt'), functionWordLines(functionWords));
  for (const [language, table] of tables) writeFileSync(join(out, `${language}.txt`), table);
}
