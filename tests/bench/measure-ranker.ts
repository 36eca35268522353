import { makeToolSearch } from '#core/evaluation/engines/tool-search.ts';
import { percentile } from '#core/evaluation/metrics.ts';
import { readEvalTools } from '#core/evaluation/read-tools.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { catalogOf, type Material, queriesFor } from './catalog.ts';

export interface RankerTimes {
  readonly tools: number;
  /** Median of three. */
  readonly build_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** Processor time of all searches over their number: what is left of the times when nobody else is on the machine. */
  readonly mean_cpu_ms: number;
}

const queryCount = 600;

/** How long our own ranker takes to index a catalog of a size, and to search it. */
export async function measureRanker(size: number, material: Material): Promise<RankerTimes> {
  const lines = catalogOf(size, material.tools).map((tool) => JSON.stringify(tool));
  const tools = readEvalTools(lines.join('\n'), 'bench.jsonl');
  const builds: number[] = [];
  for (let i = 0; i < 3; i++) {
    const start = performance.now();
    await buildRankerIndex(tools, { parameters: defaultParameters, thesaurus: thesaurusWith([]) });
    builds.push(performance.now() - start);
  }
  const engine = await makeToolSearch('pegboard', { preferred_namespaces: [], thesaurus: [] })(tools, {});
  const queries = queriesFor(queryCount, material);
  for (const query of queries.slice(0, 200)) engine.search(query);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  for (const query of queries) {
    const start = performance.now();
    engine.search(query);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  engine.close();
  return {
    tools: size,
    build_ms: percentile(builds, 0.5),
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    mean_cpu_ms: (user + system) / 1000 / queries.length,
  };
}
