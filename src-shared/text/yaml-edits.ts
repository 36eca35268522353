import { isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type YAMLMap, type YAMLSeq } from 'yaml';
import { endOfLine, type FieldChange, listChange } from './list-change.ts';
import { type Edit, lineBreakOf, lineStart } from './text-edit.ts';
import { scalarText, scalarValue } from './yaml-scalars.ts';

export interface YamlEditOptions {
  /** Fields that a new one follows, the nearest first. */
  readonly after: readonly string[];
  /** Write every text in double quotes, which hold whatever it is. */
  readonly quoted: boolean;
}

/**
 * Edits that set a field of the map at a path of a YAML text; null when there is no map. The parser is asked for places
 * only: what is not the value of the field stays byte for byte, comments and blank lines within a list included.
 */
export function yamlEdits(
  text: string,
  at: readonly number[],
  { field, value }: FieldChange,
  options: YamlEditOptions,
): Edit[] | null {
  const { contents } = parseDocument(text, { version: '1.2', uniqueKeys: false, logLevel: 'silent' });
  const root = at.reduce<unknown>((node, index) => (isSeq(node) ? node.items[index] : undefined), contents);
  const isGone = value === null || value.length === 0;
  if (contents === null || (isScalar(root) && root.value === null)) {
    if (isGone || at.length > 0) return isGone ? [] : null;
    const gap = text === '' || text.endsWith('\n') ? '' : lineBreakOf(text);
    const entry = entryText(field, value, { indent: '', isFlow: false, eol: lineBreakOf(text), ...options });
    return [{ start: text.length, end: text.length, text: `${gap}${entry}${lineBreakOf(text)}` }];
  }
  if (!isMap(root)) return null;
  const map = new MapEditor(text, root, options);
  if (isGone) return map.remove(field);
  return map.set(field, value);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

class MapEditor {
  readonly #text: string;
  readonly #map: YAMLMap;
  readonly #options: YamlEditOptions;
  readonly #pairs: readonly Pair[];

  constructor(text: string, map: YAMLMap, options: YamlEditOptions) {
    this.#text = text;
    this.#map = map;
    this.#options = options;
    this.#pairs = map.items;
  }

  set(field: string, value: string | readonly string[]): Edit[] | null {
    const pair = this.#named(field);
    if (!pair) return this.#insert(field, value);
    const node = pair.value;
    const key = rangeIn(this.#text, pair.key);
    if (!key) return null;
    const isFlow = this.#map.flow ?? false;
    if (typeof value !== 'string' && isSeq(node) && node.items.length > 0) return this.#setList(node, value, isFlow);
    const range = rangeIn(this.#text, node);
    const indent = `${this.#indent()}  `;
    const context = { indent, isFlow, eol: lineBreakOf(this.#text), quoted: this.#options.quoted };
    if (!range || range.end === range.start) {
      // "title:", with nothing behind it but perhaps a comment.
      const colon = this.#text.indexOf(':', key.end) + 1;
      return [{ start: colon, end: colon, text: ` ${valueText(value, context)}` }];
    }
    const isEmptyList = isSeq(node) && typeof value !== 'string';
    if (isEmptyList) return [{ ...range, text: flowList(value, this.#options.quoted) }];
    if (typeof value !== 'string') return [{ ...range, text: flowList(value, true) }];
    return [{ ...range, text: scalarValue(this.#text.slice(range.start, range.end), value, context) }];
  }

  remove(field: string): Edit[] | null {
    const pair = this.#named(field);
    const range = rangeIn(this.#text, pair?.key);
    if (!pair || !range) return [];
    const text = this.#text;
    const end = this.#endOf(pair);
    const index = this.#pairs.indexOf(pair);
    const [next, previous] = [rangeIn(this.#text, this.#pairs[index + 1]?.key), this.#pairs[index - 1]];
    if (this.#map.flow) {
      if (next) return [{ start: range.start, end: next.start, text: '' }];
      return [{ start: previous ? this.#endOf(previous) : range.start, end, text: '' }];
    }
    const line = lineStart(text, range.start);
    if (text.slice(line, range.start).trim() === '') {
      const last = endOfLine(text, end);
      const newline = text.indexOf('\n', last);
      if (newline >= 0) return [{ start: line, end: newline + 1, text: '' }];
      return [{ start: Math.max(0, endOfLine(text, Math.max(0, line - 1))), end: text.length, text: '' }];
    }
    // The first key of an item of a list stands behind its dash.
    if (next && !text.slice(end, next.start).includes('#')) return [{ start: range.start, end: next.start, text: '' }];
    const value = rangeIn(this.#text, pair.value);
    return value ? [{ ...value, text: isSeq(pair.value) ? '[]' : 'null' }] : null;
  }

  #insert(field: string, value: string | readonly string[]): Edit[] | null {
    const { quoted, after } = this.#options;
    const isFlow = this.#map.flow ?? false;
    const eol = lineBreakOf(this.#text);
    const entry = entryText(field, value, { indent: this.#indent(), isFlow, eol, quoted });
    const previous = after.map((name) => this.#named(name)).find((pair) => pair !== undefined);
    const first = rangeIn(this.#text, this.#pairs[0]?.key);
    if (!previous || !first) {
      const start = first?.start ?? (rangeIn(this.#text, this.#map)?.start ?? 0) + 1;
      const gap = first ? (isFlow ? ', ' : `${eol}${this.#indent()}`) : '';
      return [{ start, end: start, text: `${entry}${gap}` }];
    }
    const end = this.#endOf(previous);
    const start = isFlow ? end : endOfLine(this.#text, end);
    return [{ start, end: start, text: isFlow ? `, ${entry}` : `${eol}${this.#indent()}${entry}` }];
  }

  #setList(list: YAMLSeq, value: readonly string[], inFlow: boolean): Edit[] {
    const text = this.#text;
    const eol = lineBreakOf(text);
    const isFlow = (list.flow ?? false) || inFlow;
    const items = list.items.map((item) => rangeIn(text, item) ?? { start: 0, end: 0 });
    const change = listChange(
      list.items.map((item) => (isScalar(item) ? trimmed(item.value) : undefined)),
      value,
    );
    const dash = (index: number) => text.lastIndexOf('-', (items[index]?.start ?? 1) - 1);
    const indent = isFlow ? '' : ' '.repeat(Math.max(0, dash(0) - lineStart(text, dash(0))));
    const context = { indent: `${indent}  `, isFlow, eol, quoted: this.#options.quoted };
    const edits: Edit[] = change.replaced.flatMap(({ index, value: entry }) => {
      const range = items[index];
      return range ? [{ ...range, text: scalarValue(text.slice(range.start, range.end), entry, context) }] : [];
    });
    const added = change.added.map((entry) => scalarText(entry, context));
    const behind = items[change.behind];
    if (added.length > 0 && isFlow) {
      const place = behind ? behind.end : (items[0]?.start ?? 0);
      const entries = added.map((entry) => (behind ? `, ${entry}` : `${entry}, `)).join('');
      edits.push({ start: place, end: place, text: entries });
    } else if (added.length > 0) {
      const place = behind ? endOfLine(text, behind.end) : dash(0);
      const entries = added
        .map((entry) => (behind ? `${eol}${indent}- ${entry}` : `- ${entry}${eol}${indent}`))
        .join('');
      edits.push({ start: place, end: place, text: entries });
    }
    if (isFlow) return [...edits, ...flowRemovals(items, change.removed)];
    for (const index of change.removed) {
      const [start, last] = [lineStart(text, dash(index)), endOfLine(text, items[index]?.end ?? 0)];
      const newline = text.indexOf('\n', last);
      if (newline >= 0) edits.push({ start, end: newline + 1, text: '' });
      else edits.push({ start: endOfLine(text, Math.max(0, start - 1)), end: text.length, text: '' });
    }
    return edits;
  }

  #named(field: string): Pair | undefined {
    return this.#pairs.find(({ key }) => isScalar(key) && key.value === field);
  }

  /** The column that the keys of the map stand in, as white space. */
  #indent(): string {
    const start = rangeIn(this.#text, this.#pairs[0]?.key)?.start ?? 0;
    return ' '.repeat(start - lineStart(this.#text, start));
  }

  #endOf({ key, value }: Pair): number {
    const [name, range] = [rangeIn(this.#text, key), rangeIn(this.#text, value)];
    return range && range.end > range.start ? range.end : this.#text.indexOf(':', name?.end ?? 0) + 1;
  }
}

function flowRemovals(items: readonly Range[], removed: readonly number[]): Edit[] {
  const [from, to] = [removed[0], removed.at(-1)];
  if (from === undefined || to === undefined) return [];
  const [first, last, next, previous] = [items[from], items[to], items[to + 1], items[from - 1]];
  if (!first || !last) return [];
  if (next) return [{ start: first.start, end: next.start, text: '' }];
  return [{ start: previous?.end ?? first.start, end: last.end, text: '' }];
}

interface EntryContext {
  readonly indent: string;
  readonly isFlow: boolean;
  readonly eol: string;
  readonly quoted: boolean;
}

/** `key: value`, or a key with a list below it, for a map whose keys stand at an indent. */
function entryText(field: string, value: string | readonly string[], context: EntryContext): string {
  const inner = { ...context, indent: `${context.indent}  ` };
  if (typeof value === 'string') return `${field}: ${scalarText(value, inner)}`;
  if (context.isFlow) return `${field}: ${flowList(value, context.quoted)}`;
  const deeper = { ...context, indent: `${context.indent}    ` };
  return [`${field}:`, ...value.map((entry) => `${inner.indent}- ${scalarText(entry, deeper)}`)].join(context.eol);
}

function valueText(value: string | readonly string[], context: EntryContext): string {
  return typeof value === 'string' ? scalarText(value, context) : flowList(value, context.quoted);
}

function flowList(value: readonly string[], quoted: boolean): string {
  return `[${value.map((entry) => scalarText(entry, { indent: '', isFlow: true, eol: '\n', quoted })).join(', ')}]`;
}

/** Where a value stands, without the line ends that a block or a list reaches to. */
function rangeIn(text: string, node: unknown): Range | undefined {
  if (!isNode(node) || !node.range) return undefined;
  const [start, end] = node.range;
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : value;
}
