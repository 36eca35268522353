import type { EvalQuery } from '../evaluation/read-eval-set.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { compareEngines } from './compare-engines.ts';
import { confusableTools } from './confusable-tools.ts';
import type { EngineRunner } from './engine-runner.ts';

interface EngineServiceParts {
  readonly session: WorkspaceSession;
  readonly runner: EngineRunner;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  /** The golden queries of a workspace: all of them, or those that ask just this. */
  readonly golden: (root: string, query?: string) => Promise<readonly EvalQuery[]>;
}

/** Searches of the open workspace by engines beside `tool_search`. */
export function engineService({
  session,
  runner,
  stopwatch,
  golden,
}: EngineServiceParts): Pick<Services['search'], 'compare' | 'confusable'> {
  return {
    compare: (request, call) =>
      session.onCurrent(async (workspace) => {
        const asked = await golden(workspace.loaded.root, request.query);
        return compareEngines(workspace, request, { runner, stopwatch, golden: asked, signal: call?.signal });
      }),
    confusable: async function* (request, call) {
      const workspace = session.current();
      const asked = await golden(workspace.loaded.root);
      yield* confusableTools(workspace, request, { runner, golden: asked, signal: call?.signal });
    },
  };
}
