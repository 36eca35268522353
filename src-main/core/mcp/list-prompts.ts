import { z } from 'zod';
import { isPegboardError } from '#shared/errors.ts';
import type { McpSession } from './connect-mcp.ts';
import type { McpLimits } from './mcp-limits.ts';

const pageSchema = z.looseObject({ prompts: z.array(z.unknown()), nextCursor: z.string().nullish() });

/** Prompts of one server that are listed at most. */
const maximumPrompts = 1_000;

/**
 * What a server lists as its prompts; none for a server without them, and null where they cannot be listed. Errors: `cancelled`, and
 * those of a session that is over.
 */
export async function listMcpPrompts(
  session: McpSession,
  { limits }: { readonly limits: Pick<McpLimits, 'maximumPages'> },
): Promise<readonly unknown[] | null> {
  const prompts: unknown[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < limits.maximumPages && prompts.length < maximumPrompts; page++) {
    try {
      const listed = await session.run('listing its prompts', async (client, options) => {
        if (!client.getServerCapabilities()?.prompts) return null;
        const params = cursor === undefined ? {} : { cursor };
        return client.request({ method: 'prompts/list', params }, pageSchema, options);
      });
      if (listed === null) return [];
      prompts.push(...listed.prompts);
      if (typeof listed.nextCursor !== 'string' || listed.nextCursor === '') break;
      cursor = listed.nextCursor;
    } catch (error) {
      const isOver =
        isPegboardError(error) && ['cancelled', 'server_failed', 'server_unreachable'].includes(error.code);
      if (isOver || !isPegboardError(error)) throw error;
      return null;
    }
  }
  return prompts.slice(0, maximumPrompts);
}
