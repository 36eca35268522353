import { makeToolSearch } from '#core/evaluation/eval-engine.ts';
import { type ToolSearchConfig, toolSearchConfigSchema } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { print } from './table.ts';
import { readServerCatalog, readUnderstandingQueries, type UnderstandingQuery } from './understanding-sets.ts';

/** hit@1 and hit@5 of the default ranker over the queries of one style. */
export interface UnderstandingRow {
  readonly style: UnderstandingQuery['style'];
  readonly queries: number;
  readonly 'hit@1': number;
  readonly 'hit@5': number;
}

/** How often the right tool is among the first results, by style, with `understanding` switched as given. */
export async function measureUnderstanding(
  tools: readonly CatalogTool[],
  queries: readonly UnderstandingQuery[],
  understanding: ToolSearchConfig['understanding'],
): Promise<UnderstandingRow[]> {
  const engine = await makeToolSearch('pegboard', { ...toolSearchConfigSchema.parse({}), understanding })(tools, {});
  const rows: UnderstandingRow[] = [];
  for (const [style, some] of Map.groupBy(queries, (query) => query.style)) {
    const ranks: number[] = [];
    for (const { query, relevant } of some) {
      const found = await engine.search(query);
      ranks.push(found.findIndex((name) => relevant.includes(name)));
    }
    const share = (most: number) => ranks.filter((rank) => rank >= 0 && rank < most).length / ranks.length;
    rows.push({ style, queries: some.length, 'hit@1': share(1), 'hit@5': share(5) });
  }
  await engine.close();
  return rows;
}

/** What is switched off one by one: nothing first, everything last. */
export const understandingSwitches: readonly (readonly [name: string, on: ToolSearchConfig['understanding']])[] = [
  ['everything on', { languages: true, meaning: true }],
  ['without languages', { languages: false, meaning: true }],
  ['without meaning', { languages: true, meaning: false }],
  ['neither', { languages: false, meaning: false }],
];

// node tests/bench/measure-understanding.ts [dev|held-out]
if (process.argv[1] === import.meta.filename) {
  const tools = readServerCatalog();
  const queries = readUnderstandingQueries(process.argv[2] === 'held-out' ? 'held-out' : 'dev');
  if (tools === null) print('The catalogs of ../shared/data are not on this computer.');
  for (const [name, on] of tools === null ? [] : understandingSwitches) {
    for (const row of await measureUnderstanding(tools ?? [], queries, on)) {
      print(`${name}: ${row.style} hit@1 ${row['hit@1'].toFixed(3)}, hit@5 ${row['hit@5'].toFixed(3)}`);
    }
  }
}
