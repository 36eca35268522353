import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { casesOf, depthOf, everySecondOf } from '../support/depth.ts';
import { toldOf } from '../support/print-depth.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the depth of a run', () => {
  it('is a slice unless the environment asks for all cases, and another word is refused', () => {
    expect([depthOf({}), depthOf({ PEGBOARD_TEST_DEPTH: 'deep' })]).toEqual(['slice', 'deep']);
    expect(() => depthOf({ PEGBOARD_TEST_DEPTH: 'Deep' })).toThrow(
      'PEGBOARD_TEST_DEPTH is "Deep". Set it to slice or deep',
    );
  });

  it('decides how many cases a test draws, and the run tells both numbers', () => {
    const notes = join(temporaryFolder(), 'cases');
    vi.stubEnv('PEGBOARD_TEST_DRAWN', notes);
    vi.stubEnv('PEGBOARD_TEST_DEPTH', 'slice');
    expect([casesOf(2000), casesOf(12)]).toEqual([400, 3]);
    expect(toldOf(readFileSync(notes, 'utf8'), 'slice')).toBe(
      'Depth slice: 403 of 2,012 drawn cases in 2 tests. `npm run test:deep` tries all of them.',
    );
    vi.stubEnv('PEGBOARD_TEST_DEPTH', 'deep');
    expect(casesOf(500)).toBe(500);
    expect(toldOf('500 500\n', 'deep')).toBe('Depth deep: 500 of 500 drawn cases in 1 tests.');
  });

  it('leaves each second case to the deep run where neighbours overlap', () => {
    const notes = join(temporaryFolder(), 'cases');
    vi.stubEnv('PEGBOARD_TEST_DRAWN', notes);
    vi.stubEnv('PEGBOARD_TEST_DEPTH', 'slice');
    expect(everySecondOf(['a', 'b', 'c'])).toEqual(['a', 'c']);
    vi.stubEnv('PEGBOARD_TEST_DEPTH', 'deep');
    expect(everySecondOf(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(readFileSync(notes, 'utf8')).toBe('2 3\n3 3\n');
  });
});
