import { createContext, use } from 'react';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import type { PegboardError } from '#shared/errors.ts';
import type { ToolSearch } from './use-tool-search.ts';

/** The answer that is on screen. */
interface ShownAnswer extends Omit<ToolSearch, 'isStale' | 'explained'> {
  /** Index of the result in the details; -1 for none. */
  readonly selected: number;
}

/** The answer for the panels that show it. Another key leaves it as it is: only another answer draws the panels again. */
export const AnswerContext = createContext<ShownAnswer | null>(null);

/** Whether the answer belongs to earlier inputs. It changes twice with every key, so few components read it. */
export const StaleContext = createContext(false);

/** The last answer with its whole arithmetic. It comes when the results are drawn: until then it is the one before. */
interface ExplainedAnswer {
  readonly response: SearchResponse | null;
  readonly error: PegboardError | null;
}

export const ExplainedContext = createContext<ExplainedAnswer>({ response: null, error: null });

/** The answer on screen; throws outside of the playground, which is a programming error. */
export function useAnswer(): ShownAnswer {
  const answer = use(AnswerContext);
  if (!answer) throw new Error('useAnswer needs an AnswerContext above it.');
  return answer;
}
