import { describe, expect, it } from 'vitest';
import { compareReports } from '#core/evaluation/compare-reports.ts';
import type { EvalEngineName, EvalRanks, EvalReport } from '#shared/domain/eval-set.ts';

const means = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };

function report(ranks: Readonly<Record<string, EvalRanks>>, engine: EvalEngineName = 'pegboard'): EvalReport {
  const results = Object.entries(ranks).map(([query, each], i) => ({
    query,
    relevant: each.map((_, at) => [`tool${at}`]),
    file: 'evals/golden.jsonl',
    line: i + 1,
    engines: { [engine]: { ranks: each, instead: [] } },
  }));
  const row = { engine, ...means, p50_ms: 0, p95_ms: 0, index_ms: 0, namespaces: [] };
  return { tools: 3, queries: results.length, engines: [row], results };
}

describe('two runs compared', () => {
  const before = report({ up: [4], down: [1], far: [2], same: [3], gone: [1], lost: [2, 3] });
  const after = report({ up: [1], down: [2], far: [null], same: [3], new: [1], lost: [2, null] });

  it('say query by query what got better and what got worse, the largest loss first', () => {
    const { engines, added, gone } = compareReports(before, after, 'before.json');
    const [pegboard] = engines;
    expect([pegboard?.better, pegboard?.worse, pegboard?.same, added, gone]).toEqual([1, 3, 1, 1, 1]);
    expect(pegboard?.changes.map(({ query, change, before, after }) => [query, change, before, after])).toEqual([
      ['far', 'worse', [2], [null]],
      ['down', 'worse', [1], [2]],
      ['lost', 'worse', [2, 3], [2, null]],
      ['up', 'better', [4], [1]],
    ]);
    // Over the five shared queries, of which one each was found first.
    expect([pegboard?.before['hit@1'], pegboard?.after['hit@1']]).toEqual([0.2, 0.2]);
  });

  it('take a query with other right answers for another query', () => {
    const relabelled = report({ up: [1, 1] });
    expect(compareReports(report({ up: [1] }), relabelled, 'x')).toMatchObject({ added: 1, gone: 1 });
  });

  it('need an engine that both measured', () => {
    expect(() => compareReports(report({ a: [1] }, 'rfc'), report({ a: [1] }), 'old.json')).toThrow(
      'old.json measured rfc, not this one.',
    );
  });
});
