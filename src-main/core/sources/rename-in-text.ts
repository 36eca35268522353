import { isMap, isScalar, isSeq } from 'yaml';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { RenamedField } from '#shared/domain/live-source.ts';
import { PegboardError } from '#shared/errors.ts';
import { applyEdits, type Edit } from '#shared/text/text-edit.ts';
import { scalarAs } from '#shared/text/write-value.ts';
import { parseWorkspaceFile, type WorkspaceFile } from '../workspace/workspace-file.ts';

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
  /** New path of its file; undefined when that stays. */
  readonly path: string | undefined;
  /** New names of the tools whose names change, by old name. */
  readonly tools: ReadonlyMap<string, string>;
}

/** What a rename changes in the file, and the text that it gives. */
export interface RenamedText {
  readonly text: string;
  readonly fields: readonly RenamedField[];
}

/**
 * Renames a source in `pegboard.yaml` with every setting that names its tools: overlays, policy, personas, patterns, groups.
 * A list that hides a tool would otherwise show it. Every other byte stays. Error: `config_invalid` for a file in which the
 * names cannot be replaced where they stand.
 */
export function renameInText(file: WorkspaceFile, rename: SourceRename): RenamedText {
  const { from, to, path, tools } = rename;
  // A copy of the document is changed too: what it then says is what the edited text must say.
  const document = file.document.clone();
  const renaming: Renaming = { document, fields: [], edits: [] };
  const prefix = `${from}.`;
  const newName = (text: string) =>
    tools.get(text) ?? (tools.size > 0 && text.startsWith(prefix) ? `${to}.${text.slice(prefix.length)}` : text);
  const newNamespace = (text: string) => (tools.size > 0 && text === from ? to : text);

  for (const list of nameLists) eachList(renaming, list.split('.'), [], (at) => renameItems(renaming, at, newName));
  for (const list of namespaceLists)
    eachList(renaming, list.split('.'), [], (at) => renameItems(renaming, at, newNamespace));
  renameKeys(renaming, ['overlays'], newName);

  const index = file.config.sources.findIndex((source) => source.name === from);
  for (const list of sourceLists) renameItems(renaming, ['sources', index, list], newName);
  renameKeys(renaming, ['sources', index, 'tool_examples'], newName);
  replaceScalar(renaming, ['sources', index, 'name'], document.getIn(['sources', index, 'name'], true), () => to);
  for (const [i, pack] of file.config.skills.skill_packs.entries()) {
    const at = ['skills', 'skill_packs', i, 'source'];
    if (pack.source === from) replaceScalar(renaming, at, document.getIn(at, true), () => to);
  }
  if (path !== undefined)
    replaceScalar(renaming, ['sources', index, 'path'], document.getIn(['sources', index, 'path'], true), () => path);

  const text = applyEdits(file.text, renaming.edits);
  verify(file, text, renaming);
  return { text, fields: renaming.fields };
}

interface Renaming {
  readonly document: WorkspaceFile['document'];
  readonly fields: RenamedField[];
  readonly edits: Edit[];
}

function verify(file: WorkspaceFile, text: string, { document }: Renaming): void {
  const written = parseWorkspaceFile(text, file.path).document;
  if (canonicalJson(written.toJS()) === canonicalJson(document.toJS())) return;
  throw new PegboardError('config_invalid', `${file.path}: Pegboard cannot replace names that are written like this.`, {
    hint: 'Write sources and lists of names plainly, without aliases and text over several lines.',
    data: { file: file.path },
  });
}

type Path = readonly (string | number)[];

/** Calls back with the path of each list that a pattern names. */
function eachList(renaming: Renaming, rest: readonly string[], at: Path, work: (path: Path) => void): void {
  const [part, ...further] = rest;
  if (part === undefined) {
    work(at);
    return;
  }
  const parent = part === '*' ? renaming.document.getIn(at) : undefined;
  const keys = part === '*' ? keysOf(parent) : [part];
  for (const key of keys) eachList(renaming, further, [...at, key], work);
}

function keysOf(node: unknown): readonly (string | number)[] {
  if (isSeq(node)) return [...node.items.keys()];
  return isMap(node) ? node.items.map(({ key }) => String(key)) : [];
}

function renameItems(renaming: Renaming, at: Path, newName: (text: string) => string): void {
  const list = renaming.document.getIn(at);
  if (!isSeq(list)) return;
  for (const [i, item] of list.items.entries()) replaceScalar(renaming, [...at, i], item, newName);
}

function renameKeys(renaming: Renaming, at: Path, newName: (text: string) => string): void {
  const map = renaming.document.getIn(at);
  if (!isMap(map)) return;
  for (const { key } of map.items) replaceScalar(renaming, [...at, String(key)], key, newName);
}

/** Gives one text of the file its new value, in the quotes that it had. */
function replaceScalar(renaming: Renaming, at: Path, node: unknown, newName: (text: string) => string): void {
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return;
  const to = newName(node.value);
  if (to === node.value) return;
  renaming.fields.push({ path: at.join('.'), from: node.value, to });
  renaming.edits.push({ start: node.range[0], end: node.range[1], text: scalarAs(node, to) });
  node.value = to;
}
