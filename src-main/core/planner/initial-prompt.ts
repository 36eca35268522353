import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import { renderPrompt } from '../prompt/render-prompt.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { PlannerSkills } from './planner-skills.ts';
import { promptAids } from './prompt-aids.ts';
import { promptInput } from './prompt-input.ts';
import { createRunView } from './run-view.ts';
import { agentStyle } from './styles/agent-styles.ts';
import { ToolFinder } from './tool-finder.ts';
import { VisibleCatalog } from './visible-catalog.ts';

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
  const view = createRunView(catalog.tools, permitted, config.policy.denied_tools);
  const style = agentStyle(config);
  const visible = new VisibleCatalog(view, { config, skills: options.skills, activated: [] });
  const finder = new ToolFinder(config.tool_search, options);
  try {
    const query = options.query ?? '';
    const emit = () => {};
    const aids = await promptAids(view, query, { style, config, finder, emit });
    const skills = (await options.skills?.prepare({ query, context: options.context, view, emit })) ?? null;
    const input = promptInput({ view, config, style, now: options.now }, { ...aids, skills, memory: '' });
    return renderPrompt({ tools: visible.tools(), ...input });
  } finally {
    await finder.close();
  }
}
