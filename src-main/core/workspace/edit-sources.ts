import { isAlias, isMap, isNode, isScalar, isSeq, stringify, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonicalJson } from '#shared/canonical-json.ts';
import { type Source, sourceSchema } from '#shared/domain/source.ts';
import { PegboardError } from '#shared/errors.ts';
import { parseWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';

/** A stretch of the text, by offsets, and what stands there instead. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

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
  if (added.length > 0) edits.push(...additionEdits(file, added));
  const text = applyEdits(file.text, edits);
  verify(file, text, sources);
  return text;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const edit of edits.toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  }
  return result;
}

function changeEdits({ document, config }: WorkspaceFile, index: number, source: Source): Edit[] {
  return (['path', 'format'] as const).flatMap((key) => {
    if (config.sources[index]?.[key] === source[key]) return [];
    const node = document.getIn(['sources', index, key], true);
    return isScalar(node) && node.range
      ? [{ start: node.range[0], end: node.range[1], text: inline(source[key]) }]
      : [];
  });
}

function additionEdits({ document, text }: WorkspaceFile, sources: readonly Source[]): Edit[] {
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
function newSection(text: string, root: YAMLMap, sources: readonly Source[]): Edit {
  const end = root.range?.[1] ?? text.length;
  if (root.flow) return inBrackets(text, root, `sources: [${sources.map(flowEntry).join(', ')}]`);
  const first = root.items[0]?.key;
  const indent = isNode(first) && first.range ? indentAt(text, first.range[0]) : '';
  return insertLines(text, end, section(sources, indent));
}

function blockAddition(text: string, list: YAMLSeq, sources: readonly Source[]): Edit {
  const last = list.items.at(-1);
  const end = isNode(last) ? (last.range?.[1] ?? 0) : 0;
  return insertLines(text, end, entries(sources, indentAt(text, list.range?.[0] ?? 0)));
}

function flowAddition(text: string, list: YAMLSeq, sources: readonly Source[]): Edit {
  return inBrackets(text, list, sources.map(flowEntry).join(', '));
}

/** Adds behind the last item inside the brackets of a flow collection. */
function inBrackets(text: string, collection: YAMLMap | YAMLSeq, addition: string): Edit {
  const close = (collection.range?.[1] ?? 1) - 1;
  const before = text.slice(0, close).trimEnd();
  const comma = /[[{,]$/.test(before) ? '' : ', ';
  return { start: before.length, end: before.length, text: `${comma}${addition}` };
}

/** Whole lines behind the line that holds the last character before an offset. */
function insertLines(text: string, offset: number, lines: readonly string[]): Edit {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const last = text.slice(0, offset).trimEnd().length;
  const newline = text.indexOf('\n', last);
  const block = lines.join(eol);
  if (newline < 0)
    return {
      start: text.length,
      end: text.length,
      text: text.trim() === '' ? `${block}${eol}` : `${eol}${block}${eol}`,
    };
  return { start: newline + 1, end: newline + 1, text: `${block}${eol}` };
}

/** The white space in front of an offset on its line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function section(sources: readonly Source[], indent: string): string[] {
  return [`${indent}sources:`, ...entries(sources, `${indent}  `)];
}

function entries(sources: readonly Source[], indent: string): string[] {
  return sources.flatMap(({ name, path, format }) => [
    `${indent}- name: ${inline(name)}`,
    `${indent}  path: ${inline(path)}`,
    `${indent}  format: ${inline(format)}`,
  ]);
}

function flowEntry({ name, path, format }: Source): string {
  return `{name: ${inline(name)}, path: ${inline(path)}, format: ${inline(format)}}`;
}

/** A text as YAML writes it on one line: quoted when it would be read as a number, say. */
function inline(value: string): string {
  return stringify(value, { lineWidth: 0 }).trim();
}

/** The new text must say what was meant and nothing else. */
function verify(file: WorkspaceFile, text: string, sources: readonly Source[]): void {
  const expected = new Map(file.config.sources.map((source) => [source.name, source]));
  for (const { name, path, format } of sources) {
    expected.set(name, sourceSchema.parse({ ...expected.get(name), name, path, format }));
  }
  try {
    const { config } = parseWorkspaceFile(text, file.path);
    if (canonicalJson(config) === canonicalJson({ ...file.config, sources: [...expected.values()] })) return;
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
