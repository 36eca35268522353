import type { EngineComparison, EvalChange, EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalEngineName, EvalReport, EvalResult } from '#shared/domain/eval-set.ts';
import { PegboardError } from '#shared/errors.ts';
import { meanMetrics, metricsOfRanks } from './metrics.ts';

/**
 * Two runs, query by query, over the engines that both measured. A query is the same when it asks the same and wants the
 * same tools; better and worse are by ndcg@10. `name` says what the run before was. Error: `invalid_input` when no engine is
 * in both.
 */
export function compareReports(before: EvalReport, after: EvalReport, name: string): EvalComparison {
  const known = new Set(before.engines.map(({ engine }) => engine));
  const engines = after.engines.map(({ engine }) => engine).filter((engine) => known.has(engine));
  if (engines.length === 0) {
    throw new PegboardError(
      'invalid_input',
      `${name} measured ${[...known].join(', ') || 'no engine'}, not this one.`,
      {
        hint: 'Measure the same engine in both: --engine.',
      },
    );
  }
  const then = new Map(before.results.map((result) => [keyOf(result), result]));
  const now = new Map(after.results.map((result) => [keyOf(result), result]));
  const shared = [...now].flatMap(([key, result]) => {
    const old = then.get(key);
    return old ? [{ old, result }] : [];
  });
  return {
    with: name,
    engines: engines.map((engine) => compareEngine(engine, shared)),
    added: now.size - shared.length,
    gone: then.size - shared.length,
    added_queries: [...now].flatMap(([key, { query, relevant }]) => (then.has(key) ? [] : [{ query, relevant }])),
  };
}

/** Spaces around a query and the order of its answers mean nothing. */
function keyOf({ query, relevant }: EvalResult): string {
  const groups = relevant.map((group) => group.toSorted().join('\n')).sort();
  return JSON.stringify([query.trim(), groups]);
}

function compareEngine(
  engine: EvalEngineName,
  shared: readonly { readonly old: EvalResult; readonly result: EvalResult }[],
): EngineComparison {
  const pairs = shared.flatMap(({ old, result }) => {
    const [before, after] = [old.engines[engine]?.ranks, result.engines[engine]?.ranks];
    if (!before || !after) return [];
    const metrics = { before: metricsOfRanks(before), after: metricsOfRanks(after) };
    return [{ result, before, after, metrics, gain: metrics.after['ndcg@10'] - metrics.before['ndcg@10'] }];
  });
  const changed = pairs.filter(({ gain }) => Math.abs(gain) > 1e-9).sort((a, b) => a.gain - b.gain);
  const worse = changed.filter(({ gain }) => gain < 0);
  const better = changed.filter(({ gain }) => gain > 0).reverse();
  const asChange = ({ result: { query, relevant }, before, after, gain }: (typeof pairs)[number]): EvalChange => {
    return { query, relevant, change: gain < 0 ? 'worse' : 'better', before, after };
  };
  return {
    engine,
    better: better.length,
    worse: worse.length,
    same: pairs.length - changed.length,
    before: meanMetrics(pairs.map(({ metrics }) => metrics.before)),
    after: meanMetrics(pairs.map(({ metrics }) => metrics.after)),
    changes: [...worse, ...better].map(asChange),
  };
}
