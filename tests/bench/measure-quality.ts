import { engineMaker } from '#core/evaluation/eval-engine.ts';
import { percentile } from '#core/evaluation/metrics.ts';
import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { type EvalEngineName, type EvalMetric, evalEngineSchema, evalMetricSchema } from '#shared/domain/eval-set.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { queryMetrics } from '../support/query-metrics.ts';
import type { BenchTool } from './catalog.ts';
import type { Engine, Scratch } from './engines/engine.ts';
import { flexSearch } from './engines/flexsearch.ts';
import { miniSearch } from './engines/minisearch.ts';
import { orama } from './engines/orama.ts';
import { rawFts5 } from './engines/raw-fts5.ts';
import { wink } from './engines/wink.ts';
import type { LabelledSet } from './labelled-sets.ts';

export type QualityRow = Record<EvalMetric, number> & {
  readonly engine: string;
  readonly p50_ms: number;
  readonly p95_ms: number;
};

type Searcher = Pick<Engine, 'name' | 'search' | 'close'>;

/** One of the engines of `pegboard eval`, over the tools themselves. */
async function evalEngine(name: EvalEngineName, tools: readonly CatalogTool[]): Promise<Searcher> {
  return engineMaker(name, toolSearchConfigSchema.parse({}))(tools, {});
}

async function indexed(engine: Engine, tools: readonly CatalogTool[]): Promise<Searcher> {
  const texts = tools.map(({ name, namespace, description, tags, input_schema }): BenchTool => {
    return { name, namespace: namespace ?? '', description, tags, inputSchema: input_schema };
  });
  await engine.index(texts);
  return engine;
}

/** No model is to be had here, and without one the engine that asks it is Pegboard's own. */
const withoutModel = evalEngineSchema.options.filter((name) => name !== 'pegboard+model');

/** Every engine on one labelled set: the mean of each metric, and the time of one search. */
export async function measureQuality(set: LabelledSet, scratch: Scratch): Promise<QualityRow[]> {
  const { tools } = set;
  const makers: (() => Promise<Searcher>)[] = [
    ...withoutModel.map((name) => () => evalEngine(name, tools)),
    () => indexed(rawFts5(scratch, { splitIdentifiers: false }), tools),
    () => indexed(rawFts5(scratch, { splitIdentifiers: true }), tools),
    () => indexed(miniSearch(), tools),
    () => indexed(orama(), tools),
    () => indexed(flexSearch(), tools),
    () => indexed(wink(), tools),
  ];
  const rows: QualityRow[] = [];
  for (const make of makers) {
    const engine = await make();
    rows.push(await measureEngine(engine, set));
    await engine.close();
  }
  return rows;
}

async function measureEngine(engine: Searcher, { queries }: LabelledSet): Promise<QualityRow> {
  const sums = { 'hit@1': 0, 'hit@5': 0, 'recall@5': 0, 'mrr@10': 0, 'ndcg@10': 0 };
  const times: number[] = [];
  for (const { query, relevant } of queries) {
    const start = performance.now();
    const ranked = await engine.search(query);
    times.push(performance.now() - start);
    const metrics = queryMetrics(ranked, relevant);
    for (const metric of evalMetricSchema.options) sums[metric] += metrics[metric];
  }
  for (const metric of evalMetricSchema.options) sums[metric] /= queries.length;
  return { engine: engine.name, ...sums, p50_ms: percentile(times, 0.5), p95_ms: percentile(times, 0.95) };
}
