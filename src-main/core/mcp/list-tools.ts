import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';
import { isObject, type LeftOutTool } from '../catalog/captured/captured-source.ts';
import { sizeProblem } from '../catalog/captured/tool-size.ts';
import type { McpSession } from './connect-mcp.ts';
import type { McpLimits } from './mcp-limits.ts';

/** A page as the server wrote it, with entries that may be no tools. */
const pageSchema = z.looseObject({
  tools: z.array(z.unknown()),
  nextCursor: z.string().nullish(),
});

/** What a server lists. Entries that are too large to be looked at are left out at once. */
export interface ListedTools {
  readonly values: readonly unknown[];
  /** The place of each value in the whole list. */
  readonly places: readonly string[];
  readonly tooLarge: readonly LeftOutTool[];
}

interface ListOptions {
  readonly limits: Pick<McpLimits, 'maximumPages' | 'maximumTools'>;
  readonly onPage?: (pages: number, tools: number) => void;
}

/** All tools of a server. Errors: those of the session and of `listPages`. */
export function listMcpTools(session: McpSession, options: ListOptions): Promise<ListedTools> {
  const page = (params: { readonly cursor?: string }) =>
    session.run('listing its tools', (client, requestOptions) =>
      client.request({ method: 'tools/list', params }, pageSchema, requestOptions),
    );
  return listPages(page, options);
}

/**
 * All tools of a list that comes page by page. Errors: those of `fetchPage`, and `server_protocol` for a cursor that comes
 * twice, more pages or more tools than the limits allow.
 */
export async function listPages(
  fetchPage: (params: { readonly cursor?: string }) => PromiseLike<z.infer<typeof pageSchema>>,
  { limits, onPage = () => {} }: ListOptions,
): Promise<ListedTools> {
  const list = { values: [] as unknown[], places: [] as string[], tooLarge: [] as LeftOutTool[] };
  let total = 0;
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    if (pages > limits.maximumPages) throw endless(`more than ${limits.maximumPages} pages of tools`);
    const page = await fetchPage(cursor === undefined ? {} : { cursor });
    total += page.tools.length;
    if (total > limits.maximumTools) throw endless(`more than ${limits.maximumTools} tools`);
    for (const value of page.tools) add(list, value);
    onPage(pages, total);
    if (typeof page.nextCursor !== 'string' || page.nextCursor === '') return list;
    cursor = page.nextCursor;
    if (cursors.has(cursor)) throw endless('the same cursor twice, so its list never ends');
    cursors.add(cursor);
  }
}

function add(list: { values: unknown[]; places: string[]; tooLarge: LeftOutTool[] }, value: unknown): void {
  const place = `tools[${list.values.length + list.tooLarge.length}]`;
  const reason = sizeProblem(value);
  if (reason === null) {
    list.values.push(value);
    list.places.push(place);
  } else {
    const name = isObject(value) && typeof value.name === 'string' ? value.name : null;
    list.tooLarge.push({ place, name, reason });
  }
}

function endless(what: string): PegboardError {
  return new PegboardError('server_protocol', `The server sends ${what}.`, {
    hint: 'Report it to the authors of the server, or capture the part you need in a file and import that.',
  });
}
