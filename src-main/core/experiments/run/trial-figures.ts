import type { Experiment, ReportedUsage, Trial } from '#shared/domain/experiment.ts';
import { modelPriceOf } from '#shared/domain/model-prices.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';

const searches: ReadonlySet<string> = new Set(['tool_search', 'tool_get', 'pai_tool_search_tool']);
const none: TokenCount = { estimate: 0, o200k: 0 };

/** Tokens of a trial, by our two estimators. */
export function trialTokens({ steps, cache }: Pick<Simulation, 'steps' | 'cache'>): Omit<Trial['tokens'], 'reported'> {
  const replies = steps.map(({ reply }) => countTextTokens(reply));
  const searched = steps.map((step, i) => {
    if (step.tool === null || !searches.has(step.tool)) return none;
    const one = addTokenCounts(replies[i] ?? none, countTextTokens(step.observation ?? ''));
    // Each later step sends the call and its answer again.
    return timesOf(one, steps.length - i - 1);
  });
  const after = cache.find(({ sent }) => sent)?.tokens_after ?? none;
  const repeated = sum(steps.slice(1).map(({ tokens }) => tokens));
  return {
    sent: sum(steps.map(({ tokens }) => tokens)),
    searches: sum(searched),
    cacheable: {
      estimate: Math.max(0, repeated.estimate - after.estimate),
      o200k: Math.max(0, repeated.o200k - after.o200k),
    },
    received: sum(replies),
  };
}

/** US dollars of tokens; null without prices, and for scripted agents whose experiment has none. */
export function costOf(
  { prices, model }: Pick<Experiment, 'prices' | 'model'>,
  { input, cached, output }: ReportedUsage,
): number | null {
  const listed = model.provider === 'scripted' ? undefined : modelPriceOf(model.model);
  const price = prices ?? (listed && { input: listed.input, cached: listed.cached, output: 0 });
  if (!price) return null;
  const fresh = Math.max(0, input - cached);
  return (fresh * price.input + cached * (price.cached ?? price.input) + output * price.output) / 1e6;
}

function timesOf({ estimate, o200k }: TokenCount, times: number): TokenCount {
  return { estimate: estimate * times, o200k: o200k * times };
}

function sum(counts: readonly TokenCount[]): TokenCount {
  return counts.reduce(addTokenCounts, none);
}
