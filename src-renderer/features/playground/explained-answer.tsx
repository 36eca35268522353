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
  const isWhole = explained === null;
  const isBlank = response === null;
  // The answer that is on its way changes nothing here: only its explanation does.
  const shown = isWhole ? response : isBlank ? null : (data ?? null);
  const answer = useMemo(
    () => ({ response: shown, error: isWhole || isBlank || !error ? null : toPegboardError(error) }),
    [shown, isWhole, isBlank, error],
  );
  return <ExplainedContext value={answer}>{children}</ExplainedContext>;
}
