import { isMap, isNode, isScalar, isSeq, type YAMLSeq } from 'yaml';
import type { Source } from '#shared/domain/source.ts';
import { applyEdits, type Edit, insertLines } from '#shared/text/text-edit.ts';
import { additionEdits, indentAt, setInEntry, verifyConfig } from './edit-sources.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** The text of `pegboard.yaml` without one source; every other byte stays. Error: `config_invalid`. */
export function withoutSource(file: WorkspaceFile, index: number): string {
  const text = applyEdits(file.text, removalEdits(file, index));
  verifyConfig(file, text, { ...file.config, sources: file.config.sources.filter((_, i) => i !== index) });
  return text;
}

/** A source that was taken out, and where it stood. */
export interface RemovedEntry {
  /** What was removed, byte for byte. */
  readonly text: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly source: Source;
  /** The sources before and behind it. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

/** What `withoutSource` takes out. */
export function removedEntry(file: WorkspaceFile, index: number): RemovedEntry | undefined {
  const { document, config, text } = file;
  const source = config.sources[index];
  const node = document.getIn(['sources', index]);
  if (!source || !isMap(node)) return undefined;
  return {
    text: removalEdits(file, index)
      .map(({ start, end }) => text.slice(start, end))
      .join(''),
    entry: node.toJSON() as Record<string, unknown>,
    source,
    previous: config.sources[index - 1]?.name,
    next: config.sources[index + 1]?.name,
  };
}

/**
 * The text with a removed source back: behind the one that it followed, else before the one that followed it, else at the
 * end. Its own lines come back as they were where the list is still a block. Error: `config_invalid`.
 */
export function withSourceBack(file: WorkspaceFile, removed: RemovedEntry): string {
  const { sources } = file.config;
  const indexOf = (name: string | undefined) => sources.findIndex((source) => source.name === name);
  const [previous, next] = [indexOf(removed.previous), indexOf(removed.next)];
  const list = file.document.get('sources');
  const isBlock = isSeq(list) && !list.flow && list.items.length > 0 && /^\s*-\s/.test(removed.text);
  const at = !isBlock ? sources.length : previous >= 0 ? previous + 1 : next >= 0 ? next : sources.length;
  const edits = isBlock ? [blockEdit(file, list, removed, at)] : additionEdits(file, [removed.entry]);
  const text = applyEdits(file.text, edits);
  verifyConfig(file, text, { ...file.config, sources: sources.toSpliced(at, 0, removed.source) });
  return text;
}

/** The removed lines in front of the item that stands at an index now, or behind the last one. */
function blockEdit({ text }: WorkspaceFile, list: YAMLSeq, removed: RemovedEntry, at: number): Edit {
  const indent = indentAt(text, list.range?.[0] ?? 0);
  const before = /^[^\S\n]*/.exec(removed.text)?.[0] ?? '';
  const lines = removed.text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => (line.startsWith(before) ? `${indent}${line.slice(before.length)}` : line));
  const following = rangeOf(list.items[at]);
  if (following) {
    const start = text.lastIndexOf('\n', text.lastIndexOf('-', following.start - 1)) + 1;
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    return { start, end: start, text: lines.map((line) => `${line}${eol}`).join('') };
  }
  return insertLines(text, rangeOf(list.items[at - 1])?.end ?? text.length, lines);
}

/** The text with one source turned on or off. On is the default, so the key goes where it has a line to itself. */
export function withSourceEnabled(file: WorkspaceFile, index: number, enabled: boolean): string {
  const line = enabled ? ownLine(file, index, 'enabled') : undefined;
  const text = applyEdits(file.text, line ? [line] : setInEntry(file, index, 'enabled', enabled));
  const sources = file.config.sources.map((source, i) => (i === index ? { ...source, enabled } : source));
  verifyConfig(file, text, { ...file.config, sources });
  return text;
}

function removalEdits({ document, text }: WorkspaceFile, index: number): Edit[] {
  const list = document.get('sources');
  if (!isSeq(list)) return [];
  const range = rangeOf(list.items[index]);
  if (!range) return [];
  if (list.flow) {
    const [before, after] = [rangeOf(list.items[index - 1]), rangeOf(list.items[index + 1])];
    if (after) return [{ start: range.start, end: after.start, text: '' }];
    return [{ start: before?.end ?? range.start, end: range.end, text: '' }];
  }
  // From the line of the dash to the end of the last line of the entry.
  const dash = text.lastIndexOf('-', range.start - 1);
  const start = text.lastIndexOf('\n', dash) + 1;
  const last = text.slice(0, range.end).trimEnd().length;
  const newline = text.indexOf('\n', last);
  return [{ start, end: newline < 0 ? text.length : newline + 1, text: '' }];
}

/** The whole line of a key that stands alone on it, below the first line of its entry. */
function ownLine({ document, text }: WorkspaceFile, index: number, key: string): Edit | undefined {
  const entry = document.getIn(['sources', index]);
  const pair = isMap(entry) ? entry.items.find((item) => isScalar(item.key) && item.key.value === key) : undefined;
  const at = rangeOf(pair?.key);
  if (!at) return undefined;
  const start = text.lastIndexOf('\n', at.start) + 1;
  const newline = text.indexOf('\n', at.start);
  const end = newline < 0 ? text.length : newline + 1;
  return /^\s*\w+:\s*\w+\s*$/.test(text.slice(start, end)) ? { start, end, text: '' } : undefined;
}

function rangeOf(node: unknown): { start: number; end: number } | undefined {
  return isNode(node) && node.range ? { start: node.range[0], end: node.range[1] } : undefined;
}
