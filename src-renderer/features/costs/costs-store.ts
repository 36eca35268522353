import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { HiddenCost } from '#shared/domain/economics.ts';
import type { ModelPrice } from '#shared/domain/model-prices.ts';
import type { NativeSearch, ProviderName } from '#shared/domain/payload.ts';
import { formatMoney } from '../../ui/format-number.ts';

interface CostsChoices {
  /** What is typed of the inputs, as it is typed, by field: `steps`, `mix.A`. Nothing: the measured value or the default. */
  readonly typed: Readonly<Record<string, string>>;
  /** Hidden costs that count. */
  readonly hidden: readonly HiddenCost[];
  /** The reference figures in place of the workspace's. */
  readonly seedOnly: boolean;
  /** ISO 4217 code of what prices and costs are in. */
  readonly currency: string;
  /** The model whose prices were taken last; what is typed may be others by now. */
  readonly model: string | null;
  readonly profile: string;
  readonly toolsPerRun: string;
  /** `all`: every provider, side by side. */
  readonly provider: ProviderName | 'all';
  /** Null: as the workspace says. */
  readonly search: NativeSearch | null;
  readonly query: string;
  readonly contextWindow: string;
}

interface CostsState extends CostsChoices {
  set(state: Partial<CostsChoices>): void;
  type(field: string, text: string): void;
  toggleHidden(cost: HiddenCost): void;
  /** Takes the prices of a model, in US dollars. */
  choosePrices(price: ModelPrice): void;
  resetInputs(): void;
}

const noInputs = { typed: {}, hidden: [], toolsPerRun: '', seedOnly: false, model: null } as const;

/** What the screens of costs, requests and host budgets show and what was typed there; all of it survives a restart. */
export const useCosts = create<CostsState>()(
  persist(
    (set) => ({
      ...noInputs,
      currency: 'USD',
      profile: 'workspace',
      provider: 'all',
      search: null,
      query: '',
      contextWindow: '200000',
      set: (state) => set(state),
      type: (field, text) =>
        set(({ typed: { [field]: _, ...others } }) => ({ typed: text === '' ? others : { ...others, [field]: text } })),
      toggleHidden: (cost) =>
        set(({ hidden }) => ({
          hidden: hidden.includes(cost) ? hidden.filter((each) => each !== cost) : [...hidden, cost],
        })),
      choosePrices: ({ model, input, cached }) =>
        set(({ typed }) => ({
          currency: 'USD',
          model,
          typed: { ...typed, price_per_million: String(input), cached_price_per_million: String(cached) },
        })),
      resetInputs: () => set(noInputs),
    }),
    { name: 'pegboard.costs', version: 1 },
  ),
);

/** Writes an amount in the chosen currency, with two decimals or as many as are asked for. */
export function useMoney(): (value: number, decimals?: number) => string {
  const currency = useCosts((state) => state.currency);
  return (value, decimals) => formatMoney(value, currency, decimals);
}
