import { diffArrays } from 'diff';
import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonicalJson } from '../canonical-json.ts';
import type { JsonMap, JsonValue } from './json-value.ts';
import { parseYaml, type YamlDocument, yamlValues } from './parse-yaml.ts';
import { applyEdits, type Edit, insertLines, lineBreakOf, lineStart, wholeLines } from './text-edit.ts';
import { asFlow, flowText, isJsonMap, itemAsLines, keysAsLines } from './write-value.ts';
import {
  columnOf,
  dashOf,
  endOfKey,
  endOfNode,
  endOfPair,
  keyOf,
  type Place,
  placeOf,
  startOf,
  trimmedEnd,
} from './yaml-places.ts';

export type { JsonValue } from './json-value.ts';

/**
 * The text of a YAML map so that it says a new value, or null where it is written in a way that cannot be edited, such as
 * by an alias. Only what differs is touched: every other byte stays, comments, the order of keys, numbers as they were
 * written and line endings included. The result is read again before it is given back.
 */
export function editYaml(text: string, value: JsonMap): string | null {
  const parsed = parseYaml(text);
  const old = parsed.ok ? toJson(parsed) : null;
  if (!parsed.ok || old === null) return null;
  if (same(old, value)) return text;
  const root = parsed.document.contents;
  const edited = isMap(root)
    ? applyEdits(text, mapEdits(text, root, old, value))
    : applyEdits(text, [insertLines(text, text.length, keysAsLines(value, ''))]);
  return says(edited, value) ? edited : null;
}

/** Whether a text has these values. */
export function says(text: string, value: JsonValue): boolean {
  const parsed = parseYaml(text);
  const read = parsed.ok ? toJson(parsed) : null;
  return read !== null && same(read, value);
}

function toJson(parsed: YamlDocument): JsonMap | null {
  const read = yamlValues(parsed);
  return read.ok ? ((read.value ?? {}) as JsonMap) : null;
}

function same(a: JsonValue, b: JsonValue): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

function mapEdits(text: string, map: YAMLMap, old: JsonMap, value: JsonMap): Edit[] {
  const kept = map.items.filter((pair) => Object.hasOwn(value, keyOf(pair)));
  const added = Object.keys(value).filter((key) => !Object.hasOwn(old, key));
  if (map.flow) return flowMapEdits(text, map, { old, value, added });
  const firstKept = map.items.findIndex((pair) => Object.hasOwn(value, keyOf(pair)));
  const start = startOf(map.items[0]?.key);
  const sharesLine = text.slice(lineStart(text, start), start).trim() !== '';
  // What goes behind a dash leaves the dash to the first key that stays.
  const leading =
    firstKept > 0 && sharesLine ? [{ start, end: startOf(map.items[firstKept]?.key), text: '' }] : undefined;
  const edits = map.items.flatMap((pair, i) => {
    const key = keyOf(pair);
    if (Object.hasOwn(value, key)) return pairEdits(text, pair, old[key] as JsonValue, value[key] as JsonValue);
    if (leading && i < firstKept) return i === 0 ? leading : [];
    return [wholeLines(text, startOf(pair.key), trimmedEnd(text, endOfPair(pair)))];
  });
  if (added.length === 0) return edits;
  const last = kept.at(-1) ?? map.items.at(-1);
  const lines = keysAsLines(pick(value, added), ' '.repeat(columnOf(text, start)));
  return [...edits, insertLines(text, last ? endOfPair(last) : text.length, lines)];
}

function pairEdits(text: string, pair: Pair, old: JsonValue, value: JsonValue): Edit[] {
  if (same(old, value)) return [];
  const inside = isNode(pair.value) ? valueEdits(text, pair.value, old, value) : null;
  if (inside) return inside;
  const start = startOf(pair.key);
  const lines = keysAsLines({ [keyOf(pair)]: value }, ' '.repeat(columnOf(text, start)));
  const end = isNode(pair.value) ? trimmedEnd(text, endOfNode(pair.value)) : endOfPair(pair);
  return [rewritten(text, start, Math.max(end, endOfKey(text, pair)), lines)];
}

/** Lines in the place of others. A comment at the end of the last goes above them when it could be read as part of a text. */
function rewritten(text: string, start: number, end: number, lines: readonly string[]): Edit {
  const eol = lineBreakOf(text);
  const written = lines.join(eol).trimStart();
  const comment = /^[^\S\n]+(#[^\r\n]*)/.exec(text.slice(end));
  if (!comment || lines.length === 1) return { start, end, text: written };
  const indent = ' '.repeat(columnOf(text, start));
  return { start, end: end + comment[0].length, text: `${comment[1]}${eol}${indent}${written}` };
}

/** Edits inside a value; null where it must be written anew with what stands in front of it. */
function valueEdits(text: string, node: unknown, old: JsonValue, value: JsonValue): Edit[] | null {
  if (isAlias(node)) return null;
  // In brackets, `[a: 1]` is a map without braces.
  if (isMap(node) && node.flow && text[node.range?.[0] ?? 0] !== '{') return null;
  if (isMap(node) && isJsonMap(old) && isJsonMap(value) && (node.flow || Object.keys(value).length > 0)) {
    const keepsOne = node.flow || node.items.some((pair) => Object.hasOwn(value, keyOf(pair)));
    return keepsOne ? mapEdits(text, node, old, value) : null;
  }
  if (isMap(node) && isJsonMap(old) && Array.isArray(value) && same(old, value[0] ?? null)) {
    return wrappedAsItem(text, node, value.slice(1));
  }
  if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && node.items.length > 0) {
    if (node.flow) return flowSeqEdits(text, node, old, value);
    const dash = dashOf(text, node.items[0]);
    // A list that starts behind another's dash has no first line of its own.
    const ownLines = text.slice(lineStart(text, dash), dash).trim() === '';
    return value.length > 0 && ownLines ? blockSeqEdits(text, node, old, value) : null;
  }
  if (isScalar(node) && node.range && isPlain(value)) {
    const isEmpty = node.range[0] === node.range[1];
    if (isEmpty || node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') return null;
    const type = node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE' ? node.type : undefined;
    const written = stringify(value, { lineWidth: 0, ...(type && { defaultStringType: type }) }).trimEnd();
    return written.includes('\n') ? null : [{ start: node.range[0], end: node.range[1], text: written }];
  }
  return null;
}

/** Whether a value is written on one line. */
function isPlain(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

function blockSeqEdits(text: string, seq: YAMLSeq, old: readonly JsonValue[], value: readonly JsonValue[]): Edit[] {
  const indent = ' '.repeat(columnOf(text, dashOf(text, seq.items[0])));
  const edits: Edit[] = [];
  let at = 0;
  let end = lineStart(text, dashOf(text, seq.items[0]));
  let gone: readonly JsonValue[] = [];
  for (const { added, removed, value: items } of itemRuns(old, value)) {
    if (removed) {
      gone = items;
      continue;
    }
    if (added) {
      // As many as can be are changed where they stand; so a map keeps the comments of its other keys.
      const common = Math.min(gone.length, items.length);
      for (let i = 0; i < common; i++) edits.push(...itemEdits(text, seq.items[at + i], gone[i], items[i], indent));
      edits.push(...gone.slice(common).map((_, i) => itemRemoval(text, seq.items[at + common + i])));
      at += gone.length;
      if (at > 0) end = endOfNode(seq.items[at - 1]);
      const lines = items.slice(common).flatMap((item) => itemAsLines(item, indent));
      if (lines.length > 0) edits.push(at > 0 ? insertLines(text, end, lines) : insertBefore(text, end, lines));
      gone = [];
      continue;
    }
    edits.push(...gone.map((_, i) => itemRemoval(text, seq.items[at + i])));
    at += gone.length + items.length;
    gone = [];
    end = endOfNode(seq.items[at - 1]);
  }
  return [...edits, ...gone.map((_, i) => itemRemoval(text, seq.items[at + i]))];
}

/** Runs of equal, removed and added items; what is removed comes before what is added in its place. */
function itemRuns(old: readonly JsonValue[], value: readonly JsonValue[]) {
  return diffArrays([...old], [...value], { comparator: (a, b) => same(a, b) });
}

function itemEdits(
  text: string,
  node: unknown,
  old: JsonValue | undefined,
  value: JsonValue | undefined,
  indent: string,
): Edit[] {
  if (old === undefined || value === undefined) return [];
  const inside = valueEdits(text, node, old, value);
  if (inside) return inside;
  const start = dashOf(text, node);
  const end = Math.max(start + 1, trimmedEnd(text, endOfNode(node)));
  return [rewritten(text, start, end, itemAsLines(value, indent))];
}

function itemRemoval(text: string, node: unknown): Edit {
  const dash = dashOf(text, node);
  return wholeLines(text, dash, Math.max(dash + 1, trimmedEnd(text, endOfNode(node))));
}

function insertBefore(text: string, offset: number, lines: readonly string[]): Edit {
  const eol = lineBreakOf(text);
  return { start: offset, end: offset, text: lines.map((line) => `${line}${eol}`).join('') };
}

function flowMapEdits(
  text: string,
  map: YAMLMap,
  { old, value, added }: { old: JsonMap; value: JsonMap; added: readonly string[] },
): Edit[] {
  const gone = new Set(map.items.flatMap((pair, i) => (Object.hasOwn(value, keyOf(pair)) ? [] : [i])));
  if (gone.size === map.items.length && gone.size > 0) return [{ ...placeOf(map), text: asFlow(value) }];
  const places = map.items.map((pair) => ({ start: startOf(pair.key), end: endOfPair(pair) }));
  const changed = map.items.flatMap((pair) => {
    const key = keyOf(pair);
    if (!Object.hasOwn(value, key)) return [];
    const next = value[key] as JsonValue;
    if (same(old[key] as JsonValue, next)) return [];
    const inside = isNode(pair.value) ? valueEdits(text, pair.value, old[key] as JsonValue, next) : null;
    if (inside) return inside;
    const range = isNode(pair.value) ? pair.value.range : null;
    if (range && range[0] < range[1]) return [{ start: range[0], end: range[1], text: asFlow(next) }];
    const end = endOfPair(pair);
    return [
      {
        start: end,
        end,
        text: text.slice(startOf(pair.key), end).endsWith(':') ? ` ${asFlow(next)}` : `: ${asFlow(next)}`,
      },
    ];
  });
  const additions = added.map((key) => `${flowText(key)}: ${asFlow(value[key] as JsonValue)}`);
  const edits = [...changed, ...flowRemovals(places, gone)];
  return additions.length === 0 ? edits : [...edits, inBrackets(text, map, additions.join(', '))];
}

function flowSeqEdits(text: string, seq: YAMLSeq, old: readonly JsonValue[], value: readonly JsonValue[]): Edit[] {
  const kept = itemRuns(old, value).some(({ added, removed }) => !added && !removed);
  const [start, end] = seq.range ?? [0, 0];
  if (value.length === 0 || (!kept && old.length !== value.length)) return [{ start, end, text: asFlow([...value]) }];
  const places = seq.items.map(placeOf);
  const edits: Edit[] = [];
  const gone = new Set<number>();
  let at = 0;
  let removed: readonly JsonValue[] = [];
  const finish = (added: readonly JsonValue[]) => {
    const common = Math.min(removed.length, added.length);
    for (let i = 0; i < common; i++) edits.push(...flowItemEdits(text, seq.items[at + i], removed[i], added[i]));
    for (let i = common; i < removed.length; i++) gone.add(at + i);
    at += removed.length;
    removed = [];
    const more = added.slice(common).map(asFlow);
    const [before, next] = [places[at - 1], places[at]];
    if (more.length === 0) return;
    if (before) edits.push({ start: before.end, end: before.end, text: more.map((item) => `, ${item}`).join('') });
    else if (next) edits.push({ start: next.start, end: next.start, text: more.map((item) => `${item}, `).join('') });
  };
  for (const run of itemRuns(old, value)) {
    if (run.removed) removed = run.value;
    else if (run.added) finish(run.value);
    else {
      finish([]);
      at += run.value.length;
    }
  }
  finish([]);
  return [...edits, ...flowRemovals(places, gone)];
}

function flowItemEdits(text: string, node: unknown, old: JsonValue | undefined, value: JsonValue | undefined): Edit[] {
  if (old === undefined || value === undefined) return [];
  return valueEdits(text, node, old, value) ?? [{ ...placeOf(node), text: asFlow(value) }];
}

/** What stands between brackets without some of its parts: each goes with the comma on the side of the part that stays. */
function flowRemovals(places: readonly Place[], gone: ReadonlySet<number>): Edit[] {
  const lastKept = places.findLastIndex((_, i) => !gone.has(i));
  return [...gone].map((i) => {
    const { start, end } = places[i] ?? { start: 0, end: 0 };
    if (i < lastKept) return { start, end: places[i + 1]?.start ?? end, text: '' };
    return { start: places[i - 1]?.end ?? start, end, text: '' };
  });
}

/** A map as the first item of a list, and more items behind it: its lines only move in. */
function wrappedAsItem(text: string, map: YAMLMap, more: readonly JsonValue[]): Edit[] | null {
  const { start, end } = placeOf(map);
  if (map.flow) {
    const behind = more.map((item) => `, ${asFlow(item)}`).join('');
    return [
      { start, end: start, text: '[' },
      { start: end, end, text: `${behind}]` },
    ];
  }
  const line = lineStart(text, start);
  if (text.slice(line, start).trim() !== '') return null;
  const last = trimmedEnd(text, endOfNode(map));
  const edits: Edit[] = [{ start, end: start, text: '- ' }];
  for (let next = text.indexOf('\n', start) + 1; next > 0 && next < last; next = text.indexOf('\n', next) + 1) {
    if (!/[\r\n]/.test(text[next] ?? '\n')) edits.push({ start: next, end: next, text: '  ' });
  }
  const indent = text.slice(line, start);
  const lines = more.flatMap((item) => itemAsLines(item, indent));
  return lines.length === 0 ? edits : [...edits, insertLines(text, last, lines)];
}

/** Adds behind the last item inside the brackets of a flow collection. */
function inBrackets(text: string, collection: YAMLMap | YAMLSeq, addition: string): Edit {
  const close = (collection.range?.[1] ?? 1) - 1;
  const before = text.slice(0, close).trimEnd();
  const comma = /[[{]$/.test(before) ? '' : before.endsWith(',') ? ' ' : ', ';
  return { start: before.length, end: before.length, text: `${comma}${addition}` };
}

function pick(value: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(keys.map((key) => [key, value[key] as JsonValue]));
}
