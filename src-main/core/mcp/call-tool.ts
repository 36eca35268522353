import { z } from 'zod';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { McpSession } from './connect-mcp.ts';
import { paramHeaders } from './param-headers.ts';

const answerSchema = z.looseObject({
  content: z.array(z.looseObject({ type: z.string() })).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
});
export type ToolAnswer = z.infer<typeof answerSchema>;

/** Calls a tool by the name its server gives it. Errors: those of the session, and `tool_failed` when the server refuses. */
export async function callMcpTool(
  session: McpSession,
  call: {
    readonly name: string;
    readonly args: Record<string, unknown>;
    readonly inputSchema: Readonly<Record<string, unknown>>;
  },
): Promise<ToolAnswer> {
  const mirrored = session.hasParamHeaders ? paramHeaders(call.inputSchema, call.args) : { headers: {} };
  if ('problem' in mirrored)
    throw new PegboardError('tool_failed', `The definition of ${call.name} is not valid: ${mirrored.problem}.`, {
      hint: 'Report it to the authors of the server.',
    });
  try {
    return await session.run(`calling ${call.name}`, (client, options) =>
      client.request({ method: 'tools/call', params: { name: call.name, arguments: call.args } }, answerSchema, {
        ...options,
        ...mirrored,
      }),
    );
  } catch (error) {
    if (!isPegboardError(error) || error.data?.rpc_code === undefined) throw error;
    throw new PegboardError('tool_failed', error.message, {
      hint: 'Check the arguments: pegboard get <tool> shows the schema.',
      data: error.data,
      cause: error,
    });
  }
}

/**
 * The part of an answer that a model reads: the texts of its blocks and of the resources in them; without any, the structured
 * content as compact JSON.
 */
export function answerText({ content, structuredContent }: ToolAnswer): string {
  const texts = content.flatMap((block) => [textOf(block), textOf(block.resource)].filter((text) => text !== null));
  if (texts.length > 0 || structuredContent === undefined) return texts.join('\n');
  return JSON.stringify(structuredContent) ?? '';
}

function textOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('text' in value)) return null;
  return typeof value.text === 'string' ? value.text : null;
}
