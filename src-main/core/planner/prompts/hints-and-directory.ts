import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { PromptInput } from '../../prompt/render-prompt.ts';
import { type DirectoryGroup, directoryGroups } from '../../prompt/tool-directory.ts';
import type { PermittedCatalog } from '../permitted/permitted-catalog.ts';
import type { ToolFinder } from '../permitted/tool-finder.ts';
import type { EmitEvent } from '../run/builtin-calls.ts';
import type { AgentStyle } from '../styles/agent-style.ts';

/** What a prompt shows besides the tools, for one turn. */
export type HintsAndDirectory = Pick<PromptInput, 'directory' | 'hints'>;

/** Longest description of a hint, characters. */
const hintLength = 160;

/**
 * The hints for the text of a turn and the directory, where they are on (R6.17–R6.19, R12.09). Both need tool search, and know
 * only what the run may see or activate.
 */
export async function hintsAndDirectory(
  view: PermittedCatalog,
  query: string,
  { style, config, finder, emit }: { style: AgentStyle; config: WorkspaceConfig; finder: ToolFinder; emit: EmitEvent },
): Promise<HintsAndDirectory> {
  if (!style.hasHints) return { hints: [], directory: [] };
  const { enabled, hints, directory } = config.tool_search;
  return {
    hints: enabled && hints.enabled ? await findHints(view, query, hints, finder, emit) : [],
    directory: enabled && directory.enabled ? buildDirectory(view, directory, emit) : [],
  };
}

async function findHints(
  view: PermittedCatalog,
  query: string,
  { top_k, include_always_loaded, search_type }: WorkspaceConfig['tool_search']['hints'],
  finder: ToolFinder,
  emit: EmitEvent,
): Promise<HintsAndDirectory['hints']> {
  const { tools } = await finder.search(view, { query, search_type, limit: top_k, include_always_loaded });
  emit('tool_hints_generated', { search_type, tools: tools.map(({ name }) => name) });
  return tools.map(({ name, description }) => ({ name, description: firstLine(description) }));
}

function buildDirectory(
  view: PermittedCatalog,
  config: WorkspaceConfig['tool_search']['directory'],
  emit: EmitEvent,
): DirectoryGroup[] {
  const groups = directoryGroups([...view.tools.values()], config, view.gate.text);
  emit('tool_directory_rendered', {
    groups: groups.length,
    tools: groups.reduce((sum, group) => sum + group.tools.length, 0),
  });
  return groups;
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n');
  const characters = [...line];
  return characters.length <= hintLength ? line : `${characters.slice(0, hintLength - 1).join('')}…`;
}
