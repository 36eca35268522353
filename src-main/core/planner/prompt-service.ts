import type { ComparePromptsRequest, PromptRequest, PromptResponse } from '#shared/contract/prompt.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { ComparedPrompts } from '#shared/domain/prompt-diff.ts';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { comparePrompts, diffPrompts } from '../prompt/prompt-diff.ts';
import { countPrompt } from '../prompt/render-prompt.ts';
import { withProfile } from '../prompt/with-config.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { findPersona } from './find-persona.ts';
import { type PromptEnvironment, workspacePrompt } from './workspace-prompt.ts';

/** The prompt of a persona under a profile, and how it differs from another profile's. Errors: `unknown_profile`, `unknown_persona`. */
export async function promptOf(
  loaded: LoadedWorkspace,
  request: PromptRequest,
  environment: PromptEnvironment,
): Promise<PromptResponse> {
  const prompt = await rendered(withProfile(loaded, request.profile), request, environment);
  if (request.compare === undefined) return { prompt, diff: null };
  throwIfCancelled(environment.signal);
  const other = await rendered(withProfile(loaded, request.compare), request, environment);
  return { prompt, diff: diffPrompts(prompt, other, countTextTokens) };
}

/** Two prompts whole, each of a profile and a persona, and what they cost. Errors: as above. */
export async function comparedPrompts(
  loaded: LoadedWorkspace,
  { before, after, query }: ComparePromptsRequest,
  environment: PromptEnvironment,
): Promise<ComparedPrompts> {
  const [left, right] = [withProfile(loaded, before.profile), withProfile(loaded, after.profile)];
  const first = await rendered(left, { persona: before.persona, query }, environment);
  const second = await rendered(right, { persona: after.persona, query }, environment);
  return { before: first, after: second, comparison: comparePrompts(first, second, countTextTokens) };
}

/** The workspace's own profiles and the ones that every workspace has; an own one wins over one of the same name. */
export function profilesOf({ file }: LoadedWorkspace): { name: string; description: string }[] {
  const own = file.config.profiles.map(({ name, description = '' }) => ({ name, description }));
  const names = new Set(own.map(({ name }) => name));
  const others = builtinProfiles.filter(({ name }) => !names.has(name));
  return [...own, ...others.map(({ name, description }) => ({ name, description }))];
}

async function rendered(
  loaded: LoadedWorkspace,
  { persona, query }: Pick<PromptRequest, 'persona' | 'query'>,
  environment: PromptEnvironment,
): Promise<RenderedPrompt> {
  throwIfCancelled(environment.signal);
  const found = findPersona(loaded.file.config, persona);
  const blocks = await workspacePrompt(loaded, { persona: found, query: query ?? null }, environment);
  return countPrompt(blocks, countTextTokens);
}
