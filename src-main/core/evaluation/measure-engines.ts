import type { ToolSearchConfig } from '#shared/domain/config.ts';
import { type EvalEngineName, type EvalMeans, type EvalRow, evalMetricSchema } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { bootstrapIntervals } from './bootstrap.ts';
import { engineMaker, type ModelAnswers } from './eval-engine.ts';
import { type EvaluateOptions, evaluateEngine, type QueryOutcome } from './evaluate.ts';
import { meanMetrics } from './metrics.ts';
import type { EvalQuery } from './read-eval-set.ts';

/** Everything that measuring needs, as plain data: it may cross to another thread. */
export interface EvalJob {
  readonly tools: readonly CatalogTool[];
  readonly queries: readonly EvalQuery[];
  readonly engines: readonly EvalEngineName[];
  readonly config: Pick<
    ToolSearchConfig,
    'preferred_namespaces' | 'thesaurus' | 'understanding' | 'weak_results' | 'hybrid'
  >;
  readonly intervals: boolean;
  /** With the engine `pegboard+model`: what the model says of each query. */
  readonly answers?: ModelAnswers | undefined;
}

/** How far measuring is: searches over all engines. */
export interface EvalProgress {
  readonly engine: EvalEngineName;
  readonly done: number;
  readonly total: number;
}

export interface MeasuredEngine {
  readonly row: EvalRow;
  readonly outcomes: readonly QueryOutcome[];
}

/** Measures engines one after the other. Error: `cancelled`. */
export async function measureEngines(
  { tools, queries, engines, config, intervals, answers }: EvalJob,
  {
    stopwatch,
    signal,
    onProgress,
  }: Omit<EvaluateOptions, 'onProgress'> & { readonly onProgress?: ((progress: EvalProgress) => void) | undefined },
): Promise<MeasuredEngine[]> {
  const measured: MeasuredEngine[] = [];
  for (const [i, engine] of engines.entries()) {
    const tell = (done: number) =>
      onProgress?.({ engine, done: i * queries.length + done, total: engines.length * queries.length });
    tell(0);
    const options = { stopwatch, signal, intervals, onProgress: tell };
    measured.push(await evaluateEngine(engineMaker(engine, config, answers), tools, queries, options));
  }
  const [first, ...others] = measured;
  if (!first) return [];
  return [first, ...others.map((one) => withGain(one, first, intervals))];
}

/**
 * What an engine gains over the first one. The differences of each query are drawn together, so what makes a query hard for both
 * engines counts for neither.
 */
function withGain(measured: MeasuredEngine, first: MeasuredEngine, intervals: boolean): MeasuredEngine {
  const { row, outcomes } = measured;
  if (!intervals && row.engine !== 'pegboard+model') return measured;
  const differences = outcomes.flatMap(({ metrics }, i) => {
    const before = first.outcomes[i]?.metrics;
    return before ? [differenceOf(metrics, before)] : [];
  });
  const gain = {
    over: first.row.engine,
    means: meanMetrics(differences),
    intervals: bootstrapIntervals(differences),
  };
  return { row: { ...row, gain }, outcomes };
}

function differenceOf(after: EvalMeans, before: EvalMeans): EvalMeans {
  const entries = evalMetricSchema.options.map((metric) => [metric, after[metric] - before[metric]] as const);
  return Object.fromEntries(entries) as EvalMeans;
}
