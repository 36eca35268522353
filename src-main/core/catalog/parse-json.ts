import { PegboardError } from '#shared/errors.ts';

/** Line and column, 1-based, of an offset in a text. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** JSON of a file. A mistake is told with its line and column; `firstLine` is the line the text starts at. */
export function parseJson(text: string, file: string, firstLine = 1): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    const offset = Number(/position (\d+)/.exec(words)?.[1] ?? text.length);
    const { line, column } = positionAt(text, offset);
    const place = { line: line + firstLine - 1, column };
    throw new PegboardError('invalid_json', `${file}:${place.line}:${place.column}: ${plainReason(words)}`, {
      hint: 'Pegboard reads JSON: a tools/list result, an OpenAI or Anthropic tools array, or a tools.jsonl.',
      data: { file, ...place },
      cause: error,
    });
  }
}

/** V8's words without the excerpt of the text and the position, which we give ourselves. */
function plainReason(words: string): string {
  const reason = words
    .replace(/,? ?(\.\.\.)?".*$/s, '')
    .replace(/ (in JSON )?at position.*$/s, '')
    .trim();
  return reason === '' ? 'not valid JSON' : `not valid JSON: ${reason}`;
}
