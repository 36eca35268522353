/**
 * The Porter stemmer as SQLite's FTS5 has it, written for the tests from Porter's paper (An algorithm for suffix
 * stripping, 1980) and the differences of FTS5's `porter` tokenizer: it works on UTF-8 bytes, of which only a, e, i, o, u
 * and, after a consonant, y are vowels; it leaves tokens under 3 and over 64 bytes alone; a suffix counts only when
 * something stands before it; step 2 has `bli` and `logi`. Shares no code with the product.
 */

const shortest = 3;
const longest = 64;

type Condition = (stem: string) => boolean;
type Rule = readonly [suffix: string, replacement: string];

/** Stem of a folded token. */
export function porterStem(token: string): string {
  const bytes = Buffer.from(token, 'utf8').toString('latin1');
  if (bytes.length < shortest || bytes.length > longest) return token;
  return Buffer.from(stemBytes(bytes), 'latin1').toString('utf8');
}

function stemBytes(bytes: string): string {
  let word = verbEnding(plural(bytes));
  if (word.endsWith('y') && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, step2, (stem) => measure(stem) > 0);
  word = replaceSuffix(word, step3, (stem) => measure(stem) > 0);
  word = dropSuffix(word);
  return finalLetters(word);
}

/** Step 1a. */
function plural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word;
  const twoLetters = (word.length > 4 && word.endsWith('sses')) || (word.length > 3 && word.endsWith('ies'));
  return word.slice(0, twoLetters ? -2 : -1);
}

/** Step 1b. */
function verbEnding(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  for (const ending of ['ed', 'ing']) {
    if (word.length <= ending.length || !word.endsWith(ending)) continue;
    const stem = word.slice(0, -ending.length);
    return hasVowel(stem) ? repaired(stem) : word;
  }
  return word;
}

/** What step 1b does to a stem that lost its ending: hop(p)ing → hop, fil(e)ing → file. */
function repaired(stem: string): string {
  if (stem.length > 2 && /(at|bl|iz)$/.test(stem)) return `${stem}e`;
  const last = stem.at(-1) ?? '';
  if (!'aeioulsz'.includes(last) && last === stem.at(-2)) return stem.slice(0, -1);
  return measure(stem) === 1 && endsConsonantVowelConsonant(stem) ? `${stem}e` : stem;
}

const step2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const step3: readonly Rule[] = [
  ['ical', 'ic'],
  ['ness', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ful', ''],
  ['ative', ''],
  ['alize', 'al'],
];

const step4 = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

/** Steps 2 and 3: the first suffix that the word has decides, whether or not its condition holds. */
function replaceSuffix(word: string, rules: readonly Rule[], condition: Condition): string {
  const rule = rules.find(([suffix]) => word.length > suffix.length && word.endsWith(suffix));
  if (!rule) return word;
  const stem = word.slice(0, -rule[0].length);
  return condition(stem) ? stem + rule[1] : word;
}

/** Step 4. */
function dropSuffix(word: string): string {
  const suffix = step4.find((entry) => word.length > entry.length && word.endsWith(entry));
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  const permitted = suffix !== 'ion' || /[st]$/.test(stem);
  return permitted && measure(stem) > 1 ? stem : word;
}

/** Step 5. */
function finalLetters(word: string): string {
  let result = word;
  if (result.endsWith('e')) {
    const stem = result.slice(0, -1);
    const count = measure(stem);
    if (count > 1 || (count === 1 && !endsConsonantVowelConsonant(stem))) result = stem;
  }
  return result.endsWith('ll') && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result;
}

/** `c` and `v` for each byte; y is a vowel after a consonant. */
function shape(stem: string): string {
  let pattern = '';
  for (const letter of stem) {
    const vowel = 'aeiou'.includes(letter) || (letter === 'y' && pattern.endsWith('c'));
    pattern += vowel ? 'v' : 'c';
  }
  return pattern;
}

/** Porter's m: how many times vowels are followed by consonants. */
function measure(stem: string): number {
  return shape(stem).match(/v+c+/g)?.length ?? 0;
}

/** Porter's *v*. FTS5 takes a y anywhere but in front for a vowel here. */
function hasVowel(stem: string): boolean {
  return /[aeiou]|(?!^)y/s.test(stem);
}

/** Porter's *o. */
function endsConsonantVowelConsonant(stem: string): boolean {
  return shape(stem).endsWith('cvc') && !/[wxy]$/.test(stem);
}
