import { describe, expect, it } from 'vitest';
import { formatPlural } from '../../../src-renderer/strings/count.ts';
import {
  formatCompact,
  formatFixed,
  formatMoney,
  formatOperands,
  formatSaving,
  formatScore,
  parseFormatted,
} from '../../../src-renderer/ui/format-number.ts';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [3100, '3.1k'],
    [121_600, '121.6k'],
    [999_949, '999.9k'],
    [999_999, '1.0M'],
  ])('%d is %s', (value, text) => {
    expect(formatCompact(value)).toBe(text);
  });

  it('have a real minus sign, and none for what rounds to nothing', () => {
    expect(formatFixed(-7.0953, 3)).toBe('−7.095');
    expect(formatFixed(-0.0001, 3)).toBe('0.000');
  });

  it.each([
    [0, 3, '0.000'],
    [0.8123, 3, '0.812'],
    [1.3e-6, 3, '1.3e−6'],
    [-1.26e-6, 3, '−1.3e−6'],
    [1e-6, 2, '1.0e−6'],
    [0.0052, 2, '0.0052'],
    [0.00999, 2, '0.010'],
    [0.05, 2, '0.05'],
  ])('of a score are never rounded away: %d with %d decimals is %s', (value, decimals, text) => {
    expect(formatScore(value, decimals)).toBe(text);
  });

  it('of a formula come to the result that is shown', () => {
    const share = (value = 0, min = 0, max = 0) => (value - min) / (max - min);
    expect(formatOperands([0.8, 0.2, 0.8], share)).toEqual(['0.800', '0.200', '0.800']);
    expect(formatOperands([1.3e-6, 1.1e-6, 1.3e-6], share)).toEqual(['1.3e−6', '1.1e−6', '1.3e−6']);
    expect(formatOperands([1.3042e-6, 1.3041e-6, 1.3047e-6], share)[0]).toBe('1.3042e−6');
    for (const values of [
      [0.81237, 0.81231, 0.81242],
      [1.3042e-6, 1.3041e-6, 1.3047e-6],
      [0.0123, 9.4e-7, 0.6],
    ] as const) {
      const shown = formatOperands(values, share).map(parseFormatted);
      expect(formatScore(share(...shown))).toBe(formatScore(share(...values)));
    }
  });

  it('say the saving of a prompt', () => {
    expect(formatSaving(3100, 9600)).toBe('−68 %');
    expect(formatSaving(221, 639_800)).toBe('−99.9 %');
    expect(formatSaving(0, 100)).toBe('−100 %');
    expect(formatSaving(110, 100)).toBe('+10 %');
    expect(formatSaving(5, 0)).toBeNull();
  });

  it('agree with their noun', () => {
    expect(formatPlural(1, 'tool')).toBe('1 tool');
    expect(formatPlural(10_000, 'tool')).toBe('10,000 tools');
  });
});

it('money has its thousands separated, two decimals and a real minus sign', () => {
  expect(formatMoney(27442.649, 'USD')).toBe('$27,442.65');
  expect(formatMoney(600, 'EUR')).toBe('€600.00');
  expect(formatMoney(-1234.5, 'USD')).toBe('−$1,234.50');
  expect(formatMoney(-0.001, 'USD')).toBe('$0.00');
  expect(formatMoney(5000, 'USD', 0)).toBe('$5,000');
});
