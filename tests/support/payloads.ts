import { builtinCatalog } from '#core/catalog/builtin-catalog.ts';
import { buildPayload } from '#core/providers/build-payload.ts';
import type { PayloadInput } from '#core/providers/payload-input.ts';
import { workspaceConfigSchema } from '#shared/domain/config.ts';
import type { Payload, ProviderName } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { testCatalog } from './planner.ts';
import type { TestTool } from './workspace.ts';

/** Tokens without the tokenizer's vocabulary, which takes a while to load. */
export const estimateOnly = (text: string) => ({ estimate: estimateTokens(text), o200k: 0 });

export interface TestPayload extends Partial<Omit<PayloadInput, 'provider' | 'visible' | 'deferred' | 'providers'>> {
  readonly tools: readonly TestTool[];
  /** Section `providers` of `pegboard.yaml`. */
  readonly providers?: object;
  /** Our own tools. */
  readonly builtins?: readonly CatalogTool[];
}

/** The payload for tools of a `tools.jsonl`; a tool without `loading_mode: always` is deferred. */
export function testPayload(
  provider: ProviderName,
  { tools, providers = {}, builtins = builtinCatalog, ...rest }: TestPayload,
): Payload {
  const { catalog, config } = testCatalog(tools);
  return buildPayload(
    {
      provider,
      visible: [...builtins, ...catalog.filter(({ mode }) => mode === 'always')],
      deferred: catalog.filter(({ mode }) => mode === 'deferred'),
      system: 'Act.',
      query: 'Hello.',
      providers: workspaceConfigSchema.parse({ providers }).providers,
      examples: config.tool_examples,
      ...rest,
    },
    estimateOnly,
  );
}
