import { withBreaks } from './sentences.ts';

/** What comments and quotations write before each line. */
const lineMark = '(?:(?:\\/{2,}|>|#)[ \\t]+)?';
/** No `name: …` of a list begins there. */
const noName = '(?![^\\s:=(]{1,40}(?: ?\\([^)\\n]{0,40}\\))?[ \\t]*[:=](?!\\/\\/) ?)';
/** A line end within a sentence: small letters, a path or a name in marks go on after a word. */
const wrapped = new RegExp(
  `(?<=[\\p{L}\\p{N},'"\`])[ \\t]*\\r?\\n[ \\t]*${lineMark}(?=\\p{Ll}|[\`"']\\p{L}|~?\\/\\w)${noName}`,
  'gu',
);
/** The same where each line of a comment begins with a star, after a line that is too long for an entry of a list. */
const starred = new RegExp(
  `(?<=[^\\n]{24}[\\p{L}\\p{N},'"\`])[ \\t]*\\r?\\n[ \\t]*\\* (?=\\p{Ll}|[\`"']\\p{L})${noName}`,
  'gu',
);
/** Words in a row with a line for each. */
const wordLines = /(?:(?:^|\n)[ \t]*\S{1,40}[ \t]*\r?){8,}(?=\n|$)/g;
/** A part that a mark sets off, over several lines. */
const marked = /<(important|critical|priority|system|secret|hidden|instructions?)>[\s\S]{1,800}?<\/\1>/gi;
/** Marks of HTML and Markdown that change how words look, and dots that keep them apart. */
const tags = /<\/?(?:b|i|u|s|em|strong|span|code|mark|font|small|sup|sub|a|br|wbr)(?:\s[^<>]{0,200})?\/?>/gi;
const emphasis =
  /(?<![\p{L}\p{N}*_~])(?:\*{1,3}|_{1,3}|~~)(?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,!?])(?:\*{1,3}|_{1,3}|~~)(?![\p{L}\p{N}*_~])/gu;
const quotedWords = /(?:`[\p{L}'-]{1,30}`[.,]? ){2,}`[\p{L}'-]{1,30}`/gu;
const quotedWord = /`(\p{Ll}[\p{Ll}'-]{1,30})`/gu;
const dots = / ?(?:\.{3}|…) ?(?=\p{Ll})/gu;
/** Four words or more that are run together. */
const runTogether = /(?<![\p{L}\p{N}_/.-])\p{L}+(?:[_-]\p{L}+){3,}(?![\p{L}\p{N}_/(-])/gu;

/** A text as it reads without marks, wrapped lines and words that are run together: a model reads it so, and patterns do not. */
export function plainText(text: string): string {
  return joinLines(text)
    .replace(marked, (block) => block.replace(/\s+/g, ' '))
    .replace(tags, '')
    .replace(emphasis, '')
    .replace(quotedWords, (words) => words.replaceAll('`', ''))
    .replace(quotedWord, '$1')
    .replace(dots, ' ')
    .replace(runTogether, (words) => words.replace(/[_-]/g, ' '));
}

/** A text whose sentences are not cut where its lines end. */
export function joinLines(text: string): string {
  return withBreaks(text)
    .replace(wordLines, (words) => words.replace(/\s*\n\s*/g, ' '))
    .replace(wrapped, ' ')
    .replace(starred, ' ');
}
