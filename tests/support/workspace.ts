import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { createServices } from '#core/create-services.ts';
import { silentLogger } from '#core/logger.ts';
import type { Services } from '#core/services.ts';
import type { ServicesOptions } from '#core/services-options.ts';
import { type Ranking, searchRequestSchema } from '#shared/domain/search-request.ts';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestTool {
  readonly name: string;
  readonly description?: string;
  readonly [key: string]: unknown;
}

/** Search on, everything deferred: what `pegboard init` writes. */
export const searchOn = 'tool_search: {enabled: true, default_loading_mode: deferred}\n';

/** A folder with a workspace whose tools come from one `tools.jsonl` with names as they are. */
export function workspaceFolder(tools: readonly TestTool[], yaml: string = searchOn): string {
  const root = temporaryFolder();
  write(root, 'sources/test.jsonl', tools.map((tool) => JSON.stringify(tool)).join('\n'));
  write(root, 'pegboard.yaml', `${yaml}\nsources:\n  - {name: test, path: sources/test.jsonl, format: tools_jsonl}\n`);
  return root;
}

export function write(root: string, path: string, text: string): string {
  const full = join(root, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
  return full;
}

/** The built scripts of the threads, which hosts give the core. */
export const builtWorkers = pathToFileURL(`${resolve(import.meta.dirname, '../../out/main')}/`);

/** Services with a real SQLite file, closed when the test is over. */
export async function testServices(options: Partial<ServicesOptions> = {}): Promise<Services> {
  const services = await createServices({
    userDataDir: temporaryFolder(),
    host: 'test',
    logger: silentLogger,
    watch: false,
    env: process.env,
    ...options,
  });
  onTestFinished(() => services.close());
  return services;
}

/** Services with a workspace of these tools open. */
export async function servicesWith(
  tools: readonly TestTool[],
  options: Partial<ServicesOptions> & { readonly yaml?: string } = {},
): Promise<Services> {
  const { yaml, ...rest } = options;
  const services = await testServices(rest);
  await services.workspace.open({ path: workspaceFolder(tools, yaml) });
  return services;
}

/** `tool_search` with defaults for what a test does not say. */
export function search(
  services: Services,
  {
    ranking,
    ...input
  }: { query: string; search_type?: string; limit?: number; include_always_loaded?: boolean; ranking?: Ranking },
  caller: { persona?: string; policy?: object } = {},
): Promise<SearchResponse> {
  return services.search.toolSearch(searchRequestSchema.parse({ input, caller, explain: true, ranking }));
}

export function names(response: SearchResponse): string[] {
  return response.output.tools.map((tool) => tool.name);
}
