import type { TokenCount } from '#shared/tokens.ts';
import { usePreferences } from '../../state/preferences-store.ts';

/** Gives the tokens by the estimator that the user chose. */
export function useCounted(): (tokens: TokenCount) => number {
  const estimator = usePreferences((state) => state.estimator);
  return (tokens) => tokens[estimator];
}
