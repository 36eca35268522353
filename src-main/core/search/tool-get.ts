import type { ToolGetInput } from '#shared/domain/search-request.ts';
import type { ToolGetOutput, ToolRecord } from '#shared/domain/search-result.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { findTool } from '../catalog/find-tool.ts';
import { notConfigured, type ToolScope } from './search-scope.ts';

/**
 * `tool_get`: the records of the named tools, in the order asked, each once. A name that does not exist and one that the
 * caller may not use are missing alike; an alias gives the record of its tool (R4.13–R4.18). Error:
 * `tool_search_not_configured`.
 */
export function getTools({ tools, config }: ToolScope, input: ToolGetInput): ToolGetOutput {
  if (!config.enabled) throw notConfigured();
  const found = new Set<CatalogTool>();
  for (const name of input.names) {
    const tool = findTool(tools, name);
    if (tool) found.add(tool);
  }
  return { tools: [...found].map((tool) => toRecord(tool, input)) };
}

function toRecord(tool: CatalogTool, { include_schemas, include_examples }: ToolGetInput): ToolRecord {
  return {
    name: tool.name,
    description: tool.description,
    side_effects: tool.side_effects,
    loading_mode: tool.mode,
    tags: tool.tags,
    ...(include_schemas ? { args_schema: tool.input_schema, out_schema: tool.output_schema } : {}),
    ...(include_examples ? { examples: tool.examples } : {}),
    extra: tool.extra,
  };
}
