import type { SearchResponse } from '#shared/domain/search-result.ts';
import { toggleGolden } from '../../platform/golden-acts.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { type PlaygroundInputs, usePlayground } from '../../state/playground-store.ts';
import { ShownList } from '../../state/shown-list.ts';
import { selectedIndexOf } from './selected-index.ts';

/** The answer that the playground shows; null where nothing is asked or the search failed. */
export const shownSearch = new ShownList<SearchResponse | null>(() =>
  useNavigation.getState().feature === 'playground' ? inputsKey(usePlayground.getState()) : null,
);

/** The inputs of a search as a text to compare. */
export function inputsKey({ query, searchType, limit, includeAlwaysLoaded, policy }: PlaygroundInputs): string {
  return JSON.stringify([query, searchType, limit, includeAlwaysLoaded, policy]);
}

/** Moves the selection of the results, from the result that is selected then. */
export function moveSelection(to: (at: number, count: number) => number): void {
  shownSearch.do((response) => {
    const tools = response?.output.tools ?? [];
    const { selected, select } = usePlayground.getState();
    const next = to(selectedIndexOf(tools, selected), tools.length);
    const tool = tools[Math.min(Math.max(next, 0), tools.length - 1)];
    if (tool) select(tool.name);
  });
}

/** Makes the selected result a right answer to the query, or takes that back. Only a search by words has right answers. */
export function toggleGoldenResult(): void {
  shownSearch.do((response) => {
    if (response?.output.search_type !== 'fts') return;
    const { query, tools } = response.output;
    const tool = tools[selectedIndexOf(tools, usePlayground.getState().selected)];
    if (tool) toggleGolden(query, tool.name);
  });
}
