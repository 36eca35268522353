import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { removeMembers } from './bracket-edits.ts';
import { parseYaml } from './parse-yaml.ts';
import {
  applyEdits,
  behindLine,
  columnOf,
  insertion,
  insertLines,
  lineBreakOf,
  lineStart,
  type Place,
  trimmedEnd,
} from './text-edit.ts';
import { flowText } from './write-value.ts';
import { dashOf, endOfNode, endOfPair, keyOf, linesOfItem, placeOf, startOf } from './yaml-places.ts';

/** Keys, and numbers of items, from the top of a text. */
export type YamlPath = readonly (string | number)[];

/**
 * The text with an item of a list at another place, with its comments: those above its dash and those inside. Null where the list
 * is written in a way that has no place of its own for each item.
 */
export function movedItem(text: string, path: YamlPath, to: number): string | null {
  const list = nodeAt(text, path.slice(0, -1));
  const from = Number(path.at(-1));
  if (!isSeq(list) || from >= list.items.length || to >= list.items.length) return null;
  const places = list.flow ? list.items.map(placeOf) : itemLines(text, list);
  if (places === null) return null;
  const parts = places.map(({ start, end }) => text.slice(start, end));
  const eol = lineBreakOf(text);
  const isOpen = !list.flow && !parts.at(-1)?.endsWith('\n');
  const whole = isOpen ? parts.map((part, i) => (i === parts.length - 1 ? part + eol : part)) : parts;
  const moved = whole.toSpliced(from, 1).toSpliced(to, 0, whole[from] ?? '');
  const edits = places.map((place, i) => {
    const part = moved[i] ?? '';
    return { ...place, text: isOpen && i === moved.length - 1 ? part.slice(0, -eol.length) : part };
  });
  return applyEdits(text, edits);
}

/** The stretch of a text that goes with an item of a list: its lines, or in brackets the item with its comma. Null for no such item. */
export function stretchOfItem(text: string, path: YamlPath): Place | null {
  const list = nodeAt(text, path.slice(0, -1));
  const index = Number(path.at(-1));
  if (!isSeq(list) || index >= list.items.length) return null;
  if (!list.flow) return linesOfItem(text, list.items[index]);
  return removeMembers(list.items.map(placeOf), new Set([index]))[0] ?? null;
}

/**
 * The text with lines of its own as an item of a list, in front of the item that has the index now or behind the last one. They are
 * moved to the column of the list's dashes. Null where the list is not one dash below the other.
 */
export function withItemLines(text: string, path: YamlPath, written: string): string | null {
  const list = nodeAt(text, path.slice(0, -1));
  if (!isSeq(list) || list.flow || !list.items[0] || !/^\s*-\s/.test(written)) return null;
  const indent = columnOf(text, dashOf(text, list.items[0]));
  const before = /^[^\S\n]*/.exec(written)?.[0] ?? '';
  const lines = written
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => (line.startsWith(before) ? `${indent}${line.slice(before.length)}` : line));
  const next = list.items[Number(path.at(-1))];
  const edit = next
    ? insertion(lineStart(text, dashOf(text, next)), lines.map((line) => `${line}${lineBreakOf(text)}`).join(''))
    : insertLines(text, endOfNode(list.items.at(-1)), lines);
  return applyEdits(text, [edit]);
}

/** The text with another name for a field; null where there is no such field. */
export function renamedField(text: string, path: YamlPath, name: string): string | null {
  const map = nodeAt(text, path.slice(0, -1));
  if (!isMap(map)) return null;
  const pair = map.items.find((one) => keyOf(one) === path.at(-1));
  return isScalar(pair?.key) ? applyEdits(text, [{ ...placeOf(pair.key), text: flowText(name) }]) : null;
}

/**
 * The text with some of its top fields as the fields of the first item of a list: `list:`, then each behind the dash, with its
 * comments. Null when they are not on lines of their own.
 */
export function fieldsAsItem(text: string, fields: readonly string[], list: string): string | null {
  const root = nodeAt(text, []);
  if (!isMap(root) || root.flow) return null;
  const pairs = root.items.filter((pair) => fields.includes(keyOf(pair)));
  const places = pairs.map((pair): Place => {
    const start = startOf(pair.key);
    return { start, end: behindLine(text, trimmedEnd(text, endOfPair(pair))) };
  });
  const [first] = places;
  if (!first || places.some(({ start }) => start !== lineStart(text, start))) return null;
  const eol = lineBreakOf(text);
  const lines = places.flatMap(({ start, end }) => text.slice(start, end).trimEnd().split(/\r?\n/));
  const item = lines.map((line, i) => (i === 0 ? `  - ${line}` : line === '' ? '' : `    ${line}`)).join(eol);
  const isOpen = places.some(({ end }) => end === text.length && !text.endsWith('\n'));
  const written = `${flowText(list)}:${eol}${item}${isOpen && places.length === 1 ? '' : eol}`;
  return applyEdits(
    text,
    places.map((place, i) => ({ ...place, text: i === 0 ? written : '' })),
  );
}

/** The node at a path; undefined where nothing can be read there. */
function nodeAt(text: string, path: YamlPath): YAMLMap | YAMLSeq | unknown {
  const parsed = parseYaml(text);
  if (!parsed.ok) return undefined;
  return path.length === 0 ? parsed.document.contents : parsed.document.getIn([...path], true);
}

/** The lines of each item with the comments above it; null where a dash is behind something else. */
function itemLines(text: string, list: YAMLSeq): Place[] | null {
  const dashes = list.items.map((item) => dashOf(text, item));
  if (dashes.some((dash) => text.slice(lineStart(text, dash), dash).trim() !== '')) return null;
  const ends = list.items.map((item) => linesOfItem(text, item).end);
  return ends.map((end, i) => ({ start: ends[i - 1] ?? withComments(text, lineStart(text, dashes[0] ?? 0)), end }));
}

/** The start of the comment lines right above a line. */
function withComments(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    if (!text.slice(above, start).trimStart().startsWith('#')) break;
    start = above;
  }
  return start;
}
