import { expect, it } from 'vitest';
import { modelPriceOf, modelPrices as shipped } from '#shared/domain/model-prices.ts';
import { modelPrices } from '../../../docs/scripts/model-prices.ts';

it('are those of the installed list: else run npm run docs:prices', () => {
  expect(shipped).toEqual(modelPrices());
});

it('have each model once, with the price of input and no dearer cached tokens', () => {
  const names = shipped.models.map(({ model }) => model);
  expect(new Set(names).size).toBe(names.length);
  expect(shipped.models.filter(({ input, cached }) => input <= 0 || cached > input)).toEqual([]);
  expect(modelPriceOf('gpt-4o-mini')).toMatchObject({ provider: 'OpenAI', input: 0.15, cached: 0.075 });
  expect(modelPriceOf('no-such-model')).toBeUndefined();
});
