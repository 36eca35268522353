import { isAlias, isMap, isNode, isScalar, isSeq, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { insertMembers, itemRuns, type Members, removeMembers } from './bracket-edits.ts';
import { parseYaml, sameJson, says, yamlValues } from './parse-yaml.ts';
import {
  applyEdits,
  columnOf,
  type Edit,
  insertion,
  insertLines,
  lineBreakOf,
  lineEnd,
  lineStart,
  trimmedEnd,
  wholeLines,
} from './text-edit.ts';
import { asFlow, asLines, asText, flowText, isJsonMap, type JsonMap, type JsonValue, scalarAs } from './write-value.ts';
import {
  dashOf,
  endOfKey,
  endOfNode,
  endOfPair,
  keyOf,
  linesOfItem,
  placeOf,
  startOf,
  trimmedPlace,
} from './yaml-places.ts';

export interface YamlEditOptions {
  /** Keys in the order that they are written in: a new one goes behind the nearest that is there, any other to the end. */
  readonly order?: readonly string[];
  /** Whether two values mean the same, for a reader that does not tell them apart. */
  readonly same?: (a: JsonValue, b: JsonValue) => boolean;
}

/**
 * The text of a YAML document so that it says a new value, or null where it is written in a way that cannot be edited, such as
 * by an alias. Only what differs is touched: every other byte stays, comments, the order of keys, numbers as they were
 * written and line endings included. The result is read again before it is given back.
 */
export function editYaml(text: string, value: JsonValue, options: YamlEditOptions = {}): string | null {
  const { same = sameJson } = options;
  const parsed = parseYaml(text);
  const read = parsed.ok ? yamlValues(parsed) : null;
  if (!parsed.ok || !read?.ok) return null;
  const old = (read.value ?? (Array.isArray(value) ? [] : {})) as JsonValue;
  if (same(old, value)) return text;
  for (const quoted of [false, true]) {
    const edits = new YamlEditor(text, { ...options, same, quoted }).root(parsed.document.contents, { old, value });
    const edited = edits && applyEdits(text, edits);
    if (edited !== null && says(edited, value, same)) return edited;
  }
  return null;
}

/** A value before and after. */
interface Change<Value = JsonValue> {
  readonly old: Value;
  readonly value: Value;
}

/** The text in front of a value: where it ends, and the column of its key or dash as white space. */
interface Holder {
  readonly end: number;
  readonly indent: string;
  readonly isItem: boolean;
}

interface EditorOptions extends YamlEditOptions {
  readonly same: NonNullable<YamlEditOptions['same']>;
  /** Whether every new text is in quotes. */
  readonly quoted: boolean;
}

class YamlEditor {
  readonly #text: string;
  readonly #options: EditorOptions;
  readonly #eol: string;

  constructor(text: string, options: EditorOptions) {
    this.#text = text;
    this.#options = options;
    this.#eol = lineBreakOf(text);
  }

  root(node: unknown, change: Change): Edit[] | null {
    if (isMap(node) || isSeq(node)) return this.#inside(node, change, null);
    const { value } = change;
    if (!isJsonMap(value) && !Array.isArray(value)) return null;
    return [insertLines(this.#text, this.#text.length, this.#lines(value, ''))];
  }

  /** Edits inside a value; null where it must be written again. Within brackets and at the top nothing holds it. */
  #inside(node: unknown, { old, value }: Change, holder: Holder | null): Edit[] | null {
    const text = this.#text;
    // In brackets, `[a: 1]` is a map without braces.
    if (isMap(node) && node.flow && text[startOf(node)] !== '{') return null;
    if (isMap(node) && isJsonMap(old) && isJsonMap(value)) {
      if (node.flow) return this.#flowMap(node, { old, value });
      const keepsOne = holder === null || node.items.some((pair) => Object.hasOwn(value, keyOf(pair)));
      return keepsOne ? this.#blockMap(node, { old, value }) : null;
    }
    if (isMap(node) && isJsonMap(old) && Array.isArray(value) && this.#same(old, value[0] ?? null)) {
      return this.#wrappedAsItem(node, value.slice(1));
    }
    if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && node.items.length > 0) {
      if (node.flow) return this.#flowSeq(node, { old, value });
      const dash = dashOf(text, node.items[0]);
      // A list that starts behind another's dash has no first line of its own.
      const ownLines = text.slice(lineStart(text, dash), dash).trim() === '';
      return value.length > 0 && ownLines ? this.#blockSeq(node, { old, value }) : null;
    }
    return isScalar(node) && isPlain(value) ? this.#scalar(node, value, holder) : null;
  }

  /** One text or number in the place of another: in its kind of quotes, and with the comment that its block has. */
  #scalar(node: Scalar, value: JsonValue, holder: Holder | null): Edit[] | null {
    const place = trimmedPlace(this.#text, node);
    if (place.start === place.end) return null;
    // Quotes that the old text needed say nothing about the new one.
    const isChoice = asText(node.value) !== this.#text.slice(place.start, place.end);
    if (typeof value === 'string' && isChoice && (node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE')) {
      const mustEscape = value.includes('\n') || this.#options.quoted;
      return [{ ...place, text: scalarAs({ type: mustEscape ? 'QUOTE_DOUBLE' : node.type }, value) }];
    }
    return holder ? null : [{ ...place, text: asFlow(value) }];
  }

  #blockMap(map: YAMLMap, { old, value }: Change<JsonMap>): Edit[] {
    const text = this.#text;
    const start = startOf(map.items[0]?.key);
    const indent = columnOf(text, start);
    const firstKept = map.items.findIndex((pair) => Object.hasOwn(value, keyOf(pair)));
    const sharesLine = text.slice(lineStart(text, start), start).trim() !== '';
    const edits = map.items.flatMap((pair, i) => {
      const key = keyOf(pair);
      const change = { old: old[key] as JsonValue, value: value[key] as JsonValue };
      if (Object.hasOwn(value, key)) return this.#pair(pair, change);
      if (i > firstKept || !sharesLine) {
        return [
          { ...wholeLines(text, { start: startOf(pair.key), end: trimmedEnd(text, endOfPair(pair)) }), text: '' },
        ];
      }
      return i === 0 ? this.#leading(map, firstKept, change.old) : [];
    });
    return [...edits, ...this.#addedKeys(map, { old, value }, indent)];
  }

  /**
   * When the entry after a dash is removed, the first key that stays moves to the dash, unless a comment is between them
   * or nothing is left.
   */
  #leading({ items }: YAMLMap, firstKept: number, old: JsonValue): Edit[] {
    const [first, kept] = [items[0], items[firstKept]];
    const place = { start: startOf(first?.key), end: startOf(kept?.key) };
    const isCommented = first && this.#text.slice(endOfPair(first), place.end).includes('#');
    if (isCommented && firstKept === 1 && this.#same({ [keyOf(first)]: null }, {})) {
      return this.#pair(first, { old, value: null });
    }
    return [{ ...place, text: '' }];
  }

  #addedKeys(map: YAMLMap, { old, value }: Change<JsonMap>, indent: string): Edit[] {
    const text = this.#text;
    const kept = map.items.filter((pair) => Object.hasOwn(value, keyOf(pair)));
    const added = Object.keys(value).filter((key) => !Object.hasOwn(old, key));
    const [placed, others] = [
      added.filter((key) => this.#isOrdered(key)),
      added.filter((key) => !this.#isOrdered(key)),
    ];
    const edits = placed.map((key) => {
      const lines = this.#lines({ [key]: value[key] as JsonValue }, indent);
      const previous = kept.find((pair) => keyOf(pair) === this.#before(key, kept));
      if (!previous)
        return insertion(startOf(map.items[0]?.key), `${lines.join(this.#eol).trimStart()}${this.#eol}${indent}`);
      const end = lineEnd(text, trimmedEnd(text, endOfPair(previous)));
      return insertion(end, `${this.#eol}${lines.join(this.#eol)}`);
    });
    if (others.length === 0) return edits;
    const last = kept.at(-1) ?? map.items.at(-1);
    return [
      ...edits,
      insertLines(text, last ? endOfPair(last) : text.length, this.#lines(pick(value, others), indent)),
    ];
  }

  #isOrdered(key: string): boolean {
    return this.#options.order?.includes(key) ?? false;
  }

  /** The key that a new one goes behind; undefined for none. */
  #before(key: string, pairs: readonly Pair[]): string | undefined {
    const { order = [] } = this.#options;
    const names = new Set(pairs.map(keyOf));
    return order.slice(0, Math.max(0, order.indexOf(key))).findLast((name) => names.has(name));
  }

  #pair(pair: Pair, change: Change): Edit[] {
    if (this.#same(change.old, change.value)) return [];
    const { value: node } = pair;
    const indent = columnOf(this.#text, startOf(pair.key));
    const holder = { end: endOfKey(this.#text, pair), indent, isItem: false };
    // The value of an alias is not written out in its place.
    if (isAlias(node) && !(isPlain(change.old) && isPlain(change.value))) return [];
    return this.#inside(node, change, holder) ?? this.#behind(node, change.value, holder);
  }

  /** Another value behind a key or a dash. A comment on its first line stays there. */
  #behind(node: unknown, value: JsonValue, { end: from, indent, isItem }: Holder): Edit[] {
    const text = this.#text;
    const lines = this.#lines(isItem ? [value] : { k: value }, indent);
    const first = (lines[0] ?? '').slice(indent.length + (isItem ? 1 : 2));
    const rest = lines.slice(1);
    const place = trimmedPlace(text, node);
    const isEmpty = !isNode(node) || place.start === place.end;
    const { start, end } = isEmpty ? { start: from, end: from } : place;
    const block = isScalar(node) ? /^[|>][-+\d]*([^\S\n\r]+#[^\n\r]*)?/.exec(text.slice(start, end)) : null;
    const bare = first.trimStart();
    if (!text.slice(from, end).includes('\n')) {
      const isAlone = text.slice(end, lineEnd(text, end)).trim() === '';
      const isNothing = isScalar(node) && node.value === null;
      const keepsSpace = !isEmpty && (bare !== '' || !isAlone || isNothing);
      const edit = { start: keepsSpace ? start : from, end, text: keepsSpace ? bare : first };
      return rest.length === 0 ? [edit] : [edit, insertLines(text, end, rest)];
    }
    if (block) return [{ start, end, text: [`${bare}${block[1] ?? ''}`, ...rest].join(this.#eol) }];
    const comment = /^[^\S\n]*#[^\r\n]*/.exec(text.slice(from))?.[0] ?? '';
    return [{ start: from, end, text: [`${first}${comment}`, ...rest].join(this.#eol) }];
  }

  #blockSeq(seq: YAMLSeq, change: Change<readonly JsonValue[]>): Edit[] {
    const text = this.#text;
    const top = dashOf(text, seq.items[0]);
    const indent = columnOf(text, top);
    return itemRuns(change, (a, b) => this.#same(a, b)).flatMap(({ at, gone, added }) => {
      // Every value that can be is changed in its place, so that a map keeps the comments of its other keys.
      const common = Math.min(gone.length, added.length);
      const nodes = seq.items.slice(at, at + gone.length);
      const changed = nodes.slice(0, common).flatMap((node, i) => {
        const between = { old: gone[i] ?? null, value: added[i] ?? null };
        const holder = { end: dashOf(text, node) + 1, indent, isItem: true };
        return this.#inside(node, between, holder) ?? this.#behind(node, between.value, holder);
      });
      const removed = nodes.slice(common).map((node) => ({ ...linesOfItem(text, node), text: '' }));
      const lines = this.#lines(added.slice(common), indent);
      if (lines.length === 0) return [...changed, ...removed];
      const before = seq.items[at + common - 1];
      const inserted = before
        ? insertLines(text, endOfNode(before), lines)
        : insertion(lineStart(text, top), lines.map((line) => `${line}${this.#eol}`).join(''));
      return [...changed, ...removed, inserted];
    });
  }

  #flowMap(map: YAMLMap, { old, value }: Change<JsonMap>): Edit[] {
    const text = this.#text;
    const gone = new Set(map.items.flatMap((pair, i) => (Object.hasOwn(value, keyOf(pair)) ? [] : [i])));
    if (gone.size === map.items.length && gone.size > 0) return [{ ...placeOf(map), text: this.#flow(value) }];
    const kept = map.items.filter((_, i) => !gone.has(i));
    const places = map.items.map((pair) => ({ start: startOf(pair.key), end: endOfPair(pair) }));
    const members: Members = { text, open: startOf(map) + 1, places };
    const changed = kept.flatMap((pair) => {
      const [before, after] = [old[keyOf(pair)] as JsonValue, value[keyOf(pair)] as JsonValue];
      if (this.#same(before, after)) return [];
      const end = endOfPair(pair);
      const isEmpty = !isNode(pair.value) || placeOf(pair.value).start === placeOf(pair.value).end;
      if (isEmpty)
        return [insertion(end, `${text.slice(startOf(pair.key), end).endsWith(':') ? '' : ':'} ${this.#flow(after)}`)];
      return this.#inFlow(pair.value, { old: before, value: after });
    });
    const added = Object.keys(value).filter((key) => !Object.hasOwn(old, key));
    const countBefore = (key: string) => {
      if (!this.#isOrdered(key)) return map.items.length;
      const name = this.#before(key, kept);
      return map.items.findIndex((pair) => keyOf(pair) === name) + 1;
    };
    const inserted = [...Map.groupBy(added, countBefore)].flatMap(([at, keys]) =>
      insertMembers(
        members,
        at,
        keys.map((key) => `${flowText(key)}: ${this.#flow(value[key] as JsonValue)}`),
      ),
    );
    return [...changed, ...removeMembers(places, gone), ...inserted];
  }

  #flowSeq(seq: YAMLSeq, change: Change<readonly JsonValue[]>): Edit[] {
    const { old, value } = change;
    const runs = itemRuns(change, (a, b) => this.#same(a, b));
    const isNew = runs[0]?.gone.length === old.length && old.length !== value.length;
    if (value.length === 0 || isNew) return [{ ...placeOf(seq), text: this.#flow([...value]) }];
    const places = seq.items.map(placeOf);
    const members: Members = { text: this.#text, open: startOf(seq) + 1, places };
    const gone = new Set<number>();
    const edits = runs.flatMap((run) => {
      const common = Math.min(run.gone.length, run.added.length);
      for (let i = common; i < run.gone.length; i++) gone.add(run.at + i);
      const changed = run.added
        .slice(0, common)
        .flatMap((item, i) => this.#inFlow(seq.items[run.at + i], { old: run.gone[i] ?? null, value: item }));
      const more = run.added.slice(common).map((item) => this.#flow(item));
      return [...changed, ...insertMembers(members, run.at + common, more)];
    });
    return [...edits, ...removeMembers(places, gone)];
  }

  #inFlow(node: unknown, change: Change): Edit[] {
    return this.#inside(node, change, null) ?? [{ ...placeOf(node), text: this.#flow(change.value) }];
  }

  /** A map as the first item of a list, and more items behind it: its lines only move in. */
  #wrappedAsItem(map: YAMLMap, more: readonly JsonValue[]): Edit[] | null {
    const text = this.#text;
    const { start, end } = placeOf(map);
    if (map.flow) {
      const behind = more.map((item) => `, ${this.#flow(item)}`).join('');
      return [insertion(start, '['), insertion(end, `${behind}]`)];
    }
    const line = lineStart(text, start);
    if (text.slice(line, start).trim() !== '') return null;
    const last = trimmedEnd(text, endOfNode(map));
    const edits: Edit[] = [insertion(start, '- ')];
    for (let next = text.indexOf('\n', start) + 1; next > 0 && next < last; next = text.indexOf('\n', next) + 1) {
      if (!/[\r\n]/.test(text[next] ?? '\n')) edits.push(insertion(next, '  '));
    }
    const lines = this.#lines(more, text.slice(line, start));
    return lines.length === 0 ? edits : [...edits, insertLines(text, last, lines)];
  }

  #same(a: JsonValue, b: JsonValue): boolean {
    return this.#options.same(a, b);
  }

  #lines(value: JsonMap | readonly JsonValue[], indent: string): string[] {
    return asLines(value, { indent, quoted: this.#options.quoted });
  }

  #flow(value: JsonValue): string {
    return this.#options.quoted ? JSON.stringify(value) : asFlow(value);
  }
}

/** Whether a value is written as one scalar. */
function isPlain(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}

function pick(value: JsonMap, keys: readonly string[]): JsonMap {
  return Object.fromEntries(keys.map((key) => [key, value[key] as JsonValue]));
}
