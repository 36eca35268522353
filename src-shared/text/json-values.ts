import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import { LineCounter } from 'yaml';
import { isPegboardError } from '../errors.ts';
import { parseJson } from './parse-json.ts';
import { jsonProblem, type Place, type ReadValues } from './values.ts';

/** Values of a JSON text, strict. `firstLine` is the line of the file the text starts at. */
export function readJsonValues(text: string, firstLine = 1): ReadValues {
  const shift = ({ line, column }: Place): Place => ({ line: line + firstLine - 1, column });
  let value: unknown;
  try {
    value = parseJson(text, '');
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    const { line = 1, column = 1 } = error.data as { line?: number; column?: number };
    const message = error.message.replace(/^[\d:]*\s*/, '');
    return { ok: false, problem: { code: 'syntax', message, place: shift({ line, column }) } };
  }
  const wrong = jsonProblem(value);
  if (wrong) return { ok: false, problem: { ...wrong, place: { line: firstLine, column: 1 } } };
  return { ok: true, values: { value, placeOf: placeFinder(text, shift) } };
}

/** Finds places in a JSON text. The text is looked through when the first place is asked for, and only then. */
function placeFinder(text: string, shift: (place: Place) => Place): (path: readonly PropertyKey[]) => Place {
  let known: { tree: Node | undefined; lines: LineCounter } | undefined;
  return (path) => {
    known ??= { tree: parseTree(text), lines: linesOf(text) };
    const at = (offset: number): Place => {
      const { line, col } = known?.lines.linePos(offset) ?? { line: 1, col: 1 };
      return shift({ line, column: col });
    };
    for (let length = path.length; known.tree && length > 0; length--) {
      const node = findNodeAtLocation(known.tree, path.slice(0, length) as JSONPath);
      // The key says more than its value.
      if (node) return at(node.parent?.type === 'property' ? node.parent.offset : node.offset);
    }
    return at(known.tree?.offset ?? 0);
  };
}

function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  for (let start = 0; start >= 0 && start <= text.length; ) {
    lines.addNewLine(start);
    const end = text.indexOf('\n', start);
    start = end < 0 ? -1 : end + 1;
  }
  return lines;
}
