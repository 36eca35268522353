import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CompareResponse } from '#shared/domain/engine-comparison.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useActivePersona, useGonePersona } from '../../platform/active-persona.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { shownEngines, useCompare } from './compare-store.ts';

export interface Comparison {
  readonly isBlank: boolean;
  /** The answer to the current inputs, or the last one while that is on its way. */
  readonly response: CompareResponse | null;
  readonly isStale: boolean;
  readonly error: PegboardError | null;
}

/** Nine engines at every key would be work for nothing: the query must rest so long, milliseconds. */
const restMs = 120;

/** Runs the current query through the shown engines whenever something changes; a newer question cancels an older one. */
export function useComparison(): Comparison {
  const client = useClient();
  const workspace = useWorkspace();
  const persona = useActivePersona()?.name;
  const gonePersona = useGonePersona();
  const typed = useCompare((state) => state.query);
  const includeAlwaysLoaded = useCompare((state) => state.includeAlwaysLoaded);
  const hidden = useCompare((state) => state.hidden);
  const [query] = useDebouncedValue(typed, restMs);
  const isBlank = typed.trim() === '';
  const request = {
    query,
    engines: shownEngines(hidden),
    include_always_loaded: includeAlwaysLoaded,
    caller: { persona },
  };
  const isOn = workspace !== null && gonePersona === null && query.trim() !== '';
  const search = useQuery({
    queryKey: ['compare', workspace?.path, workspace?.revision, request],
    queryFn: ({ signal }) => client.search.compare(request, { signal }),
    enabled: isOn,
    placeholderData: keepPreviousData,
    // Golden queries may change meanwhile: what is asked again is looked up again.
    staleTime: 0,
    gcTime: 30_000,
  });
  return {
    isBlank,
    response: isBlank ? null : (search.data ?? null),
    isStale: search.isFetching || query !== typed,
    error: search.error && isOn ? toPegboardError(search.error) : null,
  };
}
