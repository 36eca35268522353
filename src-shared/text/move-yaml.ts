import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { parseYaml } from './parse-yaml.ts';
import { applyEdits, lineBreakOf, lineStart } from './text-edit.ts';
import { flowText } from './write-value.ts';
import { dashOf, endOfNode, endOfPair, keyOf, type Place, placeOf, startOf, trimmedEnd } from './yaml-places.ts';

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

/** The text with another name for a field; null where there is no such field. */
export function renamedField(text: string, path: YamlPath, name: string): string | null {
  const map = nodeAt(text, path.slice(0, -1));
  if (!isMap(map)) return null;
  const pair = map.items.find((one) => keyOf(one) === path.at(-1));
  return isScalar(pair?.key) ? applyEdits(text, [{ ...placeOf(pair.key), text: flowText(name) }]) : null;
}

/**
 * The text with some of its top fields as the fields of the first item of a list: `list:`, then each behind the dash, with its
 * comments. Null where they do not stand on lines of their own.
 */
export function fieldsAsItem(text: string, fields: readonly string[], list: string): string | null {
  const root = nodeAt(text, []);
  if (!isMap(root) || root.flow) return null;
  const pairs = root.items.filter((pair) => fields.includes(keyOf(pair)));
  const places = pairs.map((pair): Place => {
    const start = startOf(pair.key);
    return { start, end: endOfLine(text, trimmedEnd(text, endOfPair(pair))) };
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

/** The lines of each item with the comments above it; null where a dash stands behind something else. */
function itemLines(text: string, list: YAMLSeq): Place[] | null {
  const dashes = list.items.map((item) => dashOf(text, item));
  if (dashes.some((dash) => text.slice(lineStart(text, dash), dash).trim() !== '')) return null;
  const ends = list.items.map((item, i) => {
    const dash = dashes[i] ?? 0;
    return endOfLine(text, Math.max(dash + 1, trimmedEnd(text, endOfNode(item))));
  });
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

/** Behind the line break of the line that an offset lies on. */
function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', Math.max(0, offset - 1));
  return newline < 0 ? text.length : newline + 1;
}
