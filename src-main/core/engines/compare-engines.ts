import { setImmediate } from 'node:timers/promises';
import type { CompareColumn, CompareRequest, CompareResponse } from '#shared/domain/engine-comparison.ts';
import { engineFacts, isScoredEngine } from '#shared/domain/engine-facts.ts';
import type { Caller, Ranking } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Candidate } from '../search/candidates.ts';
import type { SearchScope } from '../search/search-scope.ts';
import { findBest } from '../search/tool-search.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { EngineAudience, EngineRunner } from './engine-runner.ts';
import { refuseTooMany } from './too-many-tools.ts';

/** A query and the tools that are right for it, in groups; each group wants one of its tools. */
export interface LabelledQuery {
  readonly query: string;
  readonly relevant: readonly (readonly string[])[];
}

export interface EngineServices {
  readonly runner: EngineRunner;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One query for several engines over the same tools: those that the caller may use, without the always-loaded ones unless asked
 * for. Each engine's index holds exactly these, so nothing hidden moves a score (R5.06, decision 002). Our own rankings run as in
 * `tool_search`, the others where `runner` says. `golden`: the workspace's golden queries that ask just this. Errors:
 * `tool_search_not_configured`, `unknown_persona`, `too_many_tools` for engines that are not ours, `cancelled`.
 */
export async function compareEngines(
  workspace: OpenWorkspace,
  request: CompareRequest,
  { runner, stopwatch, signal, golden }: EngineServices & { readonly golden: readonly LabelledQuery[] },
): Promise<CompareResponse> {
  const { caller, engines, query } = request;
  const { tools } = await workspace.scopeFor(caller);
  const searched = request.include_always_loaded ? [...tools.values()] : deferredOf(tools);
  const scored = engines.filter(isScoredEngine);
  if (scored.length > 0) refuseTooMany(searched.length, 'A comparison with other engines');
  const columns = new Map<string, CompareColumn>();
  for (const engine of engines) {
    if (isScoredEngine(engine)) continue;
    // At 10,000 tools each takes some 20 ms in this thread: whoever else waits comes in between.
    await setImmediate();
    throwIfCancelled(signal);
    const column = await workspace.withSearchScope({ caller, ranking: engine }, (scope) =>
      rankedColumn(scope, engine, request, stopwatch),
    );
    columns.set(engine, column);
  }
  if (scored.length > 0) {
    const audience = audienceOf(workspace, caller, { rest: String(request.include_always_loaded), tools: searched });
    for (const column of await runner.search(audience, { engines: scored, query, limit: request.limit }, signal)) {
      columns.set(column.engine, column);
    }
  }
  return {
    query,
    tools: searched.length,
    columns: engines.flatMap((engine) => columns.get(engine) ?? []),
    relevant: [...new Set(golden.flatMap(({ relevant }) => relevant.flat()))].filter((name) => tools.has(name)),
  };
}

/** The tools of a caller under a key that changes with them. */
export function audienceOf(
  { loaded, revision }: OpenWorkspace,
  caller: Caller,
  { rest, tools }: { readonly rest: string; readonly tools: readonly CatalogTool[] },
): EngineAudience {
  return { key: [loaded.root, revision, JSON.stringify(caller), rest].join('\0'), tools: () => tools };
}

function deferredOf(tools: ReadonlyMap<string, CatalogTool>): CatalogTool[] {
  return [...tools.values()].filter((tool) => tool.mode === 'deferred');
}

function rankedColumn(
  scope: SearchScope,
  engine: Ranking,
  { query, limit, include_always_loaded }: CompareRequest,
  stopwatch: () => number,
): CompareColumn {
  // The comparison looks as deep as it is asked to, whatever a model may get.
  const config = { ...scope.config, max_search_results: limit };
  const start = stopwatch();
  const { found, hits } = findBest({ ...scope, config }, { query, search_type: 'fts', limit, include_always_loaded });
  return {
    engine,
    hits: hits.map(({ candidate }) => ({ name: candidate.tool.name, score: rawScore(candidate, engine) })),
    matches: found.candidates.scores.length,
    note: found.fallbackReason === null ? null : `${engineFacts[engine].title}: ${found.fallbackReason}.`,
    elapsed_ms: stopwatch() - start,
  };
}

/** The number an engine ranks by, before it is bounded and normalised; without FTS5, that of the fallback. */
function rawScore({ raw, score_raw }: Candidate, engine: Ranking): number {
  if (raw === null || engine === 'rfc-literal') return score_raw;
  return engine === 'rfc' ? Math.max(-raw, 0) : raw;
}
