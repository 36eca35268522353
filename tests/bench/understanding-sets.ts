import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvalTools } from '#core/evaluation/run-evaluation.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';

const catalogs = join(import.meta.dirname, '../../../shared/data/catalogs');
const fixtures = join(import.meta.dirname, '../fixtures/understanding');

/** A query of `tests/fixtures/understanding`, with the names of its right tools in the catalog. */
export interface UnderstandingQuery {
  readonly query: string;
  readonly style: 'paraphrase' | 'conversational' | 'language';
  /** ISO 639-1. */
  readonly language: string;
  readonly relevant: readonly string[];
}

/** The tools of all servers of `../shared/data/catalogs`, each named `server.tool`; null where the folder is absent. */
export function readServerCatalog(): readonly CatalogTool[] | null {
  if (!existsSync(catalogs)) return null;
  const lines = readdirSync(catalogs).flatMap((folder) =>
    readdirSync(join(catalogs, folder))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => toolsOf(join(catalogs, folder, file))),
  );
  return readEvalTools(lines.join('\n'), 'catalogs.jsonl');
}

function toolsOf(file: string): string[] {
  const { server, tools } = JSON.parse(readFileSync(file, 'utf8')) as {
    server: string;
    tools: { name: string; description?: string; inputSchema?: object }[];
  };
  return tools.map(({ name, description, inputSchema }) =>
    JSON.stringify({ name: `${server}.${name}`, namespace: server, description: description ?? '', inputSchema }),
  );
}

/** One half of the queries: `dev` to tune on, `held-out` to report. */
export function readUnderstandingQueries(half: 'dev' | 'held-out'): readonly UnderstandingQuery[] {
  return readFileSync(join(fixtures, `${half}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const query = JSON.parse(line) as UnderstandingQuery;
      return { ...query, relevant: query.relevant.map((name) => name.replace('/', '.')) };
    });
}
