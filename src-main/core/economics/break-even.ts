import { counted } from '#shared/counted.ts';
import type { BreakEven, Recommendation } from '#shared/domain/economics.ts';

const daysPerMonth = 365.25 / 12;

/** After how long the saving has paid for the work: cost ÷ (monthly spend × savings rate) (R17.38). */
export function breakEven(monthly_spend: number, savings_rate: number, implementation_cost: number): BreakEven {
  const monthly_saving = monthly_spend * savings_rate;
  const months = monthly_saving > 0 ? implementation_cost / monthly_saving : null;
  return { monthly_spend, savings_rate, monthly_saving, months, words: inWords(months) };
}

/** Paid back within a month definitely, within a year yes, later maybe; no where nothing is saved (R17.39). */
export function recommend({ months }: BreakEven): Recommendation {
  if (months === null) return 'no';
  if (months <= 1) return 'definitely';
  return months <= 12 ? 'yes' : 'maybe';
}

/** In days under two weeks, in weeks under two months, in months under two years. */
function inWords(months: number | null): string {
  if (months === null) return 'never';
  if (months === 0) return 'at once';
  const days = months * daysPerMonth;
  if (days < 14) return counted(Math.max(1, Math.round(days)), 'day');
  if (months < 2) return counted(Math.round(days / 7), 'week');
  return months < 24 ? counted(Math.round(months), 'month') : counted(Math.round(months / 12), 'year');
}
