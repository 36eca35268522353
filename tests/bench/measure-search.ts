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

/** An engine that takes longer than this for one query is left out of the rest, milliseconds. */
const longestQueryMs = 20_000;

interface Contestant {
  readonly engine: Engine;
  readonly times: number[];
  indexMs: number;
  results: number;
  failure: string | null;
}

/**
 * Times every engine on one catalog. They take turns query by query, each time in another order, so that whatever else the
 * machine does hits them alike. `budgetMs`: when the queries stop, whether or not all were asked.
 */
export async function measureSearch(
  tools: readonly BenchTool[],
  queries: readonly string[],
  options: { readonly scratch: Scratch; readonly warmUp: number; readonly budgetMs: number },
): Promise<void> {
  const pegboard = new Pegboard(options.scratch);
  const baseline = rawFts5(options.scratch);
  const engines = [pegboard.plain(), pegboard.explaining(), baseline, miniSearch(), orama(), flexSearch(), wink()];
  const contestants = engines.map(
    (engine): Contestant => ({ engine, times: [], indexMs: Number.NaN, results: 0, failure: null }),
  );
  for (const contestant of contestants) {
    await attempt(contestant, async () => {
      contestant.indexMs = (await timed(() => contestant.engine.index(tools))).ms;
    });
  }
  for (const query of queries.slice(0, options.warmUp)) await askAll(contestants, query, 0);
  for (const contestant of contestants) {
    contestant.times.length = 0;
    contestant.results = 0;
  }
  pegboard.inside.length = 0;

  const start = performance.now();
  let asked = 0;
  for (const query of queries) {
    if (asked > 0 && performance.now() - start > options.budgetMs) break;
    await askAll(contestants, query, asked++);
  }
  report(tools, { contestants, pegboard, asked, baseline });
  for (const { engine } of contestants) await engine.close();
}

async function askAll(contestants: readonly Contestant[], query: string, turn: number): Promise<void> {
  const first = turn % contestants.length;
  for (const contestant of [...contestants.slice(first), ...contestants.slice(0, first)]) {
    await attempt(contestant, async () => {
      const { ms, result } = await timed(() => contestant.engine.search(query));
      contestant.times.push(ms);
      contestant.results += result;
      if (ms > longestQueryMs) throw new Error(`one query took ${milliseconds(ms)} ms`);
    });
  }
}

/** An engine that fails is told of and left out; the others go on. */
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
  run: { contestants: readonly Contestant[]; pegboard: Pegboard; asked: number; baseline: Engine },
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
    ];
    const inside = ['  of which searching', ...cells(run.pegboard.inside), '', ''];
    return engine.name === 'tool_search' ? [own, inside] : [own];
  });
  print(
    `  ${count(tools.length)} tools, ${run.asked} queries; opening the workspace took ${milliseconds(run.pegboard.openMs)} ms of tool_search's index time`,
  );
  print(table(['engine', 'p50 ms', 'p95 ms', 'p50/raw', 'p95/raw', 'index ms', 'results'], rows));
}
