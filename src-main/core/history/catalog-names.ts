import type { CatalogTool } from '#shared/domain/tool.ts';
import { createSentNames } from '../providers/sent-names.ts';
import type { ToCatalogName } from './history-reader.ts';

/**
 * Names in the catalog for names as any provider was sent them. Made from all tools, the denied ones too: their names must be known
 * to be left out. A name that is nobody's stays as it is.
 */
export function catalogNames(tools: readonly CatalogTool[]): ToCatalogName {
  const own = new Set(tools.map(({ name }) => name));
  const anthropic = createSentNames('anthropic', tools);
  const responses = createSentNames('openai-responses', tools);
  return (sent) => {
    if (sent.namespace !== null) return responses.nameOf(sent) ?? `${sent.namespace}.${sent.name}`;
    if (own.has(sent.name)) return sent.name;
    return anthropic.nameOf(sent) ?? responses.nameOf(sent) ?? sent.name;
  };
}
