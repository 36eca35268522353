import type { Estimator } from '../state/preferences-store.ts';
import { strings } from '../strings/ui.ts';

const minus = '−';

/** `3.1k`, `121.6k`, `1.2M`; below a thousand the number itself. */
export function formatCompact(value: number): string {
  const magnitude = Math.abs(value);
  // 999,950 would print as "1000.0k".
  if (magnitude >= 999_950) return `${(value / 1_000_000).toFixed(1)}M`;
  if (magnitude >= 1000) return `${(value / 1000).toFixed(1)}k`;
  return String(value);
}

/** A number with a fixed count of decimals and a real minus sign. */
export function formatFixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? minus + text : text;
}

/** An amount of money in a currency, by its ISO 4217 code: `$27,442.65`, `€600.00`. */
export function formatMoney(value: number, currency: string, decimals = 2): string {
  const text = Math.abs(value).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return value < 0 && /[1-9]/.test(text) ? minus + text : text;
}

/**
 * A figure of a score with `decimals` decimals, or with significant digits where those would be zeros: `0.812`, `0.0052`,
 * `1.3e−6`. Only nothing is shown as `0.000`.
 */
export function formatScore(value: number, decimals = 3): string {
  const magnitude = Math.abs(value);
  if (magnitude === 0 || magnitude >= Math.max(0.001, 10 ** -decimals)) return formatFixed(value, decimals);
  const digits = Math.max(2, decimals - 1);
  const text = magnitude < 0.001 ? magnitude.toExponential(digits - 1) : magnitude.toPrecision(digits);
  return (value < 0 ? minus : '') + text.replace('-', minus);
}

/** The number that a formatted one says. */
export function parseFormatted(text: string): number {
  return Number(text.replaceAll(minus, '-'));
}

/**
 * The figures of a formula with as many digits, three decimals or more, as it takes to come to the shown result with them:
 * `0.8124` and not `0.812` where `compute` would else give something else.
 */
export function formatOperands(values: readonly number[], compute: (...values: number[]) => number): string[] {
  const result = formatScore(compute(...values));
  for (let decimals = 3; decimals < 15; decimals++) {
    const texts = values.map((value) => formatScore(value, decimals));
    if (formatScore(compute(...texts.map(parseFormatted))) === result) return texts;
  }
  return values.map(String);
}

/**
 * The difference from `whole` to `part` as a signed percentage: `−67 %`. Something that is left is never rounded away: `−99.9
 * %` at most. Null when the whole is nothing.
 */
export function formatSaving(part: number, whole: number): string | null {
  if (whole <= 0) return null;
  const percent = Math.round(((part - whole) / whole) * 100);
  if (percent === -100 && part > 0)
    return `${minus}${formatFixed(Math.floor(((whole - part) / whole) * 1000) / 10, 1)} %`;
  if (percent === 0) return '±0 %';
  return percent < 0 ? `${minus}${-percent} %` : `+${percent} %`;
}

/** How each estimator counts, in words. */
export const countedBy: Readonly<Record<Estimator, string>> = strings.formatNumber.counted;
