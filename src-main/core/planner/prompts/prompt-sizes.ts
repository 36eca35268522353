import type { PromptSizes, PromptSizesRequest } from '#shared/contract/prompt.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { allowedNames, type Persona } from '#shared/domain/tool-policy.ts';
import { codePoints, type Estimator } from '#shared/tokens.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { promptSize, promptTokens } from '../../describe/catalog-tokens.ts';
import { o200kByEntry } from '../../prompt/count-tokens.ts';
import { inBatches } from '../../prompt/in-batches.ts';
import { textWithoutNote } from '../../prompt/render-prompt.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { overriddenConfig } from '../../workspace/with-config.ts';
import { permittedCatalog } from '../permitted/permitted-catalog.ts';
import { type PromptEnvironment, workspacePrompt } from './initial-prompt.ts';

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
  const { policy, tool_search } = file.config;
  const persona = findPersona(file.config, name);
  const permitted = allowedNames(catalog.tools, { policies: [policy], persona });
  const options = { persona, estimator, environment };
  const whole = await textSize(promptText(await blocksOf(loaded, options)), options);
  const always = catalog.tools.filter((tool) => tool.mode === 'always' && permitted.has(tool.name));
  const rest = whole - (await toolsSize(always, file.config, options));
  if (!tool_search.enabled) return { whole, rest, all_tools: whole };
  // The prompt with tool search off, but for its tools: rendering 10,000 entries takes long, and their sizes are known.
  const blocks = await blocksOf(withoutSearch(loaded), options);
  const { tools } = permittedCatalog(catalog.tools, permitted, policy.denied_tools);
  const without = await textSize(tools.size === 0 ? promptText(blocks) : textWithoutNote(blocks), options);
  return { whole, rest, all_tools: without + (await toolsSize(tools.values(), file.config, options)) };
}

interface SizesOptions {
  readonly persona: Persona | null;
  readonly estimator: Estimator;
  readonly environment: SizesEnvironment;
}

async function blocksOf(workspace: LoadedWorkspace, { persona, environment }: SizesOptions) {
  throwIfCancelled(environment.signal);
  return workspacePrompt(workspace, { persona, query: null }, environment);
}

/** The workspace with tool search off, and no tool of it in the prompt. */
function withoutSearch({ catalog, file, ...loaded }: LoadedWorkspace): LoadedWorkspace {
  const config = overriddenConfig(file.config, { tool_search: { enabled: false } }, 'tool_search.enabled');
  const tools = catalog.tools.map((tool) => ({ ...tool, mode: 'deferred' as const }));
  return { ...loaded, file: { ...file, config }, catalog: { ...catalog, tools } };
}

async function toolsSize(
  tools: Iterable<CatalogTool>,
  { tool_examples: examples }: WorkspaceConfig,
  { estimator, environment }: SizesOptions,
): Promise<number> {
  const measure = estimator === 'estimate' ? promptSize : promptTokens;
  let sum = 0;
  for await (const tool of inBatches(tools, environment)) sum += measure(tool, examples);
  return sum;
}

async function textSize(text: string, { estimator, environment }: SizesOptions): Promise<number> {
  if (estimator === 'estimate') return codePoints(text);
  let tokens = 0;
  for await (const entry of inBatches(o200kByEntry(text), environment)) tokens += entry;
  return tokens;
}
