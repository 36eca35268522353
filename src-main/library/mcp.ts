import { isObject } from '#core/catalog/captured/captured-source.ts';
import { listPages } from '#core/mcp/list-tools.ts';
import { defaultMcpLimits } from '#core/mcp/mcp-limits.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Tool } from './types.ts';

/** A connected MCP client: the part of the official SDK's `Client`, of either major version, that is used here. */
export interface McpClient {
  listTools(params?: { cursor?: string }): PromiseLike<{ tools: readonly unknown[]; nextCursor?: string | undefined }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): PromiseLike<unknown>;
}

/** How the tools of an MCP server are named. */
export interface McpToolsOptions {
  /** Stands before each name, with a dot: `github` makes `github.create_issue`. */
  readonly prefix?: string | undefined;
}

/**
 * The tools of a connected MCP client, each with a function that calls it. The client stays the caller's: it is not closed, and a
 * run that is cancelled does not wait for a call that is under way. Errors: those of the client; `server_protocol` for a list that
 * never ends.
 */
export async function mcpTools(client: McpClient, { prefix }: McpToolsOptions = {}): Promise<Tool[]> {
  const { values } = await listPages(
    async (params) => {
      const { tools, nextCursor } = await client.listTools(params);
      return { tools: [...tools], nextCursor };
    },
    { limits: defaultMcpLimits },
  );
  return values.flatMap((value) => {
    if (!isObject(value) || typeof value.name !== 'string') return [];
    const { name } = value;
    return [
      {
        ...value,
        name: prefix === undefined ? name : `${prefix}.${name}`,
        run: async (args) => resultOf(await client.callTool({ name, arguments: args })),
      } satisfies Tool,
    ];
  });
}

/** The structured content of a result, else its content. Error: `tool_failed` with the server's words. */
function resultOf(result: unknown): unknown {
  if (!isObject(result)) return result;
  const { isError, structuredContent, content } = result;
  if (isError !== true) return structuredContent ?? content ?? null;
  const parts = Array.isArray(content) ? content : [];
  const texts = parts.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : []));
  throw new PegboardError('tool_failed', texts.join('\n') || 'The tool failed.');
}
