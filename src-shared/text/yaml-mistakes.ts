/** A mistake as the parser reports it. `pos` holds the offsets of its start and end. */
export interface ParserMistake {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A mistake in plain words: what is wrong at which offset, and how to correct it. No part of the text is quoted. */
interface PlainMistake {
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
}

/**
 * What a mistake of the parser means. A bracket or a quote that is never closed is reported where it opens; the parser notices
 * it some lines later. Null for a mistake that the parser's own words describe well enough.
 */
export function plainMistake({ code, message, pos: [offset] }: ParserMistake, text: string): PlainMistake | null {
  if (/ must be sufficiently indented and end with a [\]}]/.test(message)) {
    const opened = openAt(text, offset)?.offset ?? offset;
    const bracket = text[opened] === '{' ? '}' : ']';
    const message = `the bracket that opens here is not closed with ${bracket} before the next entry`;
    return { offset: opened, message, hint: `Add ${bracket} where the ${bracket === '}' ? 'map' : 'list'} ends.` };
  }
  if (/^Missing closing .quote/.test(message)) {
    const opened = openAt(text, offset)?.offset ?? offset;
    return {
      offset: opened,
      message: 'the quote that opens here is not closed',
      hint: 'Add the same quote at the end.',
    };
  }
  const known = wordsByCode[code]?.find(([pattern]) => pattern.test(message));
  return known ? { offset, message: known[1], hint: known[2] } : null;
}

/** Plain words and advice by the parser's code; the first pattern that the parser's message matches counts. */
const wordsByCode: Readonly<Record<string, readonly (readonly [RegExp, string, string])[]>> = {
  BAD_INDENT: [
    [
      /same column/,
      'the indentation of this line differs from its neighbours',
      'Start all keys of a map in one column.',
    ],
  ],
  BLOCK_AS_IMPLICIT_KEY: [[/./, 'this line has a second ": "', 'Put quotes around a text that contains ": ".']],
  MULTILINE_IMPLICIT_KEY: [
    [/./, 'this line is not a key with a value', 'Write "key: value", or indent it below its key.'],
  ],
  MISSING_CHAR: [
    [/map values/, 'this line is not a key with a value', 'Write "key: value", or indent it below its key.'],
  ],
  TAB_AS_INDENT: [[/./, 'this line is indented with a tab', 'Use spaces.']],
  BAD_SCALAR_START: [[/./, 'a text cannot start with this character', 'Put quotes around the text.']],
  BAD_DQ_ESCAPE: [[/./, 'this escape sequence is not valid', 'Write \\\\ for a backslash, or use single quotes.']],
  UNEXPECTED_TOKEN: [[/./, 'this does not belong here', 'Check the brackets, commas and the indentation before it.']],
};

interface Opened {
  readonly offset: number;
  readonly sign: string;
}

/** Characters before a mistake that are searched for what it left open, so that many mistakes take linear time. */
const searched = 20_000;

/** The bracket or quote that is open at an offset, the innermost one. */
function openAt(text: string, end: number): Opened | undefined {
  const open: Opened[] = [];
  const start = end <= searched ? 0 : text.indexOf('\n', end - searched) + 1;
  for (let at = start; at < end; at++) {
    const sign = text[at] ?? '';
    const quote = open.at(-1)?.sign;
    if (quote === '"' || quote === "'") {
      if (quote === '"' && sign === '\\') at++;
      else if (sign === quote) open.pop();
    } else if (sign === '#' && startsToken(text, at)) {
      at = endOfLine(text, at);
    } else if (sign === '[' || sign === '{' || sign === '"' || sign === "'") {
      if (open.length > 0 || startsToken(text, at)) open.push({ offset: at, sign });
    } else if ((sign === ']' || sign === '}') && open.length > 0) {
      open.pop();
    }
  }
  return open.at(-1);
}

/** Whether a character begins a token: outside of brackets, one inside a word is only a letter of it. */
function startsToken(text: string, at: number): boolean {
  return at === 0 || /[\s[{,:]/.test(text[at - 1] ?? '');
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
