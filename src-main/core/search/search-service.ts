import type { Caller } from '#shared/domain/search-request.ts';
import type { RelatedTools } from '#shared/domain/search-result.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { Services } from '../services.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import type { HybridService } from './hybrid/hybrid-service.ts';
import type { ToolScope } from './search-scope.ts';
import { getTools } from './tool-get.ts';
import { type SearchOutcome, searchTools } from './tool-search.ts';
import type { WhyNotService } from './why-not/why-not-service.ts';

interface Found<Outcome> {
  readonly outcome: Outcome;
  readonly caller: Caller;
  readonly explain: boolean;
}

interface SearchServiceParts {
  readonly session: WorkspaceSession;
  readonly hybrid: HybridService;
  readonly whyNot: WhyNotService;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  /** What the results say beyond names and descriptions. */
  readonly guide: <Outcome extends SearchOutcome>(
    loaded: LoadedWorkspace,
    scope: ToolScope,
    found: Found<Outcome>,
  ) => Promise<Outcome & { readonly related?: readonly RelatedTools[] }>;
}

type SearchService = Omit<Services['search'], 'compare' | 'confusable'>;

/** The discovery tools, as the model would call them, in the open workspace. */
export function searchService({ session, hybrid, whyNot, stopwatch, guide }: SearchServiceParts): SearchService {
  const answer = async <Outcome extends SearchOutcome>(
    loaded: LoadedWorkspace,
    { scope, elapsed_ms, ...found }: Found<Outcome> & { readonly scope: ToolScope; readonly elapsed_ms: number },
  ) => {
    const outcome = await guide(loaded, scope, found);
    return { ...outcome, output_tokens: countTextTokens(JSON.stringify(outcome.output)), elapsed_ms };
  };
  return {
    toolSearch: ({ input, caller, explain, ranking }, call) =>
      session.onCurrent(async (workspace) => {
        const found = await workspace.withSearchScope({ caller, ranking }, (scope) => {
          throwIfCancelled(call?.signal);
          const start = stopwatch();
          return { outcome: searchTools(scope, input, explain), scope, elapsed_ms: stopwatch() - start };
        });
        return answer(workspace.loaded, { ...found, caller, explain });
      }),
    hybridSearch: (request, call) =>
      session.onCurrent(async (workspace) => {
        const start = stopwatch();
        const found = await hybrid.search(workspace, request, call?.signal);
        const elapsed_ms = stopwatch() - start;
        const { caller, explain } = request;
        return answer(workspace.loaded, { ...found, caller, explain, elapsed_ms });
      }),
    agreeToEmbedder: (shown) => session.onCurrent((workspace) => hybrid.agree(workspace, shown)),
    toolGet: ({ input, caller }, call) =>
      session.onCurrent(async (workspace) => {
        throwIfCancelled(call?.signal);
        return workspace.withScope(caller, (scope) => getTools(scope, input));
      }),
    whyNot: (request, call) => whyNot.ask(request, call?.signal),
  };
}
