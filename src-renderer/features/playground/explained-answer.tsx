import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { useDrawn } from '../../ui/use-drawn.ts';
import { ExplainedContext } from './answer-context.ts';
import type { ToolSearch } from './use-tool-search.ts';

type Asked = Pick<ToolSearch, 'response' | 'explained' | 'isStale'>;

/** Asks for the arithmetic of the results when these are drawn, so that no key waits for it. */
export function ExplainedAnswer({ search, children }: { search: Asked; children: ReactNode }) {
  const { response, explained, isStale } = search;
  const isDrawn = useDrawn(response);
  const whole = useQuery({
    ...(explained ?? { queryKey: ['tool-search'], queryFn: skipToken }),
    enabled: explained !== null && response !== null && !isStale && isDrawn,
    placeholderData: keepPreviousData,
  });
  const { data, error } = whole;
  // A hybrid search brings its arithmetic with its results. Otherwise new results keep the arithmetic of those before until theirs comes.
  const isAsked = explained !== null && response !== null;
  const shown = isAsked ? (data ?? null) : response;
  const answer = useMemo(
    () => ({ response: shown, error: isAsked && error ? toPegboardError(error) : null }),
    [shown, isAsked, error],
  );
  return <ExplainedContext value={answer}>{children}</ExplainedContext>;
}
