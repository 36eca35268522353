import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { functionWords } from '#core/search/ranker/stop-words.ts';
import { foldWord } from '#core/search/ranker/tokens.ts';
import { alignWords } from './lexicon/align-words.ts';
import { noticeOf } from './lexicon/notice.ts';
import { fetchPackages } from './lexicon/packages.ts';
import { languages, readPairs, readStopWords } from './lexicon/read-pairs.ts';
import { EnglishWords, foreignSplitter } from './lexicon/split-words.ts';

/** What is kept: a word of several texts, for which an English word is likely in both directions. A single character must be surer. */
const least = { p: 0.3, back: 0.02, count: 2, ofCharacter: 0.6 };
const mostCandidates = 3;
/** Longer texts tell too little about which word stands for which. */
const mostWords = 40;

/** Function words of other languages, which English texts have in names only. */
const notEnglish = new Set(
  'ale aus ca con de del der em en es et fur il ist ja la ma mil na tao te tri um un ve vi wer wo'.split(' '),
);

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    cache: { type: 'string', default: join(root, 'node_modules/.cache/understanding') },
    out: { type: 'string', default: join(root, 'understanding') },
  },
});
const integrityText = readFileSync(join(import.meta.dirname, 'lexicon/integrity.json'), 'utf8');
fetchPackages(values.cache, JSON.parse(integrityText));
mkdirSync(join(values.out, 'lexicon'), { recursive: true });

const hashes: Record<string, string> = {};
const english = new EnglishWords();
const stopWords: string[] = [];
for (const language of Object.keys(languages)) {
  const split = foreignSplitter(language);
  const pairs = (await readPairs(values.cache, language))
    .map(([one, other]) => [english.split(one), split(other)] as const)
    .filter((sides) => sides.every(({ length }) => length > 0 && length <= mostWords));
  write(`lexicon/${language}.txt`, lexiconLines(pairs));
  const own = new Set((await readStopWords(values.cache, language)).map(foldWord).filter((word) => word !== ''));
  stopWords.push(`${language}\t${[...own].sort().join(' ')}`);
}
write(
  'english.txt',
  english.known(least.count).filter((word) => /^[a-z]{2,}$/.test(word) && !notEnglish.has(word)),
);
write('stop-words.txt', stopWords);
write('NOTICE.md', noticeOf(values.cache));
writeFileSync(
  join(values.out, 'made-from.json'),
  `${JSON.stringify({ packages: JSON.parse(integrityText), files: hashes }, null, 2)}\n`,
);

function write(path: string, lines: readonly string[]): void {
  const text = `${lines.join('\n')}\n`;
  hashes[path] = createHash('sha256').update(text).digest('hex');
  writeFileSync(join(values.out, path), text);
}

/** Lines `word⇥English 82⇥other 40`, in percent, sorted. */
function lexiconLines(pairs: readonly (readonly [string[], string[]])[]): string[] {
  const { candidates, counts } = alignWords(pairs);
  const lines: string[] = [];
  for (const [word, all] of candidates) {
    if ((counts.get(word) ?? 0) < least.count || !isWord(word)) continue;
    const kept = all
      .filter(({ p, back }) => back >= least.back && p >= (word.length === 1 ? least.ofCharacter : least.p))
      .slice(0, mostCandidates)
      .map(({ english: stem, p }) => ({ word: english.wordOf(stem), p }))
      .filter((one) => one.word !== word && !functionWords.has(one.word) && /^[a-z]{2,}$/.test(one.word));
    if (kept.length === 0) continue;
    lines.push(`${word}\t${kept.map((one) => `${one.word} ${Math.round(one.p * 100)}`).join('\t')}`);
  }
  return lines.sort();
}

/** Function words of English are no words of other languages; a single character is one only in Chinese writing. */
function isWord(word: string): boolean {
  if (/\p{N}/u.test(word) || functionWords.has(word)) return false;
  return word.length >= 2 || /\p{Script=Han}/u.test(word);
}
