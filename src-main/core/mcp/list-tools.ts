import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import type { CapturedTool } from '../catalog/captured-tools.ts';
import type { McpSession } from './connect-mcp.ts';
import type { McpLimits } from './mcp-limits.ts';

/** A page as the server wrote it: every key of a tool is kept. */
const pageSchema = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string() })),
  nextCursor: z.string().nullish(),
});

/**
 * All tools of a server, page by page. Errors: those of the session, and `server_protocol` for a cursor that comes twice,
 * more pages or more tools than the limits allow.
 */
export async function listMcpTools(
  session: McpSession,
  { limits, onPage }: { limits: McpLimits; onPage: (pages: number, tools: number) => void },
): Promise<readonly CapturedTool[]> {
  const tools: CapturedTool[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    if (pages > limits.maximumPages) throw endless(`more than ${limits.maximumPages} pages of tools`);
    const params = cursor === undefined ? {} : { cursor };
    const page = await session.run('listing its tools', (client, options) =>
      client.request({ method: 'tools/list', params }, pageSchema, options),
    );
    tools.push(...page.tools);
    onPage(pages, tools.length);
    if (tools.length > limits.maximumTools) throw endless(`more than ${limits.maximumTools} tools`);
    if (typeof page.nextCursor !== 'string' || page.nextCursor === '') return tools;
    cursor = page.nextCursor;
    if (cursors.has(cursor)) throw endless('the same cursor twice, so its list never ends');
    cursors.add(cursor);
  }
}

function endless(what: string): PegboardError {
  return new PegboardError('server_protocol', `The server sends ${what}.`, {
    hint: 'Report it to the authors of the server, or capture the part you need in a file and import that.',
  });
}
