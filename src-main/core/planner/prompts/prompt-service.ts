import type { ComparePromptsRequest, PromptRequest, PromptResponse, PromptSide } from '#shared/contract/prompt.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import type { VersionFacts } from '#shared/domain/workspace-version.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { countTextTokens } from '../../prompt/count-tokens.ts';
import { comparePrompts, diffPrompts } from '../../prompt/prompt-diff.ts';
import { countPrompt } from '../../prompt/render-prompt.ts';
import type { Services } from '../../services.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { withProfile } from '../../workspace/with-config.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import { atVersion, type WorkspaceVersions } from '../../workspace/workspace-versions.ts';
import type { OpenRunSkills } from '../skills/open-run-skills.ts';
import { type PromptEnvironment, workspacePrompt } from './initial-prompt.ts';
import { promptSizes } from './prompt-sizes.ts';

/** The system prompt that an agent with the open workspace would send. */
export function promptService(
  session: WorkspaceSession,
  environment: Omit<ComparisonEnvironment, 'signal'> & { readonly clock: () => number },
): Services['prompt'] {
  const loaded = () => session.current().loaded;
  return {
    render: async (request, call) => promptOf(loaded(), request, { ...environment, signal: call?.signal }),
    compare: async (request, call) => comparedPrompts(loaded(), request, { ...environment, signal: call?.signal }),
    sizes: async (request, call) => promptSizes(loaded(), request, { ...environment, signal: call?.signal }),
    versions: async () => environment.versions.list(loaded().root),
    profiles: async () => profilesOf(loaded()),
  };
}

export interface ComparisonEnvironment extends PromptEnvironment {
  readonly versions: WorkspaceVersions;
  /** Opens skills out of other files than those of now. */
  readonly openSkillsIn: (files: Files) => OpenRunSkills;
}

/**
 * The prompt of a persona under a profile, and how it differs from another profile's, or from that of another version. Errors:
 * `unknown_profile`, `unknown_persona`, for a version `git_refused` and those of loading it.
 */
export async function promptOf(
  loaded: LoadedWorkspace,
  request: PromptRequest,
  environment: ComparisonEnvironment,
): Promise<PromptResponse> {
  const { profile, persona, query, at, compare, compare_at } = request;
  const { prompt, version } = await sideOf(loaded, { profile, persona, at }, query, environment);
  if (compare === undefined && compare_at === undefined) {
    return { prompt, diff: null, versions: { before: version, after: null } };
  }
  const side = { profile: compare ?? profile, persona, at: compare_at };
  const other = await sideOf(loaded, side, query, environment);
  const versions = { before: version, after: other.version };
  return { prompt, diff: diffPrompts(prompt, other.prompt, countTextTokens), versions };
}

/** Two prompts whole, and what they cost (R19.16, R19.17). Errors: as above. */
async function comparedPrompts(
  loaded: LoadedWorkspace,
  { before, after, query }: ComparePromptsRequest,
  environment: ComparisonEnvironment,
): Promise<ComparedPrompts> {
  const first = await sideOf(loaded, before, query, environment);
  const second = await sideOf(loaded, after, query, environment);
  return {
    before: first.prompt,
    after: second.prompt,
    comparison: comparePrompts(first.prompt, second.prompt, countTextTokens),
    versions: { before: first.version, after: second.version },
  };
}

/** The workspace's own profiles and the ones that every workspace has; an own one wins over one of the same name. */
function profilesOf({ file }: LoadedWorkspace): { name: string; description: string }[] {
  const own = file.config.profiles.map(({ name, description = '' }) => ({ name, description }));
  const names = new Set(own.map(({ name }) => name));
  const others = builtinProfiles.filter(({ name }) => !names.has(name));
  return [...own, ...others.map(({ name, description }) => ({ name, description }))];
}

interface Side {
  readonly prompt: RenderedPrompt;
  readonly version: VersionFacts | null;
}

async function sideOf(
  loaded: LoadedWorkspace,
  side: PromptSide,
  query: string | undefined,
  environment: ComparisonEnvironment,
): Promise<Side> {
  throwIfCancelled(environment.signal);
  if ('blocks' in side) return { prompt: countPrompt(side.blocks, countTextTokens), version: null };
  const { at } = side;
  if (at === undefined) return { prompt: await rendered(loaded, side, query, environment), version: null };
  const { loaded: then, files, facts } = await environment.versions.at(loaded.root, at);
  const openSkills = environment.openSkillsIn(files);
  const prompt = await rendered(then, side, query, { ...environment, openSkills }).catch((error: unknown) => {
    throw atVersion(error, at);
  });
  return { prompt, version: facts() };
}

async function rendered(
  workspace: LoadedWorkspace,
  { profile, persona }: Pick<PromptRequest, 'profile' | 'persona'>,
  query: string | undefined,
  environment: PromptEnvironment,
): Promise<RenderedPrompt> {
  const loaded = withProfile(workspace, profile);
  const found = findPersona(loaded.file.config, persona);
  const blocks = await workspacePrompt(loaded, { persona: found, query: query ?? null }, environment);
  return countPrompt(blocks, countTextTokens);
}
