import { describe, expect, it } from 'vitest';
import { VectorCache } from '#core/search/understanding/vectors/vector-cache.ts';

const model = 'ab'.repeat(32);
const key = (n: number) => n.toString(16).padStart(32, '0');
const read = (bytes: Uint8Array | null, given: Partial<Parameters<typeof VectorCache.read>[1]> = {}) =>
  VectorCache.read(bytes, { model, dimensions: 3, ...given });

describe('vectors of tools in a file', () => {
  const bytes = read(null).bytesWith([key(1), key(2)], Int16Array.of(1, -2, 3, 4, 5, -32768));

  it('come back as they were, wherever the bytes begin', () => {
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    for (const file of [bytes, shifted.subarray(1)]) {
      const cache = read(file);
      expect([cache.get(key(1)), cache.get(key(2)), cache.get(key(3))]).toEqual([
        ...[Int16Array.of(1, -2, 3), Int16Array.of(4, 5, -32768), undefined],
      ]);
      expect([cache.has(key(1)), cache.has(key(3))]).toEqual([true, false]);
    }
  });

  it('are none of other bytes, of another model, or of another length', () => {
    const others = [
      null,
      new Uint8Array(0),
      bytes.subarray(0, 43),
      bytes.subarray(0, -1),
      Uint8Array.of(...bytes, 0),
      bytes.with(0, 0),
    ];
    for (const file of others) expect(read(file).has(key(1))).toBe(false);
    expect(read(bytes, { model: 'cd'.repeat(32) }).has(key(1))).toBe(false);
    expect(read(bytes, { dimensions: 2 }).has(key(1))).toBe(false);
    expect(bytes.length).toBe(44 + 2 * 16 + 2 * 2 * 3);
  });

  it('keep as many of the others as are asked for, and the new ones first', () => {
    const three = read(null).bytesWith(
      [key(1), key(2), key(3)],
      Int16Array.from({ length: 9 }, (_, i) => i),
    );
    const next = read(read(three).bytesWith([key(2)], Int16Array.of(7, 7, 7)));
    expect([1, 2, 3].map((n) => next.get(key(n)))).toEqual([Int16Array.of(0, 1, 2), Int16Array.of(7, 7, 7), undefined]);
    const more = read(read(three).bytesWith([key(4), key(5)], new Int16Array(6)));
    expect([1, 2, 3, 4, 5].map((n) => more.has(key(n)))).toEqual([true, true, false, true, true]);
  });
});
