import { setImmediate } from 'node:timers/promises';
import { type EvalMetric, type EvalRow, evalMetricSchema } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import type { EvalEngine, MakeEngine } from './engines/engine.ts';
import { percentile, queryMetrics } from './metrics.ts';
import type { EvalQuery } from './read-eval-set.ts';

export interface EvaluateOptions {
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** What became of one query. */
export interface QueryOutcome extends EvalQuery {
  readonly ranked: readonly string[];
  readonly metrics: Readonly<Record<EvalMetric, number>>;
}

/** Queries between two looks at whatever else waits. */
const batch = 100;
/** Searches before the clock counts: the first ones pay for compiling. */
const warmUp = 20;

/**
 * Measures one engine over all queries: the mean of each metric, how long a search takes, and what became of each query.
 * Error: `cancelled`.
 */
export async function evaluateEngine(
  make: MakeEngine,
  tools: readonly CatalogTool[],
  queries: readonly EvalQuery[],
  { stopwatch, signal, intervals }: EvaluateOptions & { readonly intervals: boolean },
): Promise<{ row: EvalRow; outcomes: readonly QueryOutcome[] }> {
  const start = stopwatch();
  const engine = await make(tools, { signal });
  const index_ms = stopwatch() - start;
  try {
    for (const { query } of queries.slice(0, warmUp)) engine.search(query);
    const { outcomes, times } = await measure(engine, queries, { stopwatch, signal });
    const row: EvalRow = {
      engine: engine.name,
      ...meansOf(outcomes),
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      index_ms,
      ...(intervals ? { intervals: bootstrapIntervals(outcomes.map((outcome) => outcome.metrics)) } : {}),
    };
    return { row, outcomes };
  } finally {
    engine.close();
  }
}

async function measure(
  engine: EvalEngine,
  queries: readonly EvalQuery[],
  { stopwatch, signal }: EvaluateOptions,
): Promise<{ outcomes: QueryOutcome[]; times: number[] }> {
  const outcomes: QueryOutcome[] = [];
  const times: number[] = [];
  for (const [i, asked] of queries.entries()) {
    if (i % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
    }
    const before = stopwatch();
    const ranked = engine.search(asked.query);
    times.push(stopwatch() - before);
    outcomes.push({ ...asked, ranked, metrics: queryMetrics(ranked, asked.relevant) });
  }
  return { outcomes, times };
}

function meansOf(outcomes: readonly QueryOutcome[]): Record<EvalMetric, number> {
  const means = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };
  for (const metric of evalMetricSchema.options) {
    means[metric] = outcomes.reduce((sum, { metrics }) => sum + metrics[metric], 0) / outcomes.length;
  }
  return means;
}
