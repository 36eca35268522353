import type { HostBudgetsRequest } from '#shared/contract/providers.ts';
import type { HostBudgets } from '#shared/domain/host-budgets.ts';
import type { SkillByHost, SkillByHostInput } from '#shared/domain/skill-by-host.ts';
import { folderNameOf } from '#shared/domain/skill-names.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import { payloadOf } from '../planner/prompts/payload-service.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import type { Services } from '../services.ts';
import { formatOf, readPackText } from '../skills/edit/skill-file-view.ts';
import type { SkillLibrary } from '../skills/skill-library.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { hostBudgets } from './host-budgets.ts';
import { listedSkill, skillByHost } from './skill-by-host.ts';

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
    skillByHost: (request, call) =>
      session.onCurrent(({ loaded }) => skillByHostOf(loaded, request, { library, signal: call?.signal })),
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
    [...scope.skills.values()].map(listedSkill),
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

/** One skill of a text that need not be saved, as each host would show it. No hosts when the text has no such skill. */
async function skillByHostOf(
  workspace: LoadedWorkspace,
  { pack, file, text, only, caller, context_window }: SkillByHostInput,
  { library, signal }: { readonly library: SkillLibrary; readonly signal?: AbortSignal | undefined },
): Promise<SkillByHost> {
  const isSkillMd = formatOf(file) === 'skill-md';
  const folderName = folderNameOf(file);
  const read = readPackText({ pack, file, text });
  const skill = read.value.find(({ name }) => (only ?? name) === name);
  if (!skill) return { name: null, hosts: [] };
  return library.use({ workspace, caller, signal }, ({ scope, folder }) =>
    skillByHost(skill, {
      scope,
      contextWindow: context_window,
      skillMd: isSkillMd ? { text, file, folderName } : null,
      files: folder(skill.name)?.files ?? [],
      findings: read.findings,
    }),
  );
}
