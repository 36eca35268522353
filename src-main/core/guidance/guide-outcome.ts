import type { Caller } from '#shared/domain/search-request.ts';
import type { RelatedTools } from '#shared/domain/search-result.ts';
import { createNameGate, forbiddenNames } from '../catalog/name-gate.ts';
import type { ToolScope } from '../search/search-scope.ts';
import type { SearchOutcome } from '../search/tool-search.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { addGuidance, relatedOf } from './add-guidance.ts';
import type { ReadGuidance } from './guidance-files.ts';

/**
 * The outcome of a search of the workspace with what is switched on in `tool_search.guidance`; hints name no tool that the
 * caller may not use. With an explanation, also which related tools there are.
 */
export async function guideOutcome<Outcome extends SearchOutcome>(
  { catalog, file }: LoadedWorkspace,
  { tools, config }: ToolScope,
  found: {
    readonly outcome: Outcome;
    readonly caller: Caller;
    readonly explain: boolean;
    readonly read: ReadGuidance;
  },
): Promise<Outcome & { readonly related?: readonly RelatedTools[] }> {
  const { outcome, caller, explain, read } = found;
  const { guidance } = config;
  const isOn = guidance.hints || guidance.workflow || guidance.related_tools;
  const denied = [...file.config.policy.denied_tools, ...(caller.policy?.denied_tools ?? [])];
  const gateOf = () => createNameGate(forbiddenNames(catalog.tools, tools, denied), tools.keys()).text;
  const output = isOn
    ? await addGuidance(outcome.output, { tools, config: guidance, read, gate: gateOf() })
    : outcome.output;
  return explain ? { ...outcome, output, related: relatedOf(output, tools, catalog.byName) } : { ...outcome, output };
}
