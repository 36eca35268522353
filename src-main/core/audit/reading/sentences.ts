import { replaceHiddenCharacters } from '#shared/hidden-characters.ts';
import { latinLook } from '../name-key.ts';

/** A sentence of a text, with single spaces. */
export interface Sentence {
  readonly text: string;
  /** The same in lower case, which is what most patterns read: they are much faster without two cases. */
  readonly lower: string;
  /** The sentence before it in the same text, or ''. */
  readonly before: string;
}

/** Characters of one sentence; a longer one is read in pieces, so that no pattern goes over much text at once. */
const maximumSentence = 1500;

/**
 * The sentences of a text as a model reads them: without hidden characters, with look-alike letters of mixed words as Latin ones,
 * and with plain apostrophes. A line end ends a sentence, and so does a full stop that a space follows.
 */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let before = '';
  const parts = readableText(text)
    .replace(/\b(e\.g|i\.e|etc|vs|approx|incl)\.(?=\s)/gi, (match) => match.replaceAll('.', ''))
    .split(/(?<=[.!?…])["'”’»)\]*]*\s+|(?<=[。！？；])|[\n\r]+/u);
  for (const part of parts) {
    const whole = part.replace(/\s+/g, ' ').trim();
    for (let at = 0; at < whole.length; at += maximumSentence - 200) {
      const piece = whole.slice(at, at + maximumSentence);
      sentences.push({ text: piece, lower: piece.toLowerCase(), before });
      before = piece;
      if (at + maximumSentence >= whole.length) break;
    }
  }
  return sentences;
}

/** A text without hidden characters and emphasis, in the usual form of each letter, line ends kept. */
export function readableText(text: string): string {
  const visible = replaceHiddenCharacters(text.replace(terminalCodes, ''), ({ codePoint }) =>
    codePoint === 0x2028 ? '\n' : '',
  );
  return withBreaks(visible)
    .normalize('NFKC')
    .replaceAll('**', '')
    .replace(/[’‘ʼ`´]/g, (mark) => (mark === '`' ? '`' : "'"))
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => (isMixed(word) ? latinLook(word) : word));
}

/** What a terminal reads as colours or as hidden text, also where its first character is written as an escape. */
const terminalCodes = /(?:\p{Cc}|\\x1b|\\e|\\033|\\u001b)\[[\d;]{0,12}m/giu;

/** A line end that is written as `\n`: a model reads it as one. In a path, a pattern or quotation marks it is none. */
const writtenBreak = /(?<=[\p{L}\p{N}.!?:;,)\]>])(?<![A-Za-z]:(?:\\[^\n]{0,80})?)(?:\\r)?\\n(?=[\p{L}\\ <[(*#-])/gu;

/** A text in which line ends that are written as `\n` are line ends. */
export function withBreaks(text: string): string {
  return text.includes('\\n') ? text.replace(writtenBreak, '\n') : text;
}

/** Whether a word has Latin letters beside Cyrillic or Greek ones, which no language writes. */
export function isMixed(word: string): boolean {
  return /[a-z]/i.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(word);
}
