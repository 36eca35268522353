import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { PromptInput } from '../prompt/render-prompt.ts';
import { hasOneDiscoveryTool } from './builtin-catalog.ts';
import { discoveryTools } from './history-mode.ts';
import type { RunView } from './run-view.ts';

/** What a prompt is made of, all but its tools. The first prompt that is shown and each step of a run are made of the same. */
export function promptInput(
  { view, config, now }: { readonly view: RunView; readonly config: WorkspaceConfig; readonly now: () => number },
  prepared: Pick<PromptInput, 'directory' | 'hints' | 'skills'> & { readonly memory: string },
): Omit<PromptInput, 'tools'> {
  const { enabled, history } = config.tool_search;
  const { memory, ...aids } = prepared;
  return {
    examples: config.tool_examples,
    discovery: discoveryTools(view, config).length > 0,
    searchName: enabled && history.enabled ? history.tool_name : undefined,
    minimal: hasOneDiscoveryTool(config)
      ? { identity: view.gate.text(config.planner.identity), memory, now: now() }
      : null,
    ...aids,
  };
}
