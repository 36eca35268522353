import { setImmediate } from 'node:timers/promises';
import type { EvalMeans, EvalNamespaceRow, EvalRanks, EvalRow } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import type { EvalEngine, MakeEngine } from './eval-engine.ts';
import { meanMetrics, metricsOfRanks, percentile, type RelevantGroups, ranksOf } from './metrics.ts';
import type { EvalQuery } from './read-eval-set.ts';

export interface EvaluateOptions {
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Told how many queries were asked. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** The result of one query. */
export interface QueryOutcome extends EvalQuery {
  /** What the engine returned, best first. */
  readonly ranked: readonly string[];
  readonly ranks: EvalRanks;
  readonly metrics: EvalMeans;
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
  { stopwatch, signal, onProgress, intervals }: EvaluateOptions & { readonly intervals: boolean },
): Promise<{ row: EvalRow; outcomes: readonly QueryOutcome[] }> {
  const start = stopwatch();
  const engine = await make(tools, { signal });
  const index_ms = stopwatch() - start;
  try {
    for (const { query } of queries.slice(0, warmUp)) engine.search(query);
    const { outcomes, times } = await measure(engine, queries, { stopwatch, signal, onProgress });
    const row: EvalRow = {
      engine: engine.name,
      ...meanMetrics(outcomes.map(({ metrics }) => metrics)),
      p50_ms: percentile(times, 0.5),
      p95_ms: percentile(times, 0.95),
      index_ms,
      ...(intervals ? { intervals: bootstrapIntervals(outcomes.map((outcome) => outcome.metrics)) } : {}),
      namespaces: namespaceRows(outcomes, tools, intervals),
    };
    return { row, outcomes };
  } finally {
    engine.close();
  }
}

async function measure(
  engine: EvalEngine,
  queries: readonly EvalQuery[],
  { stopwatch, signal, onProgress }: EvaluateOptions,
): Promise<{ outcomes: QueryOutcome[]; times: number[] }> {
  const outcomes: QueryOutcome[] = [];
  const times: number[] = [];
  for (const [i, asked] of queries.entries()) {
    if (i % batch === 0) {
      await setImmediate();
      throwIfCancelled(signal);
      onProgress?.(i);
    }
    const before = stopwatch();
    const ranked = engine.search(asked.query);
    times.push(stopwatch() - before);
    const ranks = ranksOf(ranked, asked.relevant);
    outcomes.push({ ...asked, ranked, ranks, metrics: metricsOfRanks(ranks) });
  }
  return { outcomes, times };
}

/** The means by namespace of the right tools, by name; a query that wants tools of several namespaces counts in each. */
function namespaceRows(
  outcomes: readonly { readonly relevant: RelevantGroups; readonly metrics: EvalMeans }[],
  tools: readonly CatalogTool[],
  intervals: boolean,
): EvalNamespaceRow[] {
  const namespaces = new Map(tools.map(({ name, namespace }) => [name, namespace ?? '']));
  const groups = new Map<string, EvalMeans[]>();
  for (const { relevant, metrics } of outcomes) {
    for (const namespace of new Set(relevant.flat().map((name) => namespaces.get(name)))) {
      if (namespace === undefined) continue;
      const group = groups.get(namespace);
      if (group) group.push(metrics);
      else groups.set(namespace, [metrics]);
    }
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([namespace, values]) => ({
      namespace,
      queries: values.length,
      ...meanMetrics(values),
      ...(intervals ? { intervals: bootstrapIntervals(values) } : {}),
    }));
}
