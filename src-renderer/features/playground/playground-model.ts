import { queryOptions } from '@tanstack/react-query';
import type { Caller, SearchType } from '#shared/domain/search-request.ts';
import { personaOf } from '../../platform/active-persona.ts';
import { toggleGolden } from '../../platform/golden-acts.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { type OpenRevision, openWorkspace, settled, thisWindow } from '../../platform/this-window.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { type PlaygroundInputs, usePlayground } from '../../state/playground-store.ts';
import { focusNowOrWhenThere } from '../../ui/focus-when-there.ts';
import { focusColumn } from '../compare/compare-places.ts';
import { focusPlace, places } from './focus-places.ts';
import { hybridRequestOf, type InputsOf, isToolSearch, searchRequestOf } from './search-request-of.ts';
import { selectedIndexOf } from './selected-index.ts';

/**
 * The search that inputs mean, on behalf of a persona: its results with a summary, which a key can wait for (decision 075). A
 * hybrid search is asked once, since that may cost money, and brings its explanation.
 */
export function searchQuery({ path, revision }: OpenRevision, inputs: PlaygroundInputs, persona: string | null) {
  const toolSearch = isToolSearch(inputs) ? { ...searchRequestOf(inputs, persona), explain: 'summary' as const } : null;
  const hybrid = toolSearch === null ? hybridRequestOf(inputs, persona) : null;
  return queryOptions({
    queryKey: ['tool-search', path, revision, toolSearch, hybrid],
    queryFn: ({ signal }) => {
      const { search } = thisWindow().client;
      return toolSearch === null
        ? search.hybridSearch(hybridRequestOf(inputs, persona), { signal })
        : search.toolSearch(toolSearch, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
}

/** The same `tool_search` with the whole arithmetic of its scores. */
export function explainedQuery({ path, revision }: OpenRevision, inputs: InputsOf<SearchType>, persona: string | null) {
  const request = searchRequestOf(inputs, persona);
  return queryOptions({
    queryKey: ['tool-search', path, revision, request],
    queryFn: ({ signal }) => thisWindow().client.search.toolSearch(request, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
  });
}

/** Names that a name which no tool has perhaps meant, of tools that the caller may use. */
export function similarNamesQuery({ path, revision }: OpenRevision, name: string, caller: Caller) {
  return queryOptions({
    queryKey: ['similar-names', path, revision, name, caller],
    queryFn: async ({ signal }) => {
      const input = { query: name, search_type: 'exact' } as const;
      const asked = { input, caller, tool: name.slice(0, 1000), suggest: false };
      const { reason } = await thisWindow().client.search.whyNot(asked, { signal });
      return reason.kind === 'unknown_name' ? reason.did_you_mean : [];
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    retry: false,
  });
}

/**
 * Asks what the inputs mean with another query, before any of the screen is drawn anew: the core searches while that is done. The
 * screen waits for this answer then. A hybrid search is left alone, since it waits for a rest.
 */
export function askAhead(query: string): void {
  const workspace = openWorkspace();
  const { typeBefore, ...state } = usePlayground.getState();
  const inputs = { ...state, query, searchType: typeBefore ?? state.searchType };
  if (workspace === null || query.trim() === '' || !isToolSearch(inputs) || areEnginesShown()) return;
  const persona = personaOf(workspace);
  if (persona.kind === 'gone') return;
  void thisWindow().queries.prefetchQuery(
    searchQuery(workspace, inputs, persona.kind === 'active' ? persona.persona.name : null),
  );
}

/** The screens that this is about: results alone, and engines side by side. */
export const playgroundScreens = ['playground', 'compare'] as const;

/** The answer to what is asked; null where nothing is asked or the search failed. */
const acts = screenActs(playgroundScreens, (workspace) => {
  const inputs = usePlayground.getState();
  const persona = personaOf(workspace);
  if (inputs.query.trim() === '' || persona.kind === 'gone') return { output: null, tools: [], at: -1 };
  const query = searchQuery(workspace, inputs, persona.kind === 'active' ? persona.persona.name : null);
  // A hybrid search may cost money: it is asked when what is typed rests, and not for a key.
  const isAsked = isToolSearch(inputs) || thisWindow().queries.getQueryState(query.queryKey) !== undefined;
  const answer = isAsked ? settled(query) : null;
  if (answer === null) return null;
  const output = answer.error ? null : (answer.data?.output ?? null);
  const tools = output?.tools ?? [];
  return { output, tools, at: selectedIndexOf(tools, inputs.selected) };
});

/** Moves the selection of the results, from the result that is selected then. */
export function moveSelection(to: (at: number, count: number) => number): void {
  acts.do(({ tools, at }) => select(tools[to(at, tools.length)]));
}

/** Selects the result before; from the first one the focus goes to the query. */
export function goUp(): void {
  acts.do(({ tools, at }) => (at <= 0 ? focusPlace('query') : select(tools[at - 1])));
}

function select(tool: { readonly name: string } | undefined): void {
  if (tool) usePlayground.getState().select(tool.name);
}

/** Whether the engines are side by side in place of the results. */
export const areEnginesShown = () => useNavigation.getState().feature === 'compare';

/** Puts the engines side by side, or shows the results of Pegboard again. What is asked stays. */
export const toggleEngines = () => useNavigation.getState().goTo(areEnginesShown() ? 'playground' : 'compare');

/** Moves the focus to the results: the first answer of all has no list before it comes. */
export function goToResults(): void {
  if (areEnginesShown()) focusColumn();
  else if (document.getElementById(places.results)) focusPlace('results');
  else acts.do(({ at }) => at >= 0 && focusNowOrWhenThere(places.results));
}

/** Makes the selected result a right answer to the query, or takes that back. Only a search by words has right answers. */
export function toggleGoldenResult(): void {
  acts.do(({ output, tools, at }) => {
    const tool = tools[at];
    if (output?.search_type === 'fts' && tool) toggleGolden(output.query, tool.name);
  });
}
