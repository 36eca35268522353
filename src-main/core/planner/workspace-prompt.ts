import type { Persona } from '#shared/domain/tool-policy.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { initialPrompt } from './initial-prompt.ts';
import type { OpenRunSkills } from './open-run-skills.ts';

export interface PromptEnvironment {
  readonly fts: 'detect' | 'off';
  readonly now: () => number;
  readonly openSkills: OpenRunSkills;
  readonly signal?: AbortSignal | undefined;
}

/** The prompt of the first step of a run of this persona, with the skills of the workspace where they are on. */
export async function workspacePrompt(
  loaded: LoadedWorkspace,
  { persona, query }: { readonly persona: Persona | null; readonly query: string | null },
  { fts, now, openSkills, signal }: PromptEnvironment,
): ReturnType<typeof initialPrompt> {
  const skills = await openSkills(loaded, { now, signal });
  try {
    return await initialPrompt(loaded, {
      persona,
      context: persona?.tool_context ?? {},
      query,
      skills: skills?.withConfig(loaded.file.config, { countUses: false }) ?? null,
      fts,
      now,
    });
  } finally {
    skills?.close();
  }
}
