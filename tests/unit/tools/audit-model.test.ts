import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { learnedModel } from '../../../tools/audit/train.ts';

describe('npm run audit:train', () => {
  it('gives the same weights for the same corpora, byte by byte', () => {
    const path = new URL('../../../src-main/core/audit/speech/model.json', import.meta.url);
    const { threshold, ...shipped }: { threshold: number } = JSON.parse(readFileSync(path, 'utf8'));
    expect(JSON.stringify(learnedModel())).toBe(JSON.stringify(shipped));
    expect(threshold).toBeGreaterThan(0);
  });
});
