import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { economicsReport } from './economics-report.ts';
import { measureWorkspace } from './measure-workspace.ts';

/** What deferring tools saves, in general and in the open workspace. */
export function economicsService(session: WorkspaceSession, prompts: PromptEnvironment): Services['economics'] {
  return {
    measure: async (input, call) =>
      measureWorkspace(session.current().loaded, input, { ...prompts, signal: call?.signal }),
    report: async (input) => economicsReport(input),
  };
}
