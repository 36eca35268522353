import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { PegboardError } from '../errors.ts';

/** Line and column, 1-based, of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Like `positionAt`, for many offsets of one text. */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}

interface JsonOrigin {
  /** The line that the text starts at. */
  readonly firstLine?: number;
  /** What is asked for there. */
  readonly hint?: string;
}

/**
 * JSON of a file. A mistake is reported with its line and column: those come from a second parser, since JSON.parse does not
 * always say where it stopped. Error: `invalid_json`.
 */
export function parseJson(
  text: string,
  file: string,
  { firstLine = 1, hint = 'Correct it at this place.' }: JsonOrigin = {},
): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { offset, reason } = firstMistake(text);
    const { line, column } = positionAt(text, offset);
    const place = { line: line + firstLine - 1, column };
    const isEmpty = text.trim() === '' && file !== '';
    const message = isEmpty ? `${file} is empty.` : `${file}:${place.line}:${place.column}: not valid JSON${reason}`;
    throw new PegboardError('invalid_json', message, {
      hint,
      data: { file, ...place },
      cause: error,
    });
  }
}

/** Where and why a text is not JSON: `CommaExpected` → ": comma expected". */
function firstMistake(text: string): { offset: number; reason: string } {
  const mistakes: ParseError[] = [];
  try {
    parse(text, mistakes, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { offset: 0, reason: ': nested too deep' };
  }
  const [first] = mistakes;
  if (!first) return { offset: text.length, reason: '' };
  const words = printParseErrorCode(first.error).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return { offset: first.offset, reason: `: ${words.toLowerCase()}` };
}
