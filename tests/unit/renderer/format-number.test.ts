import { describe, expect, it } from 'vitest';
import { formatCompact, formatFixed, formatPlural, formatSaving } from '../../../src-renderer/ui/format-number.ts';

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
