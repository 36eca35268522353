import type { CostMix, EconomicsInput } from '#shared/domain/economics.ts';
import { usualCacheRead } from '#shared/domain/model-prices.ts';
import { runTypeSchema } from '#shared/domain/run-type.ts';
import { shareSaved } from './compare-steps.ts';

type Inputs = Pick<
  EconomicsInput,
  | 'requests_per_day'
  | 'days_per_month'
  | 'price_per_million'
  | 'mix'
  | 'type_tokens'
  | 'all_tools_request_tokens'
  | 'cached_price_per_million'
  | 'all_tools_cached'
  | 'discovery_cached'
>;

/** What input tokens cost a month with all tools and with discovery, from the mix of run types (R17.40). */
export function costMix(inputs: Inputs): CostMix {
  const types = runTypeSchema.options.map((type) => ({
    type,
    share: inputs.mix[type] / 100,
    tokens: inputs.type_tokens[type],
  }));
  const discoveryTokens = types.reduce((sum, { share, tokens }) => sum + share * tokens, 0);
  const cachedPrice = inputs.cached_price_per_million ?? inputs.price_per_million * usualCacheRead;
  const monthly = (tokens: number, cached: number) => {
    const price = (1 - cached) * inputs.price_per_million + cached * cachedPrice;
    return (inputs.requests_per_day * inputs.days_per_month * tokens * price) / 1e6;
  };
  const all_tools = monthly(inputs.all_tools_request_tokens, inputs.all_tools_cached);
  const discovery = monthly(discoveryTokens, inputs.discovery_cached);
  return {
    types,
    all_tools,
    discovery,
    monthly_saving: all_tools - discovery,
    saving: shareSaved(all_tools, discovery),
  };
}
