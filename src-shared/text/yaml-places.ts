import { isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import { lineStart } from './text-edit.ts';

/** A stretch of a text, by offsets in UTF-16 units, end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The name of a field. */
export function keyOf(pair: Pair): string {
  return String(isScalar(pair.key) ? pair.key.value : pair.key);
}

/** Where a node begins. */
export function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}

/** How far from the start of its line an offset lies. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The offset without the white space in front of it. */
export function trimmedEnd(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** Where a node's own text ends: a block collection ends with its last item, not with the comments below it. */
export function endOfNode(node: unknown): number {
  if (!isNode(node)) return 0;
  if (isMap(node) && !node.flow && node.items.length > 0) return endOfPair(node.items.at(-1) as Pair);
  if (isSeq(node) && !node.flow && node.items.length > 0) return endOfNode(node.items.at(-1));
  return node.range?.[1] ?? 0;
}

/** Where a field ends: with its value, or with its name. */
export function endOfPair(pair: Pair): number {
  const key = isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0;
  return Math.max(key, endOfNode(pair.value));
}

/** Behind the colon of a key. */
export function endOfKey(text: string, pair: Pair): number {
  const end = isNode(pair.key) ? (pair.key.range?.[1] ?? 0) : 0;
  return text.indexOf(':', end) + 1;
}

/** Offset of the dash in front of an item. */
export function dashOf(text: string, node: unknown): number {
  return text.lastIndexOf('-', startOf(node) - 1);
}

/** Where the text of a node stands. */
export function placeOf(node: unknown): Place {
  const [start, end] = (isNode(node) ? node.range : null) ?? [0, 0];
  return { start, end };
}
