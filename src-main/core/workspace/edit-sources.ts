import { isAlias, isMap, isNode, isScalar, isSeq, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { type Source, sourceSchema } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { applyEdits, type Edit, insertLines } from '#shared/text/text-edit.ts';
import { parseWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';

/**
 * The text of `pegboard.yaml` with these sources added, or changed where one of the name is there. Only their own places
 * are touched: every other byte stays, comments, numbers as they were written and line endings included. The result is read
 * again before it is given back. Error: `config_invalid` for a list that cannot be edited, such as an alias.
 */
export function editSources(file: WorkspaceFile, sources: readonly Source[]): string {
  const known = new Map(file.config.sources.map((source, index) => [source.name, index]));
  const edits: Edit[] = [];
  const added: Source[] = [];
  for (const source of sources) {
    const index = known.get(source.name);
    if (index === undefined) added.push(source);
    else edits.push(...changeEdits(file, index, source));
  }
  if (added.length > 0) edits.push(...additionEdits(file, added.map(newEntry)));
  const text = applyEdits(file.text, edits);
  verify(file, text, sources);
  return text;
}

function changeEdits(file: WorkspaceFile, index: number, source: Source): Edit[] {
  const { document, config } = file;
  const values = (['path', 'format'] as const).flatMap((key) => {
    if (config.sources[index]?.[key] === source[key]) return [];
    const node = document.getIn(['sources', index, key], true);
    return isScalar(node) && node.range
      ? [{ start: node.range[0], end: node.range[1], text: inline(source[key]) }]
      : [];
  });
  const isSame = !source.mcp || canonicalJson(source.mcp) === canonicalJson(config.sources[index]?.mcp);
  return isSame ? values : [...values, ...setInEntry(file, index, 'mcp', source.mcp)];
}

/** Sets a key of one source, in the way its entry is written. */
export function setInEntry({ document, text }: WorkspaceFile, index: number, key: string, value: unknown): Edit[] {
  const entry = document.getIn(['sources', index]);
  if (!isMap(entry) || !entry.range) return [];
  if (entry.flow) {
    const old = entry.get(key, true);
    const json = JSON.stringify(value);
    return isNode(old) && old.range
      ? [{ start: old.range[0], end: old.range[1], text: json }]
      : [inBrackets(text, entry, `${key}: ${json}`)];
  }
  const indent = ' '.repeat(entry.range[0] - (text.lastIndexOf('\n', entry.range[0] - 1) + 1));
  const lines = keyLines(key, value, indent);
  const pair = entry.items.find((item) => isScalar(item.key) && item.key.value === key);
  const [from, to] = [pair?.key, pair?.value].map((node) => (isNode(node) ? node.range : null));
  if (!from || !to) return [insertLines(text, endOf(text, entry.range[1]), lines)];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return [{ start: from[0], end: endOf(text, to[1]), text: lines.join(eol).trimStart() }];
}

/** A node may reach to the start of the next line; its last character is before that. */
function endOf(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length;
}

/** A key with its value as lines. */
function keyLines(key: string, value: unknown, indent: string): string[] {
  return stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}`);
}

/** A source as `pegboard.yaml` will write it, key by key. */
type Entry = Readonly<Record<string, unknown>>;

function newEntry({ name, path, format, mcp }: Source): Entry {
  return { name, path, format, ...(mcp && { mcp }) };
}

/** Puts entries at the end of the list, in the way it is written; makes the list where there is none. */
export function additionEdits({ document, text }: WorkspaceFile, sources: readonly Entry[]): Edit[] {
  const root = document.contents;
  if (!isMap(root) || !root.range) return [insertLines(text, text.length, section(sources, ''))];
  const pair = root.items.find((item) => isScalar(item.key) && item.key.value === 'sources');
  const key = pair?.key;
  if (!pair || !isNode(key) || !key.range) return [newSection(text, root, sources)];
  const list = pair.value;
  if (isSeq(list) && list.items.length > 0)
    return [list.flow ? flowAddition(text, list, sources) : blockAddition(text, list, sources)];
  if (isAlias(list)) return [];
  // "sources:", "sources: ~" and "sources: []": what stands for nothing goes, the entries follow below.
  const indent = indentAt(text, key.range[0]);
  const range = isNode(list) ? list.range : null;
  const gone = range ? [{ start: range[0], end: range[1], text: '' }] : [];
  return [...gone, insertLines(text, range?.[1] ?? key.range[1], entries(sources, `${indent}  `))];
}

/** The key with its entries, behind everything else. */
function newSection(text: string, root: YAMLMap, sources: readonly Entry[]): Edit {
  const end = root.range?.[1] ?? text.length;
  if (root.flow) return inBrackets(text, root, `sources: [${sources.map(flowEntry).join(', ')}]`);
  const first = root.items[0]?.key;
  const indent = isNode(first) && first.range ? indentAt(text, first.range[0]) : '';
  return insertLines(text, end, section(sources, indent));
}

function blockAddition(text: string, list: YAMLSeq, sources: readonly Entry[]): Edit {
  const last = list.items.at(-1);
  const end = isNode(last) ? (last.range?.[1] ?? 0) : 0;
  return insertLines(text, end, entries(sources, indentAt(text, list.range?.[0] ?? 0)));
}

function flowAddition(text: string, list: YAMLSeq, sources: readonly Entry[]): Edit {
  return inBrackets(text, list, sources.map(flowEntry).join(', '));
}

/** Adds behind the last item inside the brackets of a flow collection. */
function inBrackets(text: string, collection: YAMLMap | YAMLSeq, addition: string): Edit {
  const close = (collection.range?.[1] ?? 1) - 1;
  const before = text.slice(0, close).trimEnd();
  const comma = /[[{,]$/.test(before) ? '' : ', ';
  return { start: before.length, end: before.length, text: `${comma}${addition}` };
}

/** The white space in front of an offset on its line. */
export function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function section(sources: readonly Entry[], indent: string): string[] {
  return [`${indent}sources:`, ...entries(sources, `${indent}  `)];
}

function entries(sources: readonly Entry[], indent: string): string[] {
  return sources.flatMap((entry) =>
    Object.entries(entry)
      .flatMap(([key, value]) => keyLines(key, value, ''))
      .map((line, i) => `${indent}${i === 0 ? '- ' : '  '}${line}`),
  );
}

function flowEntry(entry: Entry): string {
  const pairs = Object.entries(entry).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? inline(value) : JSON.stringify(value)}`,
  );
  return `{${pairs.join(', ')}}`;
}

/** A text as YAML writes it on one line: quoted when it would be read as a number, say. */
export function inline(value: string): string {
  return stringify(value, { lineWidth: 0 }).trim();
}

/** The new text must say what was meant and nothing else. */
function verify(file: WorkspaceFile, text: string, sources: readonly Source[]): void {
  const expected = new Map(file.config.sources.map((source) => [source.name, source]));
  for (const { name, path, format, mcp } of sources) {
    const live = mcp ? { mcp } : {};
    expected.set(name, sourceSchema.parse({ ...expected.get(name), name, path, format, ...live }));
  }
  verifyConfig(file, text, { ...file.config, sources: [...expected.values()] });
}

/** An edited text must say what was meant and nothing else. Error: `config_invalid`. */
export function verifyConfig(file: WorkspaceFile, text: string, meant: WorkspaceConfig): void {
  try {
    if (canonicalJson(parseWorkspaceFile(text, file.path).config) === canonicalJson(meant)) return;
  } catch {
    // Told below, with what the user can do.
  }
  throw new PegboardError(
    'config_invalid',
    `${file.path}: the list under "sources" cannot be edited as it is written.`,
    {
      hint: 'Write it as a plain list, one "- name: …" below the other, without aliases.',
      data: { file: file.path },
    },
  );
}
