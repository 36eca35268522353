import { NativeSelect, Select } from '@mantine/core';
import { modelPriceOf, modelPrices } from '#shared/domain/model-prices.ts';
import { strings } from '../../strings/costs.ts';
import { useCosts } from './costs-store.ts';

const currencies = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CNY', 'INR', 'KRW', 'BRL', 'CAD', 'AUD', 'PLN', 'SEK'];

/** Models under the names of their providers. */
const choices = Object.entries(Object.groupBy(modelPrices.models, ({ provider }) => provider)).map(
  ([provider, models = []]) => ({
    group: provider,
    items: models.map(({ model, input, cached }) => ({
      value: model,
      label: input === cached ? `${model} (${input})` : `${model} (${input}, cached ${cached})`,
    })),
  }),
);

/** The currency, and a model whose prices are taken; both fields of prices below can still be typed. */
export function PriceFields() {
  const { typed, model, currency, choosePrices, set } = useCosts();
  const price = model === null ? undefined : modelPriceOf(model);
  const isTaken =
    price !== undefined &&
    typed.price_per_million === String(price.input) &&
    typed.cached_price_per_million === String(price.cached);
  return (
    <>
      <Select
        searchable
        label={strings.priceFields.pricesModel}
        description={strings.priceFields.usDollars1mInput(modelPrices.published)}
        placeholder={strings.priceFields.chooseModel}
        nothingFoundMessage={strings.priceFields.listDoes}
        data={choices}
        value={isTaken ? model : null}
        onChange={(name) => {
          const chosen = name === null ? undefined : modelPriceOf(name);
          if (chosen) choosePrices(chosen);
        }}
      />
      <NativeSelect
        label={strings.priceFields.currencyPricesCosts}
        data={currencies}
        value={currency}
        onChange={(event) => set({ currency: event.currentTarget.value })}
      />
    </>
  );
}
