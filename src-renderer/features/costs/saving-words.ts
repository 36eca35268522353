import { strings } from '../../strings/costs.ts';
import { formatFixed } from '../../ui/format-number.ts';

/** A share that is saved, 0 to 1, in words; what costs more is no negative saving. */
export function savingWords(share: number, decimals: number): string {
  const percent = formatFixed(Math.abs(share) * 100, decimals);
  return share < 0 && Number(percent) !== 0
    ? strings.savingWords.costsMore(percent)
    : strings.savingWords.saves(percent);
}
