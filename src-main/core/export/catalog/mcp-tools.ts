import type { CatalogTool } from '#shared/domain/tool.ts';
import { withHostHints } from '../../catalog/host-hints.ts';
import type { CatalogWriter } from './catalog-format.ts';
import { fieldsLost } from './tool-fields.ts';

/** Fields that an MCP tool has, or that its hints for hosts carry. */
const kept = new Set(['title', 'description', 'output_schema', 'annotations', 'max_result_chars']);
const hinted = new Set(['phrases', 'hypothetical_queries']);

/** A `tools/list` result of an MCP server, with the hints that hosts with a tool search of their own read. */
export const mcpTools: CatalogWriter = ({ tools }) => ({
  document: { tools: tools.map(mcpTool) },
  names: Object.fromEntries(tools.map(({ name }) => [name, name])),
  losses: fieldsLost(tools, new Set([...kept, ...hinted])),
  wholeLosses: [
    {
      field: 'loading_mode',
      kind: 'changed',
      message: 'always-loaded tools are marked for hosts; each host decides whether it defers the others',
    },
    {
      field: 'phrases',
      kind: 'changed',
      message: 'phrases and queries become one search hint of at most 200 characters',
    },
  ],
  findings: [],
});

function mcpTool(tool: CatalogTool): Record<string, unknown> {
  const { title, output_schema, annotations } = tool;
  const meta = withHostHints(tool, 'all');
  return {
    name: tool.name,
    ...(title === null ? {} : { title }),
    description: tool.description,
    inputSchema: tool.input_schema,
    ...(output_schema === null ? {} : { outputSchema: output_schema }),
    ...(annotations === null ? {} : { annotations }),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}
