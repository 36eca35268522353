import prices from './model-prices.json' with { type: 'json' };

/** What a provider asks for input tokens of a model, US dollars for a million of them, for short prompts and without discounts. */
export interface ModelPrice {
  readonly provider: string;
  /** As requests name it. */
  readonly model: string;
  readonly input: number;
  /** Tokens that the provider's prompt cache held; the price of input where it has none. */
  readonly cached: number;
}

/** What most prices ask for a token from the prompt cache, as a share of that of input. */
export const usualCacheRead = 0.1;

/** Prices of the usual models, and the day they were published, `YYYY-MM-DD`. */
export const modelPrices: { readonly published: string; readonly models: readonly ModelPrice[] } = prices;

/** The price of a model by its name, or undefined for one that the list does not have. */
export const modelPriceOf = (model: string): ModelPrice | undefined =>
  modelPrices.models.find((price) => price.model === model);

/** Where the inputs of the economics come from, by field, that are the prices of a model. */
export function priceSources(
  model: string | null,
  given: { readonly price_per_million?: unknown; readonly cached_price_per_million?: unknown },
): Record<string, string> {
  const price = model === null ? undefined : modelPriceOf(model);
  if (!price) return {};
  const source = `price of ${price.model}, list of ${modelPrices.published}`;
  return {
    ...(given.price_per_million === price.input && { price_per_million: source }),
    ...(given.cached_price_per_million === price.cached && { cached_price_per_million: source }),
  };
}
