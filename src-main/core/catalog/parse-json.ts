import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { PegboardError } from '#shared/errors.ts';

/** Line and column, 1-based, of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/**
 * JSON of a file. A mistake is told with its line and column: those come from a second parser, since JSON.parse does not
 * always say where it stopped. `firstLine` is the line the text starts at. Error: `invalid_json`.
 */
export function parseJson(text: string, file: string, firstLine = 1): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const mistakes: ParseError[] = [];
    parse(text, mistakes, { disallowComments: true, allowTrailingComma: false });
    const { line, column } = positionAt(text, mistakes[0]?.offset ?? text.length);
    const place = { line: line + firstLine - 1, column };
    throw new PegboardError('invalid_json', `${file}:${place.line}:${place.column}: ${reasonOf(mistakes[0])}`, {
      hint: 'Pegboard reads JSON: a tools/list result, an OpenAI or Anthropic tools array, or a tools.jsonl.',
      data: { file, ...place },
      cause: error,
    });
  }
}

/** `CommaExpected` → "not valid JSON: comma expected". */
function reasonOf(mistake: ParseError | undefined): string {
  if (!mistake) return 'not valid JSON';
  const words = printParseErrorCode(mistake.error).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
  return `not valid JSON: ${words.toLowerCase()}`;
}
