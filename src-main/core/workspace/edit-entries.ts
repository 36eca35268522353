import { isMap, isNode, isScalar, isSeq } from 'yaml';
import { applyEdits, type Edit, setInEntry, verifyConfig } from './edit-sources.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** The text of `pegboard.yaml` without one source; every other byte stays. Error: `config_invalid`. */
export function withoutSource(file: WorkspaceFile, index: number): string {
  const text = applyEdits(file.text, removalEdits(file, index));
  verifyConfig(file, text, { ...file.config, sources: file.config.sources.filter((_, i) => i !== index) });
  return text;
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
