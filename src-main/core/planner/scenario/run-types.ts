import type { RunType, RunTypeReport } from '#shared/domain/run-type.ts';
import type { Trace } from '#shared/domain/trace.ts';
import type { TokenCount } from '#shared/tokens.ts';

/** How many tools a type finds, by seed 004 */
const expected: Readonly<Record<RunType, RunTypeReport['tools_expected']>> = {
  A: null,
  B: { from: 1, to: 3 },
  C: { from: 5, to: 10 },
};

/** Overhead of a type by seed 004, tokens as its author rounded them. */
const seedOverhead: Readonly<Record<RunType, number>> = { A: 500, B: 900, C: 1800 };
const seedAllTools = 19_000;

/** What the search tool is called; the second in history mode (R18.14). */
const searchNames: ReadonlySet<string> = new Set(['tool_search', 'pai_tool_search_tool']);

/** The type of a run with so many discovery calls (R17.34). */
export function runTypeOf(discoveryCalls: number): RunType {
  if (discoveryCalls === 0) return 'A';
  return discoveryCalls === 1 ? 'B' : 'C';
}

/** The measured type of a run (R17.34, R17.35); `allTools` are the tokens of its system prompt with every permitted tool. */
export function runTypeReport({ steps }: Pick<Trace, 'steps'>, allTools: TokenCount): RunTypeReport {
  const searches = steps.filter(({ tool, outcome }) => tool !== null && searchNames.has(tool) && outcome === 'result');
  const found = new Set(searches.flatMap(({ observation }) => namesIn(observation)));
  const type = runTypeOf(searches.length);
  return {
    type,
    discovery_calls: searches.length,
    tools_found: found.size,
    tools_expected: expected[type],
    overhead: steps.at(-1)?.system_tokens ?? { estimate: 0, o200k: 0 },
    all_tools_overhead: allTools,
    reference: {
      overhead: seedOverhead[type],
      all_tools_overhead: seedAllTools,
      source: 'reference figures, a request',
    },
  };
}

/** Names in the result of a search; none when it was cut. */
function namesIn(observation: string | null): string[] {
  try {
    const { result } = JSON.parse(observation ?? '') as { result?: { tools?: { name?: unknown }[] } };
    return (result?.tools ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
  } catch {
    return [];
  }
}
