import { describe, expect, it } from 'vitest';
import { shortRuns } from '../../../src-renderer/ui/short-runs.ts';

describe('shortRuns', () => {
  const long = Array.from({ length: 80 }, (_, at) => `word${at}`).join(' ');

  it('leaves out unchanged text far from a change, at whole words', () => {
    const [before, removed, after] = shortRuns([
      { kind: 'same', text: `${long} ` },
      { kind: 'removed', text: 'old' },
      { kind: 'same', text: ` ${long}` },
    ]);
    expect(before?.text).toMatch(/^ … word\d+ .*word79 $/);
    expect(removed).toEqual({ kind: 'removed', text: 'old' });
    expect(after?.text).toMatch(/^ word0 .*word\d+ … $/);
    expect((before?.text ?? long).length).toBeLessThan(80);
  });

  it('keeps both sides of what lies between two changes, and short text whole', () => {
    const [, between, , short] = shortRuns([
      { kind: 'added', text: 'a' },
      { kind: 'same', text: ` ${long} ` },
      { kind: 'added', text: 'b' },
      { kind: 'same', text: ' and so on' },
    ]);
    expect(between?.text).toMatch(/^ word0 .* … .*word79 $/);
    expect(short?.text).toBe(' and so on');
  });

  it('draws a bounded number of runs', () => {
    const runs = Array.from({ length: 1000 }, () => ({ kind: 'added', text: 'x' }) as const);
    expect(shortRuns(runs)).toHaveLength(201);
  });
});
