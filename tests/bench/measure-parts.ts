import { percentile } from '#core/evaluation/metrics.ts';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import { countJsonTokens } from '#core/prompt/count-tokens.ts';
import { thesaurusWith } from '#core/search/ranker/thesaurus/groups.ts';
import { rankerScope } from '#core/search/search-scope.ts';
import { ToolIndex } from '#core/search/tool-index.ts';
import { searchTools } from '#core/search/tool-search.ts';
import { toolSearchConfigSchema, type UnderstandingConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { catalogOf, type Material, queriesFor } from './catalog.ts';
import { resultLimit } from './engines/engine.ts';
import { miniSearch } from './engines/minisearch.ts';
import { understandingSwitches } from './measure-understanding.ts';
import { print } from './table.ts';

export interface PartTimes {
  readonly name: string;
  /** Processor time of one search, the mean. */
  readonly cpu_ms: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
}

interface Contestant {
  readonly name: string;
  readonly search: (query: string) => unknown;
}

const queryCount = 900;
const warmUp = 300;
/** Queries that one contestant gets before the next one has its turn: processor time is counted for all of them together. */
const block = 20;

/**
 * What a search as a whole costs, with each part of the understanding switched off, and MiniSearch's search alone beside it. They take turns, so
 * that whatever else the machine does hits them alike: their ratios hold on a busy machine too.
 */
export async function measureParts(size: number, material: Material): Promise<PartTimes[]> {
  const catalog = catalogOf(size, material.tools);
  const tools = readEvalTools(catalog.map((tool) => JSON.stringify(tool)).join('\n'), 'bench.jsonl');
  const mini = miniSearch();
  mini.index(catalog);
  const contestants: Contestant[] = [{ name: 'MiniSearch, the search alone', search: (query) => mini.search(query) }];
  for (const [name, understanding] of understandingSwitches) {
    contestants.push({ name: `tool_search, ${name}`, search: await toolSearch(tools, understanding) });
  }
  const queries = queriesFor(queryCount, material);
  for (const query of queries.slice(0, warmUp)) for (const { search } of contestants) search(query);
  const measured = contestants.map(() => ({ cpu: 0, times: [] as number[] }));
  for (let at = warmUp; at < queries.length; at += block) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const i = (at / block + turn) % contestants.length;
      const { search } = contestants[i] as Contestant;
      const into = measured[i] as (typeof measured)[number];
      const before = process.cpuUsage();
      for (const query of queries.slice(at, at + block)) {
        const start = performance.now();
        search(query);
        into.times.push(performance.now() - start);
      }
      const { user, system } = process.cpuUsage(before);
      into.cpu += (user + system) / 1000;
    }
  }
  await mini.close();
  return measured.map(({ cpu, times }, i) => ({
    name: contestants[i]?.name ?? '',
    cpu_ms: cpu / times.length,
    p50_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
  }));
}

/** A search with everything that its caller waits for: the answer as JSON, and its tokens. */
async function toolSearch(tools: readonly CatalogTool[], understanding: UnderstandingConfig) {
  const scope = {
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    index: new ToolIndex({ path: null, fts: 'detect', now: () => 0 }),
    analysis: null,
    config: toolSearchConfigSchema.parse({ enabled: true }),
    ranking: await rankerScope(tools, { thesaurus: thesaurusWith([]), understanding }),
  };
  const input = { search_type: 'fts', limit: resultLimit, include_always_loaded: true } as const;
  return (query: string) => countJsonTokens(JSON.stringify(searchTools(scope, { ...input, query }, 'nothing').output));
}

/** Cells of a table: processor time, its ratio to the first row, and elapsed times. */
export function partCells(rows: readonly PartTimes[]): string[][] {
  const base = rows[0]?.cpu_ms ?? Number.NaN;
  return rows.map(({ name, cpu_ms, p50_ms, p95_ms }) => [
    name,
    ...[cpu_ms, cpu_ms / base, p50_ms, p95_ms].map((value) => value.toFixed(2)),
  ]);
}

export const partHead = ['search', 'processor ms', 'of MiniSearch', 'p50 ms', 'p95 ms'] as const;

// node tests/bench/measure-parts.ts [tools]
if (process.argv[1] === import.meta.filename) {
  const { readMaterial } = await import('./catalog.ts');
  for (const cells of partCells(await measureParts(Number(process.argv[2] ?? 1000), readMaterial())))
    print(cells.join('  '));
}
