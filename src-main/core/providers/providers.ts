import type { ProviderName } from '#shared/domain/payload.ts';
import { anthropic } from './anthropic/layout.ts';
import { openaiChat } from './openai-chat/layout.ts';
import { openaiResponses } from './openai-responses/layout.ts';
import type { Provider } from './provider.ts';
import { type NamedTool, namesByRule, type SentNames } from './sent-names.ts';

/** Every provider. A new one is a folder here, a line in this table, and a row of `providerFacts`. */
export const providers: Readonly<Record<ProviderName, Provider>> = {
  anthropic,
  'openai-responses': openaiResponses,
  'openai-chat': openaiChat,
};

/** Names for a provider, made from all tools of a catalog, so that who may see what does not change how they are called. */
export function createSentNames(provider: ProviderName, tools: readonly NamedTool[]): SentNames {
  return namesByRule(providers[provider].name, tools);
}
