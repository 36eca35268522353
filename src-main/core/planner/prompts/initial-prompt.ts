import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import { renderPrompt } from '../../prompt/render-prompt.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { type PermittedCatalog, permittedCatalog } from '../permitted/permitted-catalog.ts';
import { ToolFinder } from '../permitted/tool-finder.ts';
import { VisibleCatalog } from '../permitted/visible-catalog.ts';
import type { OpenRunSkills } from '../skills/open-run-skills.ts';
import type { PlannerSkills } from '../skills/planner-skills.ts';
import type { AgentStyle } from '../styles/agent-style.ts';
import { agentStyle } from '../styles/agent-styles.ts';
import { hintsAndDirectory } from './hints-and-directory.ts';
import { promptInput } from './prompt-input.ts';

/**
 * The prompt of the first step of a run of this persona, as texts: what `pegboard prompt` shows. Without a query there are no
 * hints and no skills beside the directory, since nothing is known to look for.
 */
export async function initialPrompt(
  { catalog, file }: LoadedWorkspace,
  options: {
    persona: Persona | null;
    context: ToolContext;
    query: string | null;
    skills: PlannerSkills | null;
    fts: 'detect' | 'off';
    now: () => number;
  },
): Promise<ReturnType<typeof renderPrompt>> {
  const { config } = file;
  const permitted = allowedNames(catalog.tools, { policies: [config.policy], persona: options.persona });
  const view = permittedCatalog(catalog.tools, permitted, config.policy.denied_tools);
  const finder = new ToolFinder(config.tool_search, options);
  try {
    const { blocks } = await firstPrompt(view, { ...options, config, style: agentStyle(config), finder });
    return blocks;
  } finally {
    await finder.close();
  }
}

interface FirstPromptOptions {
  readonly config: WorkspaceConfig;
  readonly style: AgentStyle;
  readonly finder: ToolFinder;
  readonly skills: PlannerSkills | null;
  readonly context: ToolContext;
  readonly query: string | null;
  readonly now: () => number;
}

/** The first prompt of a run that may know this view: the tools it lists, and its blocks. */
export async function firstPrompt(
  view: PermittedCatalog,
  { config, style, finder, skills, context, query: asked, now }: FirstPromptOptions,
): Promise<{ readonly tools: readonly CatalogTool[]; readonly blocks: ReturnType<typeof renderPrompt> }> {
  const query = asked ?? '';
  const emit = () => {};
  const aids = await hintsAndDirectory(view, query, { style, config, finder, emit });
  const prepared = (await skills?.prepare({ query, context, view, emit })) ?? null;
  const input = promptInput({ view, config, style, now }, { ...aids, skills: prepared, memory: '' });
  const tools = new VisibleCatalog(view, { config, skills, activated: [] }).tools();
  return { tools, blocks: renderPrompt({ tools, ...input }) };
}

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
