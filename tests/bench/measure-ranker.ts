import { makeToolSearch } from '#core/evaluation/eval-engine.ts';
import { percentile } from '#core/evaluation/metrics.ts';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { buildRankerIndex } from '#core/search/ranker/build-index.ts';
import { defaultParameters } from '#core/search/ranker/parameters.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { fullUnderstanding } from '#shared/domain/config.ts';
import { catalogOf, type Material, queriesFor } from './catalog.ts';

export interface RankerTimes {
  readonly tools: number;
  /** Median of three, and the processor's part of it. */
  readonly build_ms: number;
  readonly build_cpu_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  /** Processor time: what is left of the times when nobody else is on the machine. */
  readonly p50_cpu_ms: number;
  readonly p95_cpu_ms: number;
}

const queryCount = 600;
const understanding = fullUnderstanding;

/** How long our own ranker takes to index a catalog of a size, and to search it. */
export async function measureRanker(size: number, material: Material): Promise<RankerTimes> {
  const lines = catalogOf(size, material.tools).map((tool) => JSON.stringify(tool));
  const tools = readEvalTools(lines.join('\n'), 'bench.jsonl');
  const builds = { wall: [] as number[], cpu: [] as number[] };
  for (let i = 0; i < 3; i++) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    await buildRankerIndex(tools, { parameters: defaultParameters, thesaurus: thesaurusWith([]), understanding });
    builds.wall.push(performance.now() - start);
    builds.cpu.push(processorMs(cpu));
  }
  const config = { preferred_namespaces: [], thesaurus: [], understanding, weak_results: 'keep' as const };
  const engine = await makeToolSearch('pegboard', config)(tools, {});
  const queries = queriesFor(queryCount, material);
  for (const query of queries.slice(0, 200)) engine.search(query);
  const times = { wall: [] as number[], cpu: [] as number[] };
  for (const query of queries) {
    const [start, cpu] = [performance.now(), process.cpuUsage()];
    engine.search(query);
    times.wall.push(performance.now() - start);
    times.cpu.push(processorMs(cpu));
  }
  engine.close();
  return {
    tools: size,
    build_ms: percentile(builds.wall, 0.5),
    build_cpu_ms: percentile(builds.cpu, 0.5),
    p50_ms: percentile(times.wall, 0.5),
    p95_ms: percentile(times.wall, 0.95),
    p50_cpu_ms: percentile(times.cpu, 0.5),
    p95_cpu_ms: percentile(times.cpu, 0.95),
  };
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}
