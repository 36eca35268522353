import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { SearchRequest } from '#shared/domain/search-request.ts';
import type { SearchResponse, SearchSummary } from '#shared/domain/search-result.ts';
import { summaryOf } from '#shared/domain/search-summary.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { openRevision } from '../../platform/this-window.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { type PlaygroundInputs, usePlayground } from '../../state/playground-store.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { explainedQuery, searchQuery } from './playground-model.ts';
import { isToolSearch, searchRequestOf } from './search-request-of.ts';

/** What the inputs of the playground ask, on behalf of the chosen persona. */
export function useSearchRequest(): SearchRequest {
  const persona = useActivePersona()?.name ?? null;
  const inputs = useInputs();
  // Beside a hybrid search, tool_search searches by words.
  return searchRequestOf(isToolSearch(inputs) ? inputs : { ...inputs, searchType: 'fts' }, persona);
}

function useInputs(): PlaygroundInputs {
  return usePlayground(
    useShallow(({ query, searchType, limit, includeAlwaysLoaded, policy }) => ({
      query,
      searchType,
      limit,
      includeAlwaysLoaded,
      policy,
    })),
  );
}

/** A search as the screen needs it. */
export interface ToolSearch {
  readonly isBlank: boolean;
  /** Name of the chosen persona when it is no longer configured: then nothing is searched. */
  readonly gonePersona: string | null;
  /** The answer to the current inputs, or the last one while that is on its way. */
  readonly response: SearchResponse | null;
  /** What the results show of how they came about; null where search is off for them. */
  readonly summary: SearchSummary | null;
  /** What asks for the whole explanation; null where `response` has it, or nothing is asked. */
  readonly explained: ReturnType<typeof explainedQuery> | null;
  /** Whether `response` belongs to earlier inputs. */
  readonly isStale: boolean;
  readonly error: PegboardError | null;
}

/** How long a hybrid query must rest before it is asked, milliseconds: each may cost a request to an embedder. */
const hybridRestMs = 300;

/**
 * Runs the search of the current inputs at every change. Each change aborts the call before it, and an answer counts only
 * for the inputs and the workspace revision it was asked for, so an older answer never replaces a newer one. `isOff`: nobody sees it.
 */
export function useToolSearch({ isOff }: { readonly isOff: boolean }): ToolSearch {
  const workspace = useWorkspace();
  const gonePersona = useGonePersona();
  const persona = useActivePersona()?.name ?? null;
  const typed = useInputs();
  const hybrid = typed.searchType === 'hybrid' ? typed : null;
  const [rested] = useDebouncedValue(hybrid, hybridRestMs);
  const isResting = hybrid !== null && rested !== hybrid;
  const inputs = (hybrid && rested) ?? typed;
  const isBlank = inputs.query.trim() === '';
  const isOn = !isOff && !isBlank && gonePersona === null;
  const revision = openRevision(workspace);
  const search = useQuery({
    ...searchQuery(revision, inputs, persona),
    enabled: workspace !== null && isOn,
    placeholderData: keepPreviousData,
  });
  const response = isOn ? (search.data ?? null) : null;
  const summary = useMemo(() => response && (response.summary ?? summaryOf(response)), [response]);
  return {
    isBlank,
    gonePersona,
    response,
    summary,
    explained: isOn && isToolSearch(inputs) ? explainedQuery(revision, inputs, persona) : null,
    isStale: isResting || search.isPlaceholderData || search.isFetching,
    error: search.error && isOn ? toPegboardError(search.error) : null,
  };
}
