import { describe, expect, it } from 'vitest';
import { barWidths } from '../../../src-renderer/ui/bar-widths.ts';

const parts = (name: number, description: number, tags: number) => [
  { hue: 'name' as const, value: name },
  { hue: 'description' as const, value: description },
  { hue: 'tags' as const, value: tags },
];

describe('a stacked bar', () => {
  it.each([1, 0.1, 1e-6])('fills its length with its parts, whatever their sum is (%d)', (scale) => {
    const { length, parts: drawn } = barWidths(parts(3 * scale, scale, 0), 8 * scale);
    expect(length).toBeCloseTo(50);
    expect(drawn.map(({ hue }) => hue)).toEqual(['name', 'description']);
    expect(drawn.map(({ width }) => Math.round(width))).toEqual([75, 25]);
  });

  it('is empty without values', () => {
    expect(barWidths(parts(0, 0, 0), 0)).toEqual({ length: 0, parts: [] });
  });
});
