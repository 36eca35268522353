import { counted } from '#shared/counted.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { resolveLoadingMode } from '#shared/domain/loading-mode.ts';
import { sourceModeRules } from '#shared/domain/source.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { codePoints, tokensOfSize } from '#shared/tokens.ts';
import { discoveryTools } from '../catalog/builtin-catalog.ts';
import { toolDiscovery } from '../prompt/instructions.ts';
import { entryLine } from '../prompt/render-tool.ts';
import type { WorkspaceFile } from './workspace-file.ts';

/** Tools below which search may cost more than it saves (seed 003); whether it does, the sizes of their definitions say. */
const fewTools = 20;

/**
 * The problems of tool search as a whole: off while tools are meant to be deferred, or while there are many, and on with few
 * (R15.01, R15.05).
 */
export function discoveryFindings(
  registry: ReadonlyMap<string, CatalogTool>,
  { config }: Pick<WorkspaceFile, 'config'>,
): Finding[] {
  const { size } = registry;
  const path = 'tool_search.enabled';
  if (size === 0) return [];
  if (config.tool_search.enabled) {
    const more = size < fewTools ? tokensOfSize(searchCost(registry, config), 'estimate') : 0;
    if (more <= 0) return [];
    return [
      finding('few_tools', {
        message: `${size === 1 ? 'One tool fits' : `${size} tools fit`} in a prompt: without tool search, every prompt would be about ${counted(more, 'token')} shorter.`,
        path,
        hint: 'Set tool_search.enabled to false.',
      }),
    ];
  }
  const waiting = wouldWait(registry, config);
  if (waiting > 0) {
    return [
      finding('search_off_with_deferred', {
        message: `Tool search is off, so ${waiting === 1 ? 'one tool meant to be deferred is' : `${waiting} tools meant to be deferred are`} in every prompt, and tool_search answers that it is not configured.`,
        path,
        hint: 'Set tool_search.enabled to true; Pegboard builds the index.',
      }),
    ];
  }
  if (size < fewTools) return [];
  return [
    finding('search_off', {
      message: `Tool search is off: all ${size} tools are in every prompt, and no search finds anything.`,
      path,
      hint: 'Set tool_search.enabled to true and default_loading_mode to deferred; Pegboard builds the index.',
    }),
  ];
}

/** Code points that tool search adds to every prompt, less those of the tools that it keeps out. */
function searchCost(registry: ReadonlyMap<string, CatalogTool>, config: WorkspaceFile['config']): number {
  const sizeOf = (tools: Iterable<CatalogTool>) =>
    [...tools].reduce((sum, tool) => sum + codePoints(entryLine(tool, config.tool_examples)), 0);
  const deferred = [...registry.values()].filter(({ mode }) => mode === 'deferred');
  return codePoints(toolDiscovery) + sizeOf(discoveryTools({ tools: registry }, config)) - sizeOf(deferred);
}

/** How many tools would be deferred, were tool search on. */
function wouldWait(registry: ReadonlyMap<string, CatalogTool>, config: WorkspaceFile['config']): number {
  const on = { ...config.tool_search, enabled: true };
  const rules = new Map(config.sources.map((source) => [source.name, sourceModeRules(source)]));
  let count = 0;
  for (const tool of registry.values()) {
    const { mode } = resolveLoadingMode(tool, rules.get(tool.source) ?? { name: tool.source }, on);
    if (mode === 'deferred') count++;
  }
  return count;
}
