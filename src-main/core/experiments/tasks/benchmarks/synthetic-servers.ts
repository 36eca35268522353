import { z } from 'zod';
import type { Entry, Names } from './workspace-names.ts';

/** Servers of ProgressiveMCPBench. Only `static_json` answers stand in the file; other handlers read tables beside it. */
const serverSchema = z.looseObject({
  server_name: z.string().min(1).max(500),
  tools: z.array(z.unknown()).max(10_000),
});

const toolSchema = z.looseObject({
  name: z.string().min(1).max(500),
  handler: z.looseObject({ type: z.string().max(200), response: z.unknown().optional() }),
});

/** One world with the fixed answers of all servers. Null for a file of another shape. */
export function readSyntheticServers(value: unknown, names: Names): readonly Entry[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const rows = Object.values(value);
  const servers = rows.map((row) => serverSchema.safeParse(row));
  if (rows.length === 0 || !servers.some(({ success }) => success)) return null;
  const problems: string[] = [];
  const results: Record<string, unknown> = Object.create(null);
  for (const [i, parsed] of servers.entries()) {
    if (!parsed.success) {
      problems.push(`server ${i + 1} is left out: ${parsed.error.issues[0]?.message}`);
      continue;
    }
    const { server_name: server, tools } = parsed.data;
    const source = names.source(server);
    if (source === null) problems.push(`${server} is left out: the workspace has no one source of that name`);
    else problems.push(...addResults(results, tools, { source, names }));
  }
  const isEmpty = Object.keys(results).length === 0;
  const made = isEmpty ? null : { name: 'synthetic-servers', results: { ...results } };
  return [{ name: 'synthetic-servers', folder: 'benchmark', kind: 'world', made, problems }];
}

/** Adds the answers of a server; gives back what is left out. */
function addResults(
  results: Record<string, unknown>,
  tools: readonly unknown[],
  { source, names }: { readonly source: string; readonly names: Names },
): string[] {
  return tools.flatMap((one, i) => {
    const parsed = toolSchema.safeParse(one);
    if (!parsed.success) return [`${source}, tool ${i + 1} is left out: ${parsed.error.issues[0]?.message}`];
    const { name, handler } = parsed.data;
    const tool = names.toolOf(source, name);
    if (tool === null) return [`${source}.${name} is left out: the workspace has no such tool`];
    if (handler.type !== 'static_json' || handler.response === undefined) {
      return [`${tool} is left out: its answers (${handler.type}) are not in this file`];
    }
    results[tool] = { value: handler.response };
    return [];
  });
}
