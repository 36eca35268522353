import { isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap, type YAMLSeq } from 'yaml';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { ToolCuration } from '#shared/domain/tool.ts';
import {
  applyEdits,
  type Edit,
  endOf,
  inBrackets,
  indentAt,
  insertLines,
  keyLines,
  setInMap,
  verifyConfig,
} from './edit-sources.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/**
 * The text of `pegboard.yaml` with fields of one tool's overlay set. A list that begins as it did gets only its new entries;
 * every other byte stays. Error: `config_invalid` for an overlay that cannot be edited, such as an alias.
 */
export function withOverlay(file: WorkspaceFile, tool: string, fields: ToolCuration): string {
  let edited = file;
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined)
      edited = { ...edited, text: applyEdits(edited.text, overlayEdits(edited, tool, key, value)) };
  }
  const { overlays } = file.config;
  const before = Object.hasOwn(overlays, tool) ? overlays[tool] : {};
  verifyConfig(
    file,
    edited.text,
    { ...file.config, overlays: { ...overlays, [tool]: { ...before, ...fields } } },
    'overlays',
  );
  return edited.text;
}

function overlayEdits({ document, text }: WorkspaceFile, tool: string, key: string, value: unknown): Edit[] {
  const root = document.contents;
  const whole = { overlays: { [tool]: { [key]: value } } };
  if (!isMap(root) || !root.range) return [insertLines(text, text.length, keyLines('overlays', whole.overlays, ''))];
  const section = pairOf(root, 'overlays');
  if (!section) return addTo(text, root, 'overlays', whole.overlays);
  const overlays = section.value;
  if (!isMap(overlays) || overlays.items.length === 0) return fill(text, section, whole.overlays);
  const entry = pairOf(overlays, tool);
  if (!entry) return addTo(text, overlays, tool, { [key]: value });
  const fields = entry.value;
  if (!isMap(fields) || fields.items.length === 0) return fill(text, entry, { [key]: value });
  const list = pairOf(fields, key)?.value;
  const more = isSeq(list) && Array.isArray(value) ? newEntries(list, value) : undefined;
  return isSeq(list) && more ? extend(text, list, more) : setInMap(text, fields, key, value);
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((item) => isScalar(item.key) && String(item.key.value) === key);
}

/** A new key behind the last one of a map. */
function addTo(text: string, map: YAMLMap, key: string, value: unknown): Edit[] {
  const [first] = map.items;
  if (!map.range) return [];
  if (map.flow) return [inBrackets(text, map, `${JSON.stringify(key)}: ${JSON.stringify(value)}`)];
  const indent = isNode(first?.key) && first.key.range ? indentAt(text, first.key.range[0]) : '';
  return [insertLines(text, endOf(text, map.range[1]), keyLines(key, value, indent))];
}

/** A value for a key that has none: nothing, `~` or `{}` stood there. An alias stays, and is refused later. */
function fill(text: string, { key, value }: Pair, fields: unknown): Edit[] {
  if (!isNode(key) || !key.range) return [];
  const isNothing =
    value === null || (isScalar(value) && value.value === null) || (isMap(value) && value.items.length === 0);
  if (!isNothing) return [];
  const line = keyLines('x', fields, `${indentAt(text, key.range[0])}`).slice(1);
  const range = isNode(value) && value.range && value.range[1] > value.range[0] ? value.range : undefined;
  const gone = range ? [{ start: range[0], end: range[1], text: '' }] : [];
  return [...gone, insertLines(text, range?.[1] ?? key.range[1], line)];
}

/** What a list has to get to become another; undefined where that takes more than adding. */
function newEntries(list: YAMLSeq, wanted: readonly unknown[]): readonly unknown[] | undefined {
  const before = list.toJSON() as unknown[];
  const isStart = before.length > 0 && canonicalJson(wanted.slice(0, before.length)) === canonicalJson(before);
  return isStart ? wanted.slice(before.length) : undefined;
}

function extend(text: string, list: YAMLSeq, added: readonly unknown[]): Edit[] {
  if (!list.range || added.length === 0) return [];
  if (list.flow) return [inBrackets(text, list, added.map((one) => JSON.stringify(one)).join(', '))];
  const indent = indentAt(text, list.range[0]);
  const lines = keyLines('x', added, '')
    .slice(1)
    .map((line) => `${indent}${line.trimStart()}`);
  return [insertLines(text, endOf(text, list.range[1]), lines)];
}
