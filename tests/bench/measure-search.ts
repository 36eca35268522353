import { getHeapStatistics } from 'node:v8';
import type { BenchTool } from './catalog.ts';
import type { Engine, Scratch } from './engines/engine.ts';
import { flexSearch } from './engines/flexsearch.ts';
import { miniSearch } from './engines/minisearch.ts';
import { orama } from './engines/orama.ts';
import { Pegboard } from './engines/pegboard.ts';
import { rawFts5 } from './engines/raw-fts5.ts';
import { wink } from './engines/wink.ts';
import { percentile, timed } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/** Heap that the engines in memory need together, bytes for each tool: measured at 100,000 tools, with some room. */
const heapPerTool = 30 * 1024;

interface Contestant {
  readonly engine: Engine;
  readonly times: number[];
  indexMs: number;
  spentMs: number;
  results: number;
  failure: string | null;
}

function newContestant(engine: Engine, failure: string | null): Contestant {
  return { engine, times: [], indexMs: Number.NaN, spentMs: 0, results: 0, failure };
}

/** Why the engines that live in memory had better not start: a process out of heap would end the whole run. */
function reasonAgainstMemory(tools: number): string | null {
  const limit = getHeapStatistics().heap_size_limit;
  if (tools * heapPerTool <= limit) return null;
  const mebibytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  const wanted = mebibytes(tools * heapPerTool);
  return `${wanted} MiB of heap needed, ${mebibytes(limit)} permitted; node --max-old-space-size=${wanted} tests/bench/run.ts`;
}

/**
 * Times every engine on one catalog. They take turns query by query, each time in another order, so that whatever else the
 * machine does hits them alike. An engine that has used up its `budgetMs` gets no more queries; the table says how many
 * queries it got.
 */
export async function measureSearch(
  tools: readonly BenchTool[],
  queries: readonly string[],
  options: { readonly scratch: Scratch; readonly warmUp: number; readonly budgetMs: number },
): Promise<void> {
  const pegboard = new Pegboard(options.scratch);
  const baseline = rawFts5(options.scratch, { splitIdentifiers: false });
  const onDisk = [pegboard.plain(), pegboard.explaining(), baseline];
  const inMemory = [miniSearch(), orama(), flexSearch(), wink()];
  const tooLarge = reasonAgainstMemory(tools.length);
  const contestants = [
    ...onDisk.map((engine) => newContestant(engine, null)),
    ...inMemory.map((engine) => newContestant(engine, tooLarge)),
  ];
  for (const contestant of contestants) {
    await attempt(contestant, async () => {
      contestant.indexMs = (await timed(() => contestant.engine.index(tools))).ms;
    });
  }
  for (const query of queries.slice(0, options.warmUp)) await askAll(contestants, query, 0);
  for (const contestant of contestants) {
    contestant.times.length = 0;
    contestant.results = 0;
    contestant.spentMs = 0;
  }
  pegboard.inside.length = 0;

  for (const [turn, query] of queries.entries()) {
    const ready = contestants.filter((contestant) => contestant.spentMs < options.budgetMs);
    await askAll(ready, query, turn);
  }
  report(tools, { contestants, pegboard, baseline });
  for (const { engine } of contestants) await engine.close();
}

async function askAll(contestants: readonly Contestant[], query: string, turn: number): Promise<void> {
  const first = turn % contestants.length;
  for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) {
    await attempt(contestant, async () => {
      const { ms, result } = await timed(() => contestant.engine.search(query));
      contestant.times.push(ms);
      contestant.spentMs += ms;
      contestant.results += result.length;
    });
  }
}

/** An engine that fails is reported and left out; the others go on. */
async function attempt(contestant: Contestant, work: () => Promise<void>): Promise<void> {
  if (contestant.failure !== null) return;
  try {
    await work();
  } catch (error) {
    contestant.failure = error instanceof Error ? error.message : String(error);
  }
}

function report(
  tools: readonly BenchTool[],
  run: { contestants: readonly Contestant[]; pegboard: Pegboard; baseline: Engine },
): void {
  const raw = run.contestants.find(({ engine }) => engine === run.baseline)?.times ?? [];
  const base = { p50: percentile(raw, 0.5), p95: percentile(raw, 0.95) };
  const cells = (times: readonly number[]) => {
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    return [milliseconds(p50), milliseconds(p95), (p50 / base.p50).toFixed(2), (p95 / base.p95).toFixed(2)];
  };
  const rows = run.contestants.flatMap(({ engine, times, indexMs, results, failure }) => {
    if (failure !== null) return [[engine.name, `skipped: ${failure}`]];
    const own = [
      engine.name,
      ...cells(times),
      milliseconds(engine.name.endsWith('explained') ? Number.NaN : indexMs),
      (results / times.length).toFixed(1),
      count(times.length),
    ];
    const inside = ['  of which searching', ...cells(run.pegboard.inside), '', '', ''];
    return engine.name === 'tool_search' ? [own, inside] : [own];
  });
  print(
    `  ${count(tools.length)} tools; opening the workspace took ${milliseconds(run.pegboard.openMs)} ms of tool_search's index time`,
  );
  print(table(['engine', 'p50 ms', 'p95 ms', 'p50/raw', 'p95/raw', 'index ms', 'results', 'queries'], rows));
}
