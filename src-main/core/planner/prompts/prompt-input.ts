import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { discoveryTools } from '../../catalog/builtin-catalog.ts';
import type { PromptInput } from '../../prompt/render-prompt.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import type { AgentStyle } from '../styles/agent-style.ts';

interface PromptOf {
  readonly view: PermittedCatalog;
  readonly config: WorkspaceConfig;
  readonly style: AgentStyle;
  readonly now: () => number;
}

/** What a prompt is made of, all but its tools. The first prompt that is shown and each step of a run are made of the same. */
export function promptInput(
  { view, config, style, now }: PromptOf,
  { memory, ...prepared }: Pick<PromptInput, 'directory' | 'hints' | 'skills'> & { readonly memory: string },
): Omit<PromptInput, 'tools'> {
  return {
    examples: config.tool_examples,
    discovery: discoveryTools(view, config).length > 0,
    searchName: style.searchName,
    minimal: style.minimalPrompt(view, { memory, now: now() }),
    ...prepared,
  };
}
