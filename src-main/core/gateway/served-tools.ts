import { reservedToolNames } from '#shared/domain/builtin-tools.ts';
import type { WorkspaceConfig } from '#shared/domain/config.ts';
import type { GatewayMode } from '#shared/domain/gateway-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { withHostHints } from '../catalog/host-hints.ts';
import { withoutParamHeaders } from '../mcp/param-headers.ts';
import { createNameMap, type NameMap } from '../providers/name-map.ts';
import { callClass, hintsOf } from './call-class.ts';
import { ownTools } from './own-tools.ts';
import type { ServedInput, ServedTool } from './served-tool.ts';

/** Longest name that APIs of models accept. */
const longestName = 64;

/** Names as a host gets them: short enough for the `mcp__<server>__` that hosts put before them, none of them one of ours. */
export function servedNames(tools: Iterable<string>, serverName: string): NameMap {
  const maximumLength = longestName - `mcp__${serverName}__`.length;
  return createNameMap(tools, { maximumLength, reserved: ownNames });
}

/** Names of our own tools in any of their forms. */
const ownNames: ReadonlySet<string> = new Set([
  ...reservedToolNames,
  'tool_call',
  'tool_call_read',
  'tool_call_write',
  'tool_call_destructive',
]);

/** How the workspace is served: without tool search there is nothing to search with, so every tool is in the list. */
export function servedMode({ gateway, tool_search }: WorkspaceConfig, asked: GatewayMode | undefined): GatewayMode {
  return tool_search.enabled ? (asked ?? gateway.mode) : 'direct';
}

/** The list of a caller: the same catalog and settings give the same tools in the same order. */
export function servedTools(input: ServedInput): readonly ServedTool[] {
  const { tools, names, mode } = input;
  if (mode === 'direct') return tools.map((tool) => asServed(tool, names, 'direct'));
  const board = tools.filter((tool) => tool.mode === 'always');
  return [...ownTools(input), ...board.map((tool) => asServed(tool, names, 'search'))];
}

function asServed(tool: CatalogTool, names: NameMap, mode: GatewayMode): ServedTool {
  const { icons } = tool.extra;
  // In search mode our own search does the work of the host's.
  const meta = withHostHints(tool, mode === 'direct' ? 'all' : 'limit');
  return {
    name: names.sentOf(tool.name),
    ...(tool.title === null ? {} : { title: tool.title }),
    description: tool.description,
    inputSchema: withoutParamHeaders(objectSchema(tool.input_schema)),
    ...(tool.output_schema === null ? {} : { outputSchema: tool.output_schema }),
    annotations: { ...withoutHints(tool.annotations), ...hintsOf(callClass(tool)) },
    ...(Array.isArray(icons) ? { icons } : {}),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  };
}

function withoutHints(annotations: CatalogTool['annotations']): Record<string, unknown> {
  const { readOnlyHint: _read, destructiveHint: _destructive, ...rest } = annotations ?? {};
  return rest;
}

/** The protocol wants an object schema; a schema that says no type means one. */
function objectSchema(schema: CatalogTool['input_schema']): Record<string, unknown> {
  return schema.type === 'object' ? schema : { ...schema, type: 'object' };
}
