import { describe, expect, it } from 'vitest';
import { scoreParts, sharesByField } from '#shared/domain/score-parts.ts';
import {
  barLength,
  fieldFrequencies,
  fieldPercentages,
} from '../../../src-renderer/features/playground/score-parts.ts';

const term = (shares: { name: number; description: number; tags: number }) => ({
  term: 'issue',
  matched: true,
  tf: { name: 1, description: 2, tags: 0 },
  idf: 2,
  saturated: 1.5,
  contribution: shares.name + shares.description + shares.tags,
  shares,
});

describe('parts of a score', () => {
  const terms = [term({ name: 1, description: 2, tags: 0 }), term({ name: 0.5, description: 0, tags: 0.5 })];

  it('sums the shares of every term by field', () => {
    expect(sharesByField(terms)).toEqual({ name: 1.5, description: 2, tags: 0.5 });
  });

  it('draws a bar as long as the gain', () => {
    const arithmetic = {
      kind: 'bm25' as const,
      raw_bm25: -4,
      gain: 4,
      score_raw: 0.8,
      score_raw_corrected: 0.8,
      score_raw_literal: 1,
      length: 9,
      terms,
    };
    expect(barLength({ parts: scoreParts(arithmetic) })).toBeCloseTo(arithmetic.gain);
  });

  it('draws one part for a tier', () => {
    expect(scoreParts({ kind: 'regex', tier: 'full_name', score_raw: 1 })).toEqual([{ hue: 'tier', value: 1 }]);
  });

  it('says shares and frequencies without the fields that have none', () => {
    expect(fieldPercentages({ name: 1, description: 3, tags: 0 })).toBe('name 25 %, description 75 %');
    expect(fieldFrequencies({ name: 1, description: 0.75, tags: 0 })).toBe('name 1 + description 0.75');
    expect(fieldPercentages({ name: 0, description: 0, tags: 0 })).toBe('no field');
  });
});

describe('the bar of a hybrid score', () => {
  it('says which list decided it', () => {
    const part = (source: 'bm25' | 'vector', counted: number) => ({
      list: 0,
      source,
      score: 1,
      normalised: 1,
      counted,
    });
    const hueOf = (...parts: ReturnType<typeof part>[]) =>
      scoreParts({
        kind: 'hybrid',
        parts,
        terms: [],
        length: 1,
        score_raw: Math.max(...parts.map((one) => one.counted)),
      });
    expect(hueOf(part('bm25', 0.2), part('vector', 0.9))).toEqual([{ hue: 'vector', value: 0.9 }]);
    expect(hueOf(part('bm25', 0.9), part('vector', 0.2))).toEqual([{ hue: 'words', value: 0.9 }]);
  });
});
