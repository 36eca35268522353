import { describe, expect, it } from 'vitest';
import type { KeptRun } from '#shared/domain/kept-run.ts';
import { listedRuns, toggleMark } from '../../../src-renderer/features/run-list/listed-runs.ts';

const run = (id: string, more: Partial<KeptRun> = {}): KeptRun => ({
  id,
  at: `2026-01-0${id}T00:00:00.000Z`,
  path: 'scenarios/a.scenario.yaml',
  title: 'triage',
  profile: null,
  live: false,
  steps: 2,
  tokens: null,
  result: 'Answered',
  outcome: 'passed',
  ...more,
});
const runs = [
  run('3'),
  run('2', { profile: 'all-tools' }),
  run('1', { title: 'echo', outcome: 'failed', result: '1 of 2 expectations failed' }),
];
const view = { text: '', outcome: null, current: null, marked: [] };

const ids = (listed: readonly KeptRun[]) => listed.map(({ id }) => id);

describe('the list of runs', () => {
  it('leaves the runs that have every word, and the chosen result', () => {
    expect(ids(listedRuns({ runs, view: { ...view, text: ' ALL triage ' } }).listed)).toEqual(['2']);
    expect(ids(listedRuns({ runs, view: { ...view, text: 'expectations' } }).listed)).toEqual(['1']);
    expect(ids(listedRuns({ runs, view: { ...view, outcome: 'passed' } }).listed)).toEqual(['3', '2']);
    expect(ids(listedRuns({ runs, view }).listed)).toEqual(['3', '2', '1']);
  });

  it('compares both marked runs, or the marked one with the current one, the older one first', () => {
    const compared = (marked: readonly string[], current: string | null) => {
      const two = listedRuns({ runs, view: { ...view, marked, current } }).compared;
      return two && ids(two);
    };
    expect(compared(['3', '1'], '2')).toEqual(['1', '3']);
    expect(compared(['3'], '2')).toEqual(['2', '3']);
    expect(compared(['3'], '3')).toBeNull();
    expect(compared([], '2')).toBeNull();
    expect(compared(['gone'], '2')).toBeNull();
  });

  it('holds two marks: a third takes the place of the first', () => {
    expect(toggleMark(['1'], '2')).toEqual(['1', '2']);
    expect(toggleMark(['1', '2'], '3')).toEqual(['2', '3']);
    expect(toggleMark(['1', '2'], '1')).toEqual(['2']);
  });
});
