import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { toolSearchInputSchema } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { discoveredTools } from '../history/discovered-tools.ts';
import { readHistoryValue } from '../history/read-history.ts';
import { searchReturn } from '../history/search-return.ts';
import type { BuiltinOutcome } from './builtin-calls.ts';
import { builtinDiscovery } from './builtin-catalog.ts';
import { errorObservation, resultObservation } from './observations.ts';
import type { RunEnvironment } from './run-environment.ts';
import type { RunView } from './run-view.ts';
import { VisibleCatalog } from './visible-catalog.ts';

/**
 * The visible catalog of one step in history mode: the search tool where anything is deferred, the tools that are not, and those
 * that the messages show as found (R18.01–R18.04, R18.07). Made anew for each step, from the messages and nothing else.
 */
export function catalogFromMessages(
  { view, state, options }: RunEnvironment,
  own: readonly CatalogTool[],
): VisibleCatalog {
  const builtins = [...discoveryTools(view, options.config), ...own];
  return new VisibleCatalog(view, { builtins, activated: discoveredIn(state.messages, view) });
}

/**
 * Our discovery tools for a run: both while tool search is on (R4.01); in history mode the search tool alone, by the name it is
 * given, where anything is deferred (R18.07, R18.08).
 */
export function discoveryTools(view: RunView, config: WorkspaceConfig): readonly CatalogTool[] {
  const { tool_search } = config;
  if (!tool_search.enabled) return [];
  const ours = builtinDiscovery(config);
  if (!tool_search.history.enabled) return ours;
  const hasDeferred = [...view.tools.values()].some(({ mode }) => mode === 'deferred');
  const [search] = ours;
  return hasDeferred && search ? [{ ...search, name: tool_search.history.tool_name }] : [];
}

function discoveredIn(messages: readonly unknown[], view: RunView): string[] {
  const { history } = readHistoryValue(messages, 'messages', ({ name }) => name);
  return discoveredTools(history.entries, (name) => view.tools.has(name));
}

/** Calls the search tool of history mode; it returns names and descriptions, and changes nothing (R18.10, R18.11). */
export async function searchForHistory(
  args: unknown,
  { view, state, finder, options }: RunEnvironment,
): Promise<BuiltinOutcome> {
  const { config, logger, toolRenderer = null } = options;
  const { max_results, tool_name } = config.tool_search.history;
  const input = toolSearchInputSchema.safeParse(args);
  if (!input.success) {
    const fields = input.error.issues
      .map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
      .join('; ');
    return {
      outcome: 'invalid_arguments',
      observation: errorObservation('invalid_arguments', `${tool_name}: ${fields}`),
    };
  }
  try {
    const output = await finder.search(view, { ...input.data, limit: Math.min(input.data.limit, max_results) });
    state.emit('tool_search_query', {
      query: output.query,
      requested_search_type: input.data.search_type,
      effective_search_type: output.search_type,
      results_count: output.tools.length,
    });
    const found = output.tools.flatMap(({ name }) => view.tools.get(name) ?? []);
    const value = searchReturn(input.data.query, found, {
      renderer: toolRenderer,
      report: (problem) => logger.error(problem, {}),
    });
    return { outcome: 'result', observation: resultObservation(value, config.planner.max_observation_chars) };
  } catch (error) {
    logger.error(`${tool_name} failed.`, { error: String(error) });
    return { outcome: 'tool_failed', observation: errorObservation('tool_failed', `${tool_name} failed. Try again.`) };
  }
}
