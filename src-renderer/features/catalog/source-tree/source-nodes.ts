import type { SourceSummary } from '#shared/domain/live-source.ts';
import type { ToolTokens } from '../../../platform/tool-tokens.ts';
import { remembered } from '../../../state/remembered.ts';
import type { TreeRow } from '../../../state/tree-keys.ts';
import { strings } from '../../../strings/catalog.ts';
import type { SourceRow } from '../../sources/source-rows.ts';
import type { CatalogRow } from '../catalog-rows.ts';
import type { CatalogView } from '../catalog-store.ts';
import type { ChosenFacets, FacetValue } from '../facets.ts';

type SourceKind = SourceSummary['kind'];

/** A line of the tree: all tools, a kind of sources, a source, or a group within a source. */
export interface SourceNode extends TreeRow {
  readonly kind: 'all' | 'kind' | 'source' | 'group';
  readonly title: string;
  /** Its tools that text and other filters leave. */
  readonly tools: number;
  /** Tokens of all its tools in a prompt that lists them, and their share of all, 0 to 1; null while they are counted. */
  readonly tokens: number | null;
  readonly share: number | null;
  /** Values of the facet `source` that leave its tools; none for all tools. */
  readonly values: readonly string[];
  /** Its source; null for other lines, and for a source that the workspace does not list. */
  readonly row: SourceRow | null;
}

const kinds: readonly SourceKind[] = ['stdio', 'http', 'file'];

/** Tokens by source and by group, and of all tools. */
const treeTokens = remembered(({ rows, tokens }: { rows: readonly CatalogRow[]; tokens: ToolTokens }) => {
  const sums = new Map<string, number | null>();
  const groups = new Map<string, string[]>();
  for (const [source, own] of Map.groupBy(rows, ({ tool }) => tool.source)) {
    sums.set(source, tokens.sum(own.map(({ tool }) => tool)));
    const byGroup = Map.groupBy(own, ({ group }) => group);
    for (const [group, some] of byGroup) if (group !== null) sums.set(group, tokens.sum(some.map(({ tool }) => tool)));
    groups.set(source, [...byGroup.keys()].filter((group) => group !== null).sort());
  }
  return { sums, groups, all: tokens.sum(rows.map(({ tool }) => tool)) };
});

/** What the lines are made from. */
export interface TreeFacts {
  readonly rows: readonly CatalogRow[];
  readonly tokens: ToolTokens;
  /** Null until they are known: without their order, lines would change places under a key. */
  readonly sources: readonly SourceRow[] | null;
  /** How many tools each source and each group has among those that the other filters leave. */
  readonly counts: readonly FacetValue[];
  readonly turned: CatalogView['turned'];
}

/** The lines of the tree. Kinds have lines where there are sources of several. */
export const sourceNodes = remembered(({ rows, tokens, sources, counts, turned }: TreeFacts): readonly SourceNode[] => {
  const { sums, groups, all } = treeTokens({ rows, tokens });
  const count = new Map(counts.map((one) => [one.value, one.count]));
  const isTurned = (key: string) => turned.includes(key);
  const shareOf = (own: number | null) => (own === null || all === null || all === 0 ? null : own / all);
  const listed = (sources ?? []).filter(({ source }) => source !== null);
  const known = new Set(listed.map(({ source }) => source?.name ?? ''));
  const others = sources === null ? [] : [...groups.keys()].filter((name) => !known.has(name));
  const ofSource = (name: string, row: SourceRow | null, level: number): SourceNode[] => {
    const key = `source:${name}`;
    const own = groups.get(name) ?? [];
    const open = own.length === 0 ? null : isTurned(key);
    const line = (values: string) => {
      const sum = sums.get(values) ?? (sums.has(values) ? null : 0);
      return { tools: count.get(values) ?? 0, tokens: sum, share: shareOf(sum), values: [values] };
    };
    const source: SourceNode = { kind: 'source', key, level, open, title: name, row, ...line(name) };
    const inside = (open ? own : []).map(
      (group): SourceNode => ({
        kind: 'group',
        key: `group:${group}`,
        level: level + 1,
        open: null,
        title: group.slice(name.length + 1),
        row: null,
        ...line(group),
      }),
    );
    return [source, ...inside];
  };
  const byKind = Map.groupBy(listed, ({ source }) => source?.kind ?? 'file');
  const level = byKind.size > 1 ? 2 : 1;
  const inKinds = kinds.flatMap((kind): SourceNode[] => {
    const own = byKind.get(kind) ?? [];
    const lines = own.flatMap((row) => ofSource(row.source?.name ?? '', row, level));
    if (level === 1 || own.length === 0) return lines;
    const heads = lines.filter((line) => line.kind === 'source');
    const key = `kind:${kind}`;
    const sum = total(heads.map(({ tokens }) => tokens));
    const head: SourceNode = {
      kind: 'kind',
      key,
      level: 1,
      open: !isTurned(key),
      title: strings.sourceTree.kinds[kind],
      tools: total(heads.map(({ tools }) => tools)) ?? 0,
      tokens: sum,
      share: shareOf(sum),
      values: heads.flatMap(({ values }) => values),
      row: null,
    };
    return head.open ? [head, ...lines] : [head];
  });
  const everything: SourceNode = {
    kind: 'all',
    key: 'all',
    level: 1,
    open: null,
    title: strings.sourceTree.allTools,
    tools: total([...groups.keys()].map((name) => count.get(name) ?? 0)) ?? 0,
    tokens: all,
    share: null,
    values: [],
    row: null,
  };
  return [everything, ...inKinds, ...others.flatMap((name) => ofSource(name, null, 1))];
});

const total = (figures: readonly (number | null)[]) =>
  figures.reduce((sum, own) => (sum === null || own === null ? null : sum + own), 0);

const chosenValues = ({ source = [] }: ChosenFacets) => source;

/** Whether the table shows the tools of a line because of the choice in the tree. */
export function isChosen({ kind, values }: SourceNode, chosen: ChosenFacets): boolean {
  const now = chosenValues(chosen);
  return kind === 'all' ? now.length === 0 : values.every((value) => now.includes(value));
}

/** Index of the line where the keyboard stands: the one it went to while that is chosen, else the first chosen one. */
export function nodeAt(nodes: readonly SourceNode[], { node, chosen }: Pick<CatalogView, 'node' | 'chosen'>): number {
  const now = chosenValues(chosen);
  const isIn = ({ kind, values }: SourceNode) =>
    now.length === 0 ? kind === 'all' : values.some((value) => now.includes(value));
  const tests: readonly ((line: SourceNode) => boolean)[] = [
    (line) => line.key === node && isIn(line),
    (line) => line.kind !== 'kind' && isIn(line),
    isIn,
    // Its group is chosen, and it is closed.
    ({ kind, title }) => kind === 'source' && now.some((value) => value.startsWith(`${title}/`)),
  ];
  for (const test of tests) {
    const at = nodes.findIndex(test);
    if (at >= 0) return at;
  }
  return 0;
}

/** The choice with a line alone, with it as well, or with it added where it is not chosen and taken away where it is. */
export function chooseNode(chosen: ChosenFacets, node: SourceNode, how: 'only' | 'add' | 'toggle'): ChosenFacets {
  const now = chosenValues(chosen);
  if (how === 'only' || node.kind === 'all') return { ...chosen, source: node.values };
  const without = now.filter((value) => !node.values.includes(value));
  const isTakenAway = how === 'toggle' && isChosen(node, chosen);
  return { ...chosen, source: isTakenAway ? without : [...without, ...node.values] };
}

/** The choice without sources and groups that are gone; the same where none is. */
export function withoutGone(
  chosen: ChosenFacets,
  rows: readonly CatalogRow[],
  sources: readonly SourceRow[],
): ChosenFacets {
  const now = chosenValues(chosen);
  if (now.length === 0) return chosen;
  const known = new Set([
    ...sources.map(({ source }) => source?.name),
    ...rows.flatMap(({ tool, group }) => [tool.source, group]),
  ]);
  const left = now.filter((value) => known.has(value));
  return left.length === now.length ? chosen : { ...chosen, source: left };
}
