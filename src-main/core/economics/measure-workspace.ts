import type { MeasuredEconomics, MeasureInput } from '#shared/domain/economics.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { type PromptEnvironment, workspacePrompt } from '../planner/prompts/initial-prompt.ts';
import { countTextTokens } from '../prompt/count-tokens.ts';
import { renderTool } from '../prompt/render-tool.ts';
import { findPersona } from '../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { overriddenConfig, withConfig, withProfile } from '../workspace/with-config.ts';

/** Tools of a run of type B and C: the middle of what seed 004 expects of each. */
const toolsOfType = { B: 2, C: 7.5 } as const;

/**
 * The figures of a workspace for the economics: its prompt with all tools, its prompt with discovery, and what a found tool
 * adds. Errors: `unknown_profile`, `unknown_persona`, `cancelled`.
 */
export async function measureWorkspace(
  workspace: LoadedWorkspace,
  { profile, persona: name, estimator, tools_per_run }: MeasureInput,
  environment: PromptEnvironment,
): Promise<MeasuredEconomics> {
  const asked = withProfile(workspace, profile);
  const searches = asked.file.config.tool_search.enabled;
  const used = searches ? profile : 'deferred';
  const discovering = searches ? asked : withProfile(workspace, used);
  const everything = withConfig(
    asked,
    overriddenConfig(asked.file.config, { tool_search: { enabled: false } }, 'tool_search.enabled'),
  );
  const persona = findPersona(workspace.file.config, name);
  const count = (text: string) => (estimator === 'o200k' ? countTextTokens(text).o200k : estimateTokens(text));
  const promptTokens = async (loaded: LoadedWorkspace) => {
    throwIfCancelled(environment.signal);
    return count(promptText(await workspacePrompt(loaded, { persona, query: null }, environment)));
  };
  const first = await promptTokens(discovering);
  const all = await promptTokens(everything);
  const { config } = discovering.file;
  const names = allowedNames(discovering.catalog.tools, { policies: [config.policy], persona });
  const tools = discovering.catalog.tools.filter((tool) => names.has(tool.name));
  const deferred = tools.filter(({ mode }) => mode === 'deferred');
  const sizes = deferred.map((tool) => count(renderTool(tool, config.tool_examples)));
  const mean = sizes.length === 0 ? 0 : Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const withTools = (found: number) => Math.round(first + found * mean);
  const who = `${persona ? `persona ${persona.name}` : 'no persona'}, ${estimator}`;
  const prompt = `measured: system prompt under profile ${used}, ${who}`;
  const added = (found: number) =>
    `${prompt}; plus ${found} × ${mean}, the mean of its ${deferred.length} deferred tools`;
  const whole = `measured: system prompt with all ${tools.length} tools, ${who}`;
  return {
    inputs: {
      all_tools_tokens: all,
      first_tokens: first,
      later_tokens: withTools(tools_per_run),
      type_tokens: { A: first, B: withTools(toolsOfType.B), C: withTools(toolsOfType.C) },
      all_tools_request_tokens: all,
    },
    sources: {
      all_tools_tokens: whole,
      first_tokens: prompt,
      later_tokens: added(tools_per_run),
      'type_tokens.A': prompt,
      'type_tokens.B': added(toolsOfType.B),
      'type_tokens.C': added(toolsOfType.C),
      all_tools_request_tokens: whole,
    },
    tools: tools.length,
    deferred_tools: deferred.length,
    mean_tool_tokens: mean,
  };
}
