import { describe, expect, it } from 'vitest';
import type { EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalRanks, EvalReport } from '#shared/domain/eval-set.ts';
import {
  evaluateRows,
  filterRows,
  hasSameQueries,
  missesFirst,
  ranksText,
  rankTone,
  unknownReason,
  worstRank,
} from '../../../src-renderer/features/evaluate/evaluate-rows.ts';

const file = 'evals/golden.jsonl';
const means = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };
const asked: readonly [query: string, tool: string, ranks: EvalRanks][] = [
  ['close a bug', 'github.update_issue', [1]],
  ['pay back', 'orders.refund', [3]],
  ['say hello', 'slack.send_message', [null]],
  ['find a talk', 'slack.search_messages', [6]],
];
const queries = asked.map(([query, tool], i) => ({ file, line: i + 1, query, relevant: [[tool]] }));
const report: EvalReport = {
  tools: 3,
  queries: 3,
  engines: [{ engine: 'rfc', ...means, p50_ms: 0, p95_ms: 0, index_ms: 0, namespaces: [] }],
  results: asked.map(([query, tool, ranks], i) => {
    return { query, relevant: [[tool]], file, line: i + 1, engines: { rfc: { ranks, instead: ['x'] } } };
  }),
};
const change = { query: 'pay back', relevant: [['orders.refund']], change: 'worse' as const, before: [1], after: [3] };
const comparison: EvalComparison = {
  with: 'the baseline',
  engines: [{ engine: 'rfc', better: 0, worse: 1, same: 2, before: means, after: means, changes: [change] }],
  added: 0,
  gone: 0,
  added_queries: [],
};
const lines = (rows: ReturnType<typeof evaluateRows>) => rows.map(({ golden }) => golden.line);

describe('the rows of an evaluation', () => {
  const rows = evaluateRows(queries, { report, comparison }, 'rfc');

  it('are the golden queries with their ranks and changes under the shown engine', () => {
    expect(rows.map(({ places, change }) => [places?.ranks, change?.before])).toEqual([
      [[1], undefined],
      [[3], [1]],
      [[null], undefined],
      [[6], undefined],
    ]);
    expect(evaluateRows(queries, { report, comparison }, 'pegboard').every(({ places }) => places === null)).toBe(true);
  });

  it('have the rank of the run before, also where it is the same, and none for a new query', () => {
    expect(rows.map(({ before }) => before)).toEqual([[1], [1], [null], [6]]);
    const added = [{ query: 'say hello', relevant: [['slack.send_message']] }];
    const some = evaluateRows(queries, { report, comparison: { ...comparison, added_queries: added } }, 'rfc');
    expect(some.map(({ before }) => before)).toEqual([[1], [1], null, [6]]);
    expect(evaluateRows(queries, { report, comparison: null }, 'rfc').every(({ before }) => before === null)).toBe(
      true,
    );
  });

  it('have misses first where that is wanted, then the worst rank, and what was not measured last', () => {
    expect(lines(missesFirst(rows))).toEqual([3, 4, 2, 1]);
    const [first, ...others] = rows;
    if (!first) throw new Error('There are rows.');
    expect(lines(missesFirst([{ ...first, places: null }, ...others]))).toEqual([3, 4, 2, 1]);
  });

  it('are told apart as first, near, far and missed, by the worst of several required tools', () => {
    expect(
      [[1], [2], [5], [6], [10], [null], [null, 4], [1, null, null], [2, 1], [1, 3], [1, 7]].map(rankTone),
    ).toEqual(['first', 'near', 'near', 'far', 'far', 'missed', 'missed', 'missed', 'first', 'near', 'far']);
  });

  it('are those of the run until a query is added, removed or gets other right answers', () => {
    const [first, ...others] = queries;
    if (!first) throw new Error('There are queries.');
    expect(hasSameQueries(queries, report)).toBe(true);
    expect(hasSameQueries(others, report)).toBe(false);
    expect(hasSameQueries([...queries, { ...first, query: 'new' }], report)).toBe(false);
    expect(hasSameQueries([...others, { ...first, relevant: [['other']] }], report)).toBe(false);
  });

  it('keep their result when lines move, and lose it when the right answers change', () => {
    const [first, ...others] = queries;
    if (!first) throw new Error('There are queries.');
    const edited = [
      { ...first, relevant: [['github.add_issue_comment']] },
      ...others.map((query) => ({ ...query, line: 9 })),
    ];
    expect(evaluateRows(edited, { report, comparison }, 'rfc').map(({ places }) => places?.ranks)).toEqual([
      undefined,
      [3],
      [null],
      [6],
    ]);
  });

  it('are filtered by what became of them, and by words of query and tool', () => {
    expect(lines(filterRows(rows, 'not-first', ''))).toEqual([2, 3, 4]);
    expect(lines(filterRows(rows, 'missed', ''))).toEqual([3, 4]);
    expect(lines(filterRows(rows, 'worse', ''))).toEqual([2]);
    expect(lines(filterRows(rows, 'better', ''))).toEqual([]);
    expect(lines(filterRows(rows, 'all', 'SLACK hello'))).toEqual([3]);
    expect(lines(filterRows(evaluateRows(queries, null, null), 'missed', ''))).toEqual([]);
  });

  it('have no filter that says nothing: all but one wait for a run, and two of them for another run too', () => {
    const known = { hasRun: true, isCompared: false };
    expect(unknownReason('missed', { hasRun: false, isCompared: false })).toBe('Run the queries first');
    expect([unknownReason('all', { hasRun: false, isCompared: false }), unknownReason('not-first', known)]).toEqual([
      null,
      null,
    ]);
    expect(unknownReason('worse', known)).toMatch(/^Compare the run with /);
    expect(unknownReason('better', { hasRun: true, isCompared: true })).toBeNull();
  });

  it('take the best of several ranks, and say which are behind the tenth', () => {
    expect([worstRank([3, 4, 2]), worstRank([null, 1]), ranksText([null, 4])]).toEqual([4, null, '–, 4']);
  });
});
