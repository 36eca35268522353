import type { ToolSearchConfig } from '#shared/domain/config.ts';
import type { EvalEngineName, EvalRow } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { engineMaker } from './eval-engine.ts';
import { type EvaluateOptions, evaluateEngine, type QueryOutcome } from './evaluate.ts';
import type { EvalQuery } from './read-eval-set.ts';

/** Everything that measuring needs, as plain data: it may cross to another thread. */
export interface EvalJob {
  readonly tools: readonly CatalogTool[];
  readonly queries: readonly EvalQuery[];
  readonly engines: readonly EvalEngineName[];
  readonly config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'thesaurus' | 'hybrid'>;
  readonly intervals: boolean;
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
  { tools, queries, engines, config, intervals }: EvalJob,
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
    measured.push(await evaluateEngine(engineMaker(engine, config), tools, queries, options));
  }
  return measured;
}
