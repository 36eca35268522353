import { porterStem } from './porter-stem.ts';

/**
 * The words of the ranker for the tests, from its description: runs of letters, digits, marks and connectors, split where
 * the case goes up, between letters and digits and at connectors; CJK characters one by one and then their pairs; folded.
 * Shares no code with the product. Good for the scripts that the tests write in.
 */
export function rankerWords(text: string): string[] {
  const words: string[] = [];
  for (const run of runsOf(text)) for (const part of partsOf(run)) words.push(...wordsOfPart(part));
  return words;
}

type Class = 'cjk' | 'upper' | 'lower' | 'digit' | 'mark' | 'letter' | 'connector' | 'none';

function classOf(character: string): Class {
  if (/[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af]/.test(character)) return 'cjk';
  if (/\p{Lu}/u.test(character)) return 'upper';
  if (/\p{Ll}/u.test(character)) return 'lower';
  if (/\p{N}/u.test(character)) return 'digit';
  if (/\p{M}/u.test(character)) return 'mark';
  if (/\p{L}/u.test(character)) return 'letter';
  return /\p{Pc}/u.test(character) ? 'connector' : 'none';
}

function runsOf(text: string): string[] {
  const runs: string[] = [];
  let run = '';
  for (const character of text) {
    if (classOf(character) !== 'none') run += character;
    else if (run !== '') {
      runs.push(run);
      run = '';
    }
  }
  return run === '' ? runs : [...runs, run];
}

function partsOf(run: string): string[] {
  const characters = [...run];
  const kinds = characters.map(classOf);
  const parts: string[] = [];
  let at = 0;
  const take = (end: number) => {
    parts.push(characters.slice(at, end).join(''));
    at = end;
  };
  const endOf = (from: number, ...wanted: Class[]) => {
    let end = from;
    while (end < characters.length && wanted.includes(kinds[end] as Class)) end++;
    return end;
  };
  while (at < characters.length) {
    switch (kinds[at]) {
      case 'cjk':
        take(endOf(at, 'cjk'));
        break;
      case 'upper': {
        const initials = endOf(at, 'upper');
        const plural = characters[initials] === 's' && !['lower', 'mark'].includes(kinds[initials + 1] ?? 'none');
        if (initials - at >= 2 && plural) take(initials + 1);
        else if (kinds[initials] !== 'lower') take(endOf(at, 'upper', 'mark'));
        // The last capital starts the next word.
        else if (initials - at >= 2) take(initials - 1);
        else take(endOf(initials, 'lower', 'mark'));
        break;
      }
      case 'lower':
      case 'mark':
        take(endOf(at, 'lower', 'mark'));
        break;
      case 'digit':
        take(endOf(at, 'digit'));
        break;
      case 'letter':
        take(endOf(at, 'letter', 'mark'));
        break;
      default:
        at++;
    }
  }
  return parts;
}

function wordsOfPart(part: string): string[] {
  if (classOf(part) === 'cjk' || classOf([...part][0] ?? '') === 'cjk') {
    const characters = [...part];
    return [...characters, ...characters.slice(1).map((character, i) => (characters[i] ?? '') + character)];
  }
  const word = folded(part);
  return word === '' ? [] : [word];
}

export function folded(part: string): string {
  const plain = part
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.replaceAll('ł', 'l').replaceAll('ß', 'ss').slice(0, 64);
}

export function rankerStem(word: string): string {
  return /^[a-z]{3,}$/.test(word) ? porterStem(word) : word;
}

export function isCjkWord(word: string): boolean {
  return classOf([...word][0] ?? '') === 'cjk';
}
