import { expect, it } from 'vitest';
import { sizeWords } from '#shared/byte-size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [9949, '9.9 kB'],
  [9951, '10 kB'],
  [99_999, '100 kB'],
  [300_000, '0.3 MB'],
  [1_000_000, '1.0 MB'],
  [12_345_678, '12 MB'],
  [2_500_000_000, '2,500 MB'],
])('writes %i bytes as %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
