import { setImmediate } from 'node:timers/promises';
import { type EvalMetric, type EvalRow, evalMetricSchema } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { EvalEngine, MakeEngine } from './engines/engine.ts';
import { percentile, queryMetrics } from './metrics.ts';
import type { EvalQuery } from './read-eval-set.ts';

export interface EvaluateOptions {
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Queries between two looks at whatever else waits. */
const batch = 100;
/** Searches before the clock counts: the first ones pay for compiling. */
const warmUp = 20;

/** Measures one engine over all queries: the mean of each metric, and how long a search takes. Error: `cancelled`. */
export async function evaluateEngine(
  make: MakeEngine,
  tools: readonly CatalogTool[],
  queries: readonly EvalQuery[],
  { stopwatch, signal }: EvaluateOptions,
): Promise<EvalRow> {
  const start = stopwatch();
  const engine = await make(tools, { signal });
  const index_ms = stopwatch() - start;
  try {
    for (const { query } of queries.slice(0, warmUp)) engine.search(query);
    const { means, times } = await measure(engine, queries, { stopwatch, signal });
    return { engine: engine.name, ...means, p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95), index_ms };
  } finally {
    engine.close();
  }
}

async function measure(
  engine: EvalEngine,
  queries: readonly EvalQuery[],
  { stopwatch, signal }: EvaluateOptions,
): Promise<{ means: Record<EvalMetric, number>; times: number[] }> {
  const sums = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };
  const times: number[] = [];
  for (const [i, { query, relevant }] of queries.entries()) {
    if (i % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    const before = stopwatch();
    const ranked = engine.search(query);
    times.push(stopwatch() - before);
    const metrics = queryMetrics(ranked, relevant);
    for (const metric of evalMetricSchema.options) sums[metric] += metrics[metric];
  }
  for (const metric of evalMetricSchema.options) sums[metric] /= queries.length;
  return { means: sums, times };
}
