import type { EngineTool } from '#core/engines/scored-engine.ts';
import { namespaceOf } from '#shared/domain/tool.ts';

/** A tool as engines read it, with nothing in what is not given. */
export function engineTool(given: Partial<EngineTool> & { readonly name: string }): EngineTool {
  return {
    namespace: namespaceOf(given.name),
    title: null,
    description: '',
    tags: [],
    category: null,
    phrases: [],
    hypothetical_queries: [],
    usage_hint: null,
    aliases: [],
    input_schema: {},
    ...given,
  };
}
