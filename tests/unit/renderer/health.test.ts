import { describe, expect, it } from 'vitest';
import type { ConfusablePair, ConfusableReport } from '#shared/domain/confusable.ts';
import type { ToolProblems } from '#shared/domain/tool-detail.ts';
import { confusionMatrix } from '../../../src-renderer/features/health/confusions.ts';
import { healthRows } from '../../../src-renderer/features/health/health-rows.ts';

const pair = (right: string, wrong: string, ...shares: readonly number[]): ConfusablePair => ({
  tools: [right, wrong],
  confusions: shares.map((share) => ({
    query: `q ${share}`,
    kind: 'name',
    right,
    wrong,
    right_rank: 1,
    wrong_rank: 1,
    share,
  })),
  count: shares.length,
  lost: 1,
  shared: [],
  only: [[], []],
});

const report = (...pairs: readonly ConfusablePair[]): ConfusableReport => ({
  tools: 9,
  queries: 18,
  golden_queries: 0,
  pairs,
  pair_count: pairs.length,
  clusters: [],
  cluster_count: 0,
});

describe('who is mistaken for whom', () => {
  it('has a row for the tool that is meant and a column for the one that is found, with the worst query', () => {
    const { tools, rows } = confusionMatrix(report(pair('a', 'b', 0.97, 1.1)), 10);
    expect(tools).toEqual(['a', 'b']);
    expect(rows[0]?.[1]).toMatchObject({ worst: { query: 'q 1.1' }, isLost: true });
    expect(rows[1]?.[0]).toBeNull();
    expect(rows[0]?.[0]).toBeNull();
  });

  it('puts tools that are confused side by side, and takes pairs whole while there is room', () => {
    const pairs = [pair('a', 'b', 1), pair('c', 'd', 1), pair('b', 'e', 0.96), pair('f', 'g', 0.95)];
    expect(confusionMatrix(report(...pairs), 5).tools).toEqual(['a', 'b', 'e', 'c', 'd']);
    expect(confusionMatrix(report(...pairs), 4).tools).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('what is wrong with the tools', () => {
  it('is counted by tool: errors first, then what most tools have; notes are left out', () => {
    const problem = (code: string, severity: string) => ({ code, severity, message: '' });
    const problems = [
      {
        name: 'a',
        problems: [problem('argument_undocumented', 'warning'), problem('argument_undocumented', 'warning')],
      },
      { name: 'b', problems: [problem('argument_undocumented', 'warning'), problem('description_missing', 'error')] },
      { name: 'c', problems: [problem('name_similar', 'info')] },
    ] as unknown as readonly ToolProblems[];
    const duplicates = [{ kind: 'definition', tools: ['x', 'y', 'z'] }] as const;
    expect(healthRows({ problems, duplicates, confusable: report(pair('a', 'b', 1)) })).toEqual([
      { kind: 'description_missing', severity: 'error', tools: 1, example: 'b' },
      { kind: 'duplicate', severity: 'warning', tools: 3, example: 'x' },
      { kind: 'argument_undocumented', severity: 'warning', tools: 2, example: 'a' },
      { kind: 'confusable', severity: 'warning', tools: 2, example: 'a' },
    ]);
    expect(healthRows({ problems: [], duplicates: [], confusable: null })).toEqual([]);
  });
});
