import type { HostBudgetsRequest } from '#shared/contract/providers.ts';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import { payloadOf } from '../planner/prompts/payload-service.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { Services } from '../services.ts';
import { composeDescription } from '../skills/formats/skill-md-keys.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { hostBudgets } from './host-budgets.ts';

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

/** What each host would show of a workspace: the tools that its policy leaves, and the skills of its enabled packs. */
async function hostBudgetsOf(
  workspace: LoadedWorkspace,
  { context_window }: HostBudgetsRequest,
  { library, signal }: { readonly library: SkillLibrary; readonly signal?: AbortSignal | undefined },
): Promise<HostBudgets> {
  throwIfCancelled(signal);
  const { config } = workspace.file;
  const skills = await library.use({ workspace, caller: {}, signal }, ({ scope }) =>
    [...scope.skills.values()].map(({ name, description, trigger, derived }) => ({
      name,
      // A SKILL.md says it with its description; any other skill gets one when it is exported.
      description: derived.includes('trigger') ? trigger : composeDescription(description, trigger),
    })),
  );
  throwIfCancelled(signal);
  return hostBudgets({
    tools: [...workspace.registry.values()],
    skills,
    contextWindow: context_window,
    maximumEntries: config.skills.directory.max_entries,
    count: countTextTokens,
  });
}
