import type { PromptSizes, PromptSizesRequest } from '#shared/contract/prompt.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { allowedNames } from '#shared/domain/tool-policy.ts';
import { codePoints, type Estimator } from '#shared/tokens.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { promptSize, promptTokens } from '../catalog/describe/catalog-tokens.ts';
import { o200kByEntry } from '../prompt/count-tokens.ts';
import { inBatches } from '../prompt/in-batches.ts';
import { overriddenConfig, withConfig } from '../prompt/with-config.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { findPersona } from './find-persona.ts';
import { type PromptEnvironment, workspacePrompt } from './workspace-prompt.ts';

interface SizesEnvironment extends PromptEnvironment {
  readonly clock: () => number;
}

/**
 * What the first prompt of a persona costs by one estimator: whole, without its always-loaded tools, and with tool search off. The
 * tools are counted as `catalog.list` and `catalog.tokens` count them. Errors: `unknown_persona`, `cancelled`.
 */
export async function promptSizes(
  loaded: LoadedWorkspace,
  { persona: name, estimator }: PromptSizesRequest,
  environment: SizesEnvironment,
): Promise<PromptSizes> {
  const { catalog, file } = loaded;
  const persona = findPersona(file.config, name);
  const sizeOf = async (workspace: LoadedWorkspace): Promise<number> => {
    throwIfCancelled(environment.signal);
    const blocks = await workspacePrompt(workspace, { persona, query: null }, environment);
    return textSize(promptText(blocks), estimator, environment);
  };
  const whole = await sizeOf(loaded);
  const { policy, tool_examples: examples, tool_search } = file.config;
  const permitted = allowedNames(catalog.tools, { policies: [policy], persona });
  const measure = estimator === 'estimate' ? promptSize : promptTokens;
  let rest = whole;
  for await (const tool of inBatches(catalog.tools, environment)) {
    if (tool.mode === 'always' && permitted.has(tool.name)) rest -= measure(tool, examples);
  }
  const everything = () =>
    withConfig(loaded, overriddenConfig(file.config, { tool_search: { enabled: false } }, 'tool_search.enabled'));
  return { whole, rest, all_tools: tool_search.enabled ? await sizeOf(everything()) : whole };
}

async function textSize(text: string, estimator: Estimator, environment: SizesEnvironment): Promise<number> {
  if (estimator === 'estimate') return codePoints(text);
  let tokens = 0;
  for await (const entry of inBatches(o200kByEntry(text), environment)) tokens += entry;
  return tokens;
}
