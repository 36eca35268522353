import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';
import { tooManyExplicitKeys } from '../../yaml/explicit-keys.ts';
import { jsonProblem, type Place, type ReadValues, type Unreadable } from './values.ts';

/** Longest YAML that is read, UTF-16 units: a skill is prose, not data. */
const maximumLength = 512 * 1024;
const maximumAliases = 50;

/**
 * Values of one YAML 1.2 document, as JSON: no tags, few aliases, bounded depth and size, each key once. `firstLine` is the
 * line of the file that the text starts at. Nothing in it is ever run.
 */
export function readYamlValues(text: string, firstLine = 1): ReadValues {
  const start = { line: firstLine, column: 1 };
  if (text.length > maximumLength)
    return unreadable('too_complex', `more than ${maximumLength} characters of YAML`, start);
  const tooMany = tooManyExplicitKeys(text);
  if (tooMany) return unreadable('too_complex', tooMany, start);
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: line + firstLine - 1, column: col };
  };
  try {
    // The parser compares each key with each other: `repeatedKey` does it in one pass.
    const document = parseDocument(text, { lineCounter: lines, version: '1.2', uniqueKeys: false, logLevel: 'silent' });
    const mistake = document.errors[0] ?? document.warnings[0];
    if (mistake) {
      return unreadable(
        mistake.code === 'RESOURCE_EXHAUSTION' ? 'too_complex' : 'syntax',
        reasonOf(mistake),
        placeOf(mistake.pos[0]),
        adviceFor(mistake.code),
      );
    }
    const repeated = repeatedKey(document);
    if (repeated) {
      return unreadable(
        'syntax',
        `the key ${String(repeated)} is there twice`,
        placeOf(repeated.range?.[0] ?? 0),
        'Keep one of the two.',
      );
    }
    const value: unknown = document.toJS({ maxAliasCount: maximumAliases }) ?? null;
    const wrong = jsonProblem(value);
    if (wrong) return unreadable(wrong.code, wrong.message, start);
    return { ok: true, values: { value, placeOf: (path) => placeOf(offsetOf(document, path)) } };
  } catch (error) {
    // An alias bomb, which toJS refuses, or a nesting beyond the stack.
    const reason = error instanceof RangeError ? 'lists or maps nest too deep' : 'aliases repeat too much';
    return unreadable('too_complex', reason, start, 'Write the values out.');
  }
}

function unreadable(code: Unreadable['code'], message: string, place: Place, hint?: string): ReadValues {
  return { ok: false, problem: { code, message, place, ...(hint ? { hint } : {}) } };
}

function reasonOf({ code, message }: { code: string; message: string }): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document starts here; the file must hold one';
  if (code === 'RESOURCE_EXHAUSTION') return 'lists or maps nest too deep';
  return (message.split('\n', 1)[0] ?? '').replace(/ at line \d+, column \d+:?$/, '').slice(0, 300);
}

function adviceFor(code: string): string | undefined {
  if (code === 'TAG_RESOLVE_FAILED') return 'Remove the tag: values are texts, numbers, lists and maps.';
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY') {
    return 'A text with ": " in it needs quotes around it.';
  }
  return undefined;
}

/** The first key that its map has a second time, or null. */
function repeatedKey(document: Document): Node | null {
  let repeated: Node | null = null;
  visit(document, {
    Map: (_key, map) => {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = isScalar(key) ? String(key.value) : isNode(key) ? String(key) : '';
        if (seen.has(name) && isNode(key)) {
          repeated = key;
          return visit.BREAK;
        }
        seen.add(name);
      }
      return undefined;
    },
  });
  return repeated;
}

/** Where the key of a field stands, else the field itself, else the nearest thing around it. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const node = pair?.key ?? (isSeq(parent) ? parent.items[Number(key)] : undefined);
    if (isNode(node) && node.range) return node.range[0];
  }
  return isNode(document.contents) && document.contents.range ? document.contents.range[0] : 0;
}
