import type { ScorePart } from '#shared/domain/search-result.ts';

/**
 * How a stacked bar is drawn, in percent: its length of the track (`maximum` fills it) and of that the width of each part.
 * The widths add up to 100 however small the values are; parts without a value are left out.
 */
export function barWidths(
  parts: readonly ScorePart[],
  maximum: number,
): { length: number; parts: { hue: ScorePart['hue']; width: number }[] } {
  const seen = parts.filter((part) => part.value > 0);
  const sum = seen.reduce((total, part) => total + part.value, 0);
  return {
    length: maximum > 0 ? Math.min(100, (sum / maximum) * 100) : 0,
    parts: seen.map(({ hue, value }) => ({ hue, width: (value / sum) * 100 })),
  };
}
