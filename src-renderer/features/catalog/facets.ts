import { remembered } from '../../state/remembered.ts';
import { reasonName } from '../../ui/mode-labels.ts';
import type { CatalogRow } from './catalog-rows.ts';

/** What the table can be narrowed by (R19.06). */
export const facetIds = [
  'namespace',
  'mode',
  'reason',
  'side_effects',
  'risk',
  'alike',
  'tag',
  'source',
  'problem',
] as const;
export type FacetId = (typeof facetIds)[number];

/** The chosen values of each facet: a tool has to have one of them. No values: the facet does not matter. */
export type ChosenFacets = Readonly<Partial<Record<FacetId, readonly string[]>>>;

export interface CatalogFilter {
  /** Words that a tool's name, title, description or tags must all hold. */
  readonly text: string;
  readonly chosen: ChosenFacets;
}

/** How many tools have a value, among those that the text and the other facets leave. */
export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface FilteredCatalog {
  readonly rows: readonly CatalogRow[];
  /** Most frequent first; chosen values are there even at 0. */
  readonly facets: Readonly<Record<FacetId, readonly FacetValue[]>>;
}

/** Stands for "no namespace", "nobody has said" and "no problem": no tool can have such a value of its own. */
export const noValue = '';

const readers: Readonly<Record<FacetId, (row: CatalogRow) => readonly string[]>> = {
  namespace: ({ tool }) => [tool.namespace ?? noValue],
  mode: ({ tool }) => [tool.mode],
  reason: ({ tool }) => [reasonName(tool.mode_reason, tool.source)],
  side_effects: ({ tool }) => [tool.side_effects ?? noValue],
  risk: ({ tool }) => (tool.is_destructive ? ['destructive'] : []),
  alike: ({ alike }) => alike,
  tag: ({ tool }) => tool.tags,
  source: ({ tool, group }) => (group === null ? [tool.source] : [tool.source, group]),
  problem: ({ problems }) => (problems.length === 0 ? [noValue] : [...new Set(problems.map(({ code }) => code))]),
};

/**
 * The rows that pass, in their order, and the counts of every facet under the others: one pass, since a row that fails two
 * facets counts nowhere and one that fails a single facet counts in that facet alone.
 */
export function filterCatalog(rows: readonly CatalogRow[], { text, chosen }: CatalogFilter): FilteredCatalog {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = facetIds.map((id) => new Set(chosen[id] ?? []));
  const counts = facetIds.map(() => new Map<string, number>());
  const passing: CatalogRow[] = [];
  for (const row of rows) {
    if (!words.every((word) => row.text.includes(word))) continue;
    const values = facetIds.map((id) => readers[id](row));
    const failing = wanted.flatMap((set, at) =>
      set.size === 0 || values[at]?.some((value) => set.has(value)) ? [] : [at],
    );
    if (failing.length > 1) continue;
    if (failing.length === 0) passing.push(row);
    for (const at of failing.length === 1 ? failing : facetIds.keys()) {
      const count = counts[at];
      for (const value of new Set(values[at])) count?.set(value, (count.get(value) ?? 0) + 1);
    }
  }
  return { rows: passing, facets: facetValues(counts, wanted) };
}

function facetValues(
  counts: readonly Map<string, number>[],
  wanted: readonly ReadonlySet<string>[],
): FilteredCatalog['facets'] {
  const valuesAt = (at: number): FacetValue[] => {
    const count = counts[at] ?? new Map<string, number>();
    for (const value of wanted[at] ?? []) if (!count.has(value)) count.set(value, 0);
    return [...count]
      .map(([value, number]) => ({ value, count: number }))
      .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
  };
  return Object.fromEntries(facetIds.map((id, at) => [id, valuesAt(at)])) as unknown as FilteredCatalog['facets'];
}

/** The choice with one value of a facet added or taken away. */
export function toggleFacet(chosen: ChosenFacets, facet: FacetId, value: string): ChosenFacets {
  const values = chosen[facet] ?? [];
  return { ...chosen, [facet]: values.includes(value) ? values.filter((each) => each !== value) : [...values, value] };
}

/** The facets that the tree of sources shows: the source, and the namespace where none is in several sources. */
export const treeFacets = remembered(({ rows }: { rows: readonly CatalogRow[] }): readonly FacetId[] => {
  const sources = new Map<string | null, string>();
  for (const { tool } of rows) sources.set(tool.namespace, sources.get(tool.namespace) ?? tool.source);
  return rows.every(({ tool }) => sources.get(tool.namespace) === tool.source) ? ['source', 'namespace'] : ['source'];
});

/** Whether anything narrows the table. */
export function isFiltered({ text, chosen }: CatalogFilter): boolean {
  return text.trim() !== '' || facetIds.some((id) => (chosen[id]?.length ?? 0) > 0);
}
