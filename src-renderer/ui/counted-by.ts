import type { Estimator } from '../state/preferences-store.ts';

/** How each estimator counts, in words. */
export const countedBy: Readonly<Record<Estimator, string>> = {
  estimate: 'characters ÷ 4, rounded up',
  o200k: 'the o200k tokenizer',
};
