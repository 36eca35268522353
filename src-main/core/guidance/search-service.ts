import type { Caller } from '#shared/domain/search-request.ts';
import { summaryOf } from '#shared/domain/search-summary.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { compareEngines } from '../engines/compare-engines.ts';
import { confusableTools } from '../engines/confusable-tools.ts';
import type { EngineRunner } from '../engines/engine-runner.ts';
import { askedGolden } from '../evaluation/golden/asked-golden.ts';
import type { Files } from '../files/files.ts';
import type { HybridService } from '../hybrid/hybrid-service.ts';
import type { SearchModels } from '../hybrid/models/search-models.ts';
import { countJsonTokens } from '../prompt/count-tokens.ts';
import type { ToolScope } from '../search/search-scope.ts';
import { getTools } from '../search/tool-get.ts';
import { type SearchOutcome, searchTools } from '../search/tool-search.ts';
import type { Services } from '../services.ts';
import type { WhyNotService } from '../why-not/why-not-service.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { ReadGuidance } from './guidance-files.ts';
import { guideOutcome } from './guide-outcome.ts';

interface SearchServiceParts {
  readonly session: WorkspaceSession;
  readonly files: Files;
  readonly hybrid: HybridService;
  readonly models: SearchModels;
  readonly whyNot: WhyNotService;
  readonly runner: EngineRunner;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  /** Hints of categories, by the root of the workspace. */
  readonly guidance: (root: string) => ReadGuidance;
}

interface Found<Outcome> {
  readonly outcome: Outcome;
  readonly scope: ToolScope;
  readonly elapsed_ms: number;
}

/** Searches of the open workspace: as the model would call them, by other engines, and why one does not return a tool. */
export function searchService(parts: SearchServiceParts): Services['search'] {
  const { session, files, hybrid, models, whyNot, runner, stopwatch, guidance } = parts;
  /** What a search found, with what the results say beyond names and descriptions, and what that costs. */
  const answer = async <Outcome extends SearchOutcome>(
    loaded: LoadedWorkspace,
    { caller, explain }: { readonly caller: Caller; readonly explain: boolean },
    { outcome, scope, elapsed_ms }: Found<Outcome>,
  ) => {
    const guided = await guideOutcome(loaded, scope, { outcome, caller, explain, read: guidance(loaded.root) });
    return { ...guided, output_tokens: countJsonTokens(JSON.stringify(guided.output)), elapsed_ms };
  };
  return {
    toolSearch: (request, call) =>
      session.onCurrent(async (workspace) => {
        const { input, caller, explain, ranking } = request;
        const found = await workspace.withSearchScope({ caller, ranking }, async (scope) => {
          throwIfCancelled(call?.signal);
          const start = stopwatch();
          const asked = await models.ask(workspace.loaded, scope, input, call?.signal);
          return {
            outcome: searchTools(asked, input, explain === 'summary' ? explain : explain ? 'all' : 'nothing'),
            scope,
            elapsed_ms: stopwatch() - start,
          };
        });
        if (explain !== 'summary') return answer(workspace.loaded, { caller, explain }, found);
        const response = await answer(workspace.loaded, { caller, explain: false }, found);
        const summary = summaryOf(response);
        return { ...response, explanation: null, hits: [], ...(summary && { summary }) };
      }),
    hybridSearch: (request, call) =>
      session.onCurrent(async (workspace) => {
        const start = stopwatch();
        const found = await hybrid.search(workspace, request, call?.signal);
        return answer(workspace.loaded, request, { ...found, elapsed_ms: stopwatch() - start });
      }),
    agreeToEmbedder: (shown) => session.onCurrent((workspace) => hybrid.agree(workspace, shown)),
    toolGet: ({ input, caller }, call) =>
      session.onCurrent(async (workspace) => {
        throwIfCancelled(call?.signal);
        return workspace.withScope(caller, (scope) => getTools(scope, input));
      }),
    compare: (request, call) =>
      session.onCurrent(async (workspace) => {
        const golden = await askedGolden(workspace.loaded.root, files, request.query);
        return compareEngines(workspace, request, { runner, stopwatch, golden, signal: call?.signal });
      }),
    confusable: async function* (request, call) {
      const workspace = session.current();
      const golden = await askedGolden(workspace.loaded.root, files);
      yield* confusableTools(workspace, request, { runner, golden, signal: call?.signal });
    },
    whyNot: (request, call) => whyNot.ask(request, call?.signal),
  };
}
