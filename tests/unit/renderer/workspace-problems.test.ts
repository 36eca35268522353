import { describe, expect, it } from 'vitest';
import { problemsOf } from '../../../src-renderer/platform/all-problems.ts';

const finding = { code: 'unknown_key' as const, severity: 'info' as const, message: 'x' };

describe('the problems of a workspace', () => {
  it('are its findings while the index is up to date', () => {
    expect(problemsOf({ findings: [finding], index_problem: null })).toEqual([finding]);
  });

  it('begin with an index that is not', () => {
    expect(problemsOf({ findings: [finding], index_problem: 'Another process is using it.' })).toMatchObject([
      { severity: 'warning', message: 'Another process is using it.' },
      finding,
    ]);
  });
});
