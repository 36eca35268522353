import { type ProviderName, providerNameSchema } from '#shared/domain/payload.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { ToCatalogName } from '../history/history-reader.ts';
import { createSentNames, providers } from './providers.ts';
import { type SentNames, sentKey } from './sent-names.ts';

/**
 * Names in the catalog for names as any provider was sent them. Made from all tools, the denied ones too: their names must be known
 * to be left out. A name that is nobody's stays as it is.
 */
export function catalogNames(tools: readonly CatalogTool[]): ToCatalogName {
  const own = new Set(tools.map(({ name }) => name));
  const made = new Map<ProviderName, SentNames>();
  const namesAt = (provider: ProviderName) => {
    const names = made.get(provider) ?? createSentNames(provider, tools);
    made.set(provider, names);
    return names;
  };
  return (sent) => {
    if (sent.namespace === null && own.has(sent.name)) return sent.name;
    for (const provider of providerNameSchema.options) {
      // A provider without namespaces sends no name in one.
      if (sent.namespace !== null && !providers[provider].name.namespaces) continue;
      const name = namesAt(provider).nameOf(sent);
      if (name !== undefined) return name;
    }
    return sentKey(sent);
  };
}
