import { type Document, isMap, isScalar, isSeq } from 'yaml';
import type { RenamedField } from '#shared/domain/live-source.ts';

/** Lists of tool names or globs, as paths; `*` stands for every item or key. */
const nameLists = [
  'policy.allowed_tools',
  'policy.denied_tools',
  'personas.*.visible_tools',
  'personas.*.hidden_tools',
  'overlays.*.related_tools',
  'tool_search.always_loaded_patterns',
  'tool_search.directory.groups.*.tool_names',
  'tool_search.directory.groups.*.match_name_patterns',
];
/** Lists of namespaces. */
const namespaceLists = ['tool_search.preferred_namespaces', 'tool_search.directory.groups.*.match_namespaces'];
/** Lists inside the source itself. */
const sourceLists = ['always_loaded_tools', 'deferred_tools', 'defer_loading'];

export interface SourceRename {
  readonly from: string;
  readonly to: string;
  /** New names of the tools whose names change, by old name. */
  readonly tools: ReadonlyMap<string, string>;
}

/**
 * Renames a source in `pegboard.yaml` with every setting that names its tools: overlays, policy, personas, patterns, groups.
 * A list that hides a tool would otherwise show it. Comments, order and unknown keys stay. Returns what it changed.
 */
export function renameInDocument(document: Document, rename: SourceRename): readonly RenamedField[] {
  const fields: RenamedField[] = [];
  const { from, to, tools } = rename;
  const prefix = `${from}.`;
  const newName = (text: string) =>
    tools.get(text) ?? (tools.size > 0 && text.startsWith(prefix) ? `${to}.${text.slice(prefix.length)}` : text);
  const newNamespace = (text: string) => (tools.size > 0 && text === from ? to : text);

  for (const path of nameLists)
    eachList(document, path.split('.'), [], (at) => renameItems(document, at, newName, fields));
  for (const path of namespaceLists)
    eachList(document, path.split('.'), [], (at) => renameItems(document, at, newNamespace, fields));
  renameKeys(document, ['overlays'], newName, fields);

  const sources = document.get('sources');
  const index = isSeq(sources) ? sources.items.findIndex((item) => isMap(item) && item.get('name') === from) : -1;
  if (index >= 0) {
    for (const list of sourceLists) renameItems(document, ['sources', index, list], newName, fields);
    renameKeys(document, ['sources', index, 'tool_examples'], newName, fields);
    document.setIn(['sources', index, 'name'], to);
    fields.push({ path: `sources.${index}.name`, from, to });
  }
  return fields;
}

type Path = readonly (string | number)[];

/** Calls back with the path of each list that a pattern names. */
function eachList(document: Document, rest: readonly string[], at: Path, work: (path: Path) => void): void {
  const [part, ...further] = rest;
  if (part === undefined) {
    work(at);
    return;
  }
  const parent = part === '*' ? document.getIn(at) : undefined;
  const keys = part === '*' ? keysOf(parent) : [part];
  for (const key of keys) eachList(document, further, [...at, key], work);
}

function keysOf(node: unknown): readonly (string | number)[] {
  if (isSeq(node)) return [...node.items.keys()];
  return isMap(node) ? node.items.map(({ key }) => String(key)) : [];
}

function renameItems(document: Document, at: Path, newName: (text: string) => string, fields: RenamedField[]): void {
  const list = document.getIn(at);
  if (!isSeq(list)) return;
  for (const [i, item] of list.items.entries()) {
    if (!isScalar(item) || typeof item.value !== 'string') continue;
    const to = newName(item.value);
    if (to === item.value) continue;
    fields.push({ path: [...at, i].join('.'), from: item.value, to });
    item.value = to;
  }
}

function renameKeys(document: Document, at: Path, newName: (text: string) => string, fields: RenamedField[]): void {
  const map = document.getIn(at);
  if (!isMap(map)) return;
  for (const { key } of map.items) {
    if (!isScalar(key) || typeof key.value !== 'string') continue;
    const to = newName(key.value);
    if (to === key.value) continue;
    fields.push({ path: [...at, key.value].join('.'), from: key.value, to });
    key.value = to;
  }
}
