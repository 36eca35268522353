import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise, scoreChain } from '../../../src-renderer/features/playground/score-chain.ts';

const fts = {
  kind: 'bm25' as const,
  raw_bm25: -4,
  gain: 4,
  score_raw: 0.8,
  score_raw_corrected: 0.8,
  score_raw_literal: 1,
  length: 20,
  terms: [],
};

describe('the chain from raw value to score', () => {
  it('normalises over the bounds of the candidates', () => {
    expect(normalise(0.6, { min: 0.2, max: 1, rule: 'min_max' })).toBeCloseTo(0.5);
  });

  it('gives 0.5 to each when all are equal', () => {
    expect(normalise(0.8, { min: 0.8, max: 0.8, rule: 'all_equal' })).toBe(0.5);
  });

  it('stays between 0 and 1', () => {
    const bounds = fc.record({
      min: fc.double({ min: 0, max: 0.4, noNaN: true }),
      max: fc.double({ min: 0.6, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), bounds, (raw, { min, max }) => {
        const score = normalise(raw, { min, max, rule: 'min_max' });
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('ends in the score, and shows what the printed formula would give beside the way', () => {
    const steps = scoreChain(fts, { min: 0.2, max: 0.8, rule: 'min_max' });
    expect(steps.map((step) => step.label)).toEqual(['raw bm25', 'gain', 'score_raw', 'RFC as published', 'score']);
    expect(steps.at(-1)).toMatchObject({ value: 1, formula: '(0.800 − 0.200) / (0.800 − 0.200)' });
    expect(steps.filter((step) => step.aside).map((step) => step.value)).toEqual([1]);
  });

  it('computes with what it shows when every number is tiny', () => {
    const gain = 1.3e-6;
    const tiny = {
      ...fts,
      raw_bm25: -gain,
      gain,
      score_raw: gain / (1 + gain),
      score_raw_corrected: gain / (1 + gain),
    };
    const steps = scoreChain(tiny, { min: 1.1e-6, max: tiny.score_raw, rule: 'min_max' });
    expect(steps.map((step) => step.formula)).toContain('1.3e−6 / (1 + 1.3e−6)');
    expect(steps.at(-1)).toMatchObject({ value: 1, formula: '(1.3e−6 − 1.1e−6) / (1.3e−6 − 1.1e−6)' });
  });

  it('does not normalise a tier', () => {
    const steps = scoreChain(
      { kind: 'regex', tier: 'name_prefix', score_raw: 0.9 },
      { min: 0.9, max: 0.9, rule: 'none' },
    );
    expect(steps.map((step) => step.value)).toEqual([0.9, 0.9]);
  });
});
