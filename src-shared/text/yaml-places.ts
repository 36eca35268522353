import { type Document, isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import { type Place, trimmedEnd, wholeLines } from './text-edit.ts';

/** The name of a field. */
export function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

/** The range of a node's text, with the line breaks at the end of a block. */
export function placeOf(node: unknown): Place {
  const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
  return { start, end };
}

/** Where a node begins. */
export function startOf(node: unknown): number {
  return placeOf(node).start;
}

/** The range of a node's text, without the white space after it. */
export function trimmedPlace(text: string, node: unknown): Place {
  const { start } = placeOf(node);
  return { start, end: Math.max(start, trimmedEnd(text, endOfNode(node))) };
}

/** Where a node's own text ends: a block collection ends with its last item, not with the comments below it. */
export function endOfNode(node: unknown): number {
  if (isMap(node) && !node.flow && node.items.length > 0) return endOfPair(node.items.at(-1) as Pair);
  if (isSeq(node) && !node.flow && node.items.length > 0) return endOfNode(node.items.at(-1));
  return placeOf(node).end;
}

/** Where a field ends: with its value, or with its name. */
export function endOfPair(pair: Pair): number {
  return Math.max(placeOf(pair.key).end, endOfNode(pair.value));
}

/** Behind the colon of a key. */
export function endOfKey(text: string, pair: Pair): number {
  return text.indexOf(':', placeOf(pair.key).end) + 1;
}

/** Offset of the dash in front of an item. */
export function dashOf(text: string, node: unknown): number {
  return text.lastIndexOf('-', startOf(node) - 1);
}

/** The range of the key of a field, else of the field itself, else of the nearest node around it; undefined for the top. */
export function offsetOfField(document: Document, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent) ? parent.items.find((item) => keyOf(item) === String(key)) : undefined;
    const node = pair?.key ?? (isSeq(parent) ? parent.items[Number(key)] : undefined);
    if (isNode(node) && node.range) return node.range[0];
  }
  return undefined;
}

/** The lines of an item of a block list, from its dash on. */
export function linesOfItem(text: string, node: unknown): Place {
  const dash = dashOf(text, node);
  return wholeLines(text, { start: dash, end: Math.max(dash + 1, trimmedEnd(text, endOfNode(node))) });
}
