import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { Scenario } from '#shared/domain/scenario.ts';
import type { Trace } from '#shared/domain/trace.ts';
import { agentStyleName } from '../../catalog/builtin-catalog.ts';
import { closestTo } from '../../workspace/closest-name.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { validateToolIndex } from '../../workspace/validate-tool-index.ts';

/** Names in a scenario that no tool has are kept, since a script may try them, and reported. */
export function unknownTools({ catalog }: LoadedWorkspace, { results, expect }: Scenario): Finding[] {
  const names = [...catalog.byName.keys()];
  const wanted = [
    ...Object.keys(results).map((name) => ({ name, path: `results.${name}` })),
    ...(expect.called ?? []).map((name) => ({ name, path: 'expect.called' })),
    ...(expect.activated ?? []).map((name) => ({ name, path: 'expect.activated' })),
  ];
  return wanted
    .filter(({ name }) => !name.includes('*') && !catalog.byName.has(name) && !reservedToolNames.has(name))
    .map(({ name, path }) => {
      const near = closestTo(name, names);
      return finding('scenario_unknown_tool', {
        message: `The workspace has no tool "${name}".`,
        path,
        hint: near === undefined ? 'pegboard tools lists them.' : `Did you mean "${near}"?`,
      });
    });
}

/** What the tool index lacks for an agent with one discovery tool, unless the workspace reports it already. */
export function memoryFindings(
  { catalog, registry, file: { config } }: LoadedWorkspace,
  workspace: LoadedWorkspace,
): Finding[] {
  const isNew = agentStyleName(config) !== agentStyleName(workspace.file.config);
  if (agentStyleName(config) !== 'one_discovery' || !isNew) return [];
  return validateToolIndex(registry.values(), { known: new Set(catalog.byName.keys()), config });
}

export function distinct(findings: readonly Finding[]): Finding[] {
  return [
    ...new Map(findings.map((finding) => [`${finding.code}\0${finding.path}\0${finding.message}`, finding])).values(),
  ];
}

/** Turns whose results had no entity, in seed 004's words (R15.11). */
export function unreadResults(traces: readonly Trace[]): Finding[] {
  return traces
    .flatMap(({ events }) => events)
    .flatMap((event): Finding[] =>
      event.event_type !== 'entities_not_extracted'
        ? []
        : [
            finding('entities_not_extracted', {
              message: `[orchestrator] No entities extracted from ${event.payload.tool_results} tool results. Check TOOL_INDEX extraction schemas.`,
              path: 'overlays',
              hint: 'Give the tools that ran an extraction under overlays, or an entry under planner.extractors.',
            }),
          ],
    );
}

export function nothingLeft(path: string): Finding {
  return finding('history_has_every_turn', {
    message: 'The history already has every turn of the scenario, so no turn was run.',
    path,
  });
}
