import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import { payloadOf } from '../planner/prompts/payload-service.ts';
import type { Services } from '../services.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { hostBudgetsOf } from './host-budgets-service.ts';

interface ProvidersServiceParts {
  readonly session: WorkspaceSession;
  readonly library: SkillLibrary;
  readonly prompts: PromptEnvironment;
}

/** What providers and hosts would get of the open workspace. */
export function providersService({ session, library, prompts }: ProvidersServiceParts): Services['providers'] {
  return {
    payload: async (request, call) =>
      payloadOf(session.current().loaded, request, { ...prompts, signal: call?.signal }),
    hostBudgets: (request, call) =>
      session.onCurrent(({ loaded }) => hostBudgetsOf(loaded, request, { library, signal: call?.signal })),
  };
}
