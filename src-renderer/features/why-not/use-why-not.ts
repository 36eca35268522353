import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchRequest } from '#shared/domain/search-request.ts';
import type { WhyNot } from '#shared/domain/why-not.ts';
import type { PegboardError } from '#shared/errors.ts';
import { useClient } from '../../platform/client.ts';
import { toPegboardError } from '../../platform/pegboard-error.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';

/** Milliseconds that a query must rest before it is asked about: what is typed on the way needs no answer. */
const restMs = 250;

export interface WhyNotAnswer {
  /** Null while the first one is on its way. */
  readonly answer: WhyNot | null;
  /** Whether edits are still being tried. */
  readonly isTrying: boolean;
  /** Whether `answer` belongs to what was asked before. */
  readonly isStale: boolean;
  readonly error: PegboardError | null;
}

/** Why this search does not return the tool: the reason at once, the edits that would lift it when they were tried. */
export function useWhyNot(search: Pick<SearchRequest, 'input' | 'caller'>, tool: string): WhyNotAnswer {
  const client = useClient();
  const workspace = useWorkspace();
  const key = JSON.stringify([workspace?.path, workspace?.revision, search, tool]);
  const [rested] = useDebouncedValue(key, restMs);
  const question = useMemo(() => ({ input: search.input, caller: search.caller, tool }), [search, tool]);
  const ask = (suggest: boolean, enabled: boolean) => ({
    queryKey: ['why-not', key, suggest],
    queryFn: ({ signal }: { signal: AbortSignal }) => client.search.whyNot({ ...question, suggest }, { signal }),
    enabled: enabled && workspace !== null,
    placeholderData: keepPreviousData<WhyNot>,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const reason = useQuery(ask(false, rested === key));
  const edits = useQuery(ask(true, rested === key && reason.isSuccess && !reason.isPlaceholderData));
  const isWhole = edits.isSuccess && !edits.isPlaceholderData;
  const error = reason.error ?? edits.error;
  return {
    answer: (isWhole ? edits.data : reason.data) ?? null,
    isTrying: !isWhole && error === null,
    isStale: rested !== key || reason.isPlaceholderData,
    error: error === null || rested !== key ? null : toPegboardError(error),
  };
}
