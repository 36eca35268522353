import { allowedNames, type Persona, type ToolContext } from '#shared/domain/tool-policy.ts';
import { renderPrompt } from '../prompt/render-prompt.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { discoveryTools } from './history-mode.ts';
import type { PlannerSkills } from './planner-skills.ts';
import { promptAids } from './prompt-aids.ts';
import { promptInput } from './prompt-input.ts';
import { createRunView } from './run-view.ts';
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
  const { enabled, history } = config.tool_search;
  const builtins = [...discoveryTools(view, config), ...(options.skills?.tools ?? [])];
  const visible = new VisibleCatalog(view, { builtins, activated: [] });
  const stateless = enabled && history.enabled;
  const finder = new ToolFinder(config.tool_search, options);
  try {
    const query = options.query ?? '';
    const emit = () => {};
    // In history mode nothing but the messages makes a tool known.
    const none = { hints: [], directory: [] };
    const aids = stateless ? none : await promptAids(view, query, { config, finder, emit });
    const skills = await options.skills?.prepare({ query, context: options.context, view, emit });
    const input = promptInput({ view, config, now: options.now }, { ...aids, skills: skills ?? null, memory: '' });
    return renderPrompt({ tools: visible.tools(), ...input });
  } finally {
    await finder.close();
  }
}
