import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { catalogOf, queriesFor, readMaterial } from './catalog.ts';
import { measureIndex } from './measure-index.ts';
import { measureSearch } from './measure-search.ts';
import { measureSkills } from './measure-skills.ts';
import { estimator } from './statistics.ts';
import { count, print } from './table.ts';

/** `npm run bench`: measures searching and indexing; asserts nothing. `--quick`, `--sizes 200,1000`. */

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, sizes: { type: 'string' } } });
const sizes = values.sizes
  ? values.sizes.split(',').map(Number)
  : values.quick
    ? [200, 1000]
    : [200, 1000, 10_000, 100_000];
if (sizes.some((size) => !Number.isInteger(size) || size < 10)) {
  print('--sizes takes whole numbers from 10, such as --sizes 200,1000.');
  process.exit(2);
}

/** How much is asked at a size, so that the whole run takes some minutes. */
function effort(size: number) {
  if (size <= 1000) return { queries: 200, warmUp: 50, budgetMs: 30_000, repeats: 9 };
  if (size <= 10_000) return { queries: 200, warmUp: 20, budgetMs: 30_000, repeats: 5 };
  return { queries: 60, warmUp: 5, budgetMs: 25_000, repeats: 3 };
}

/** Work with a folder for everything it writes, deleted afterwards. */
async function withScratch(work: (scratch: { folder(): string }) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'pegboard-bench-'));
  try {
    await work({ folder: () => mkdtempSync(join(root, 'part-')) });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function sqliteVersion(): string {
  const database = new BetterSqlite3(':memory:');
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  database.close();
  return version;
}

const material = readMaterial();
const queryCounts = material.queries.map((list) => list.length).reduce((sum, length) => sum + length, 0);
const beyond =
  Math.max(...sizes) > material.tools.length ? '; beyond that, variants recombined from them (seeded)' : '';
print('Pegboard bench: times on this machine, now. Nothing is asserted.');
print();
print(
  `  node ${process.versions.node}, sqlite ${sqliteVersion()}, ${availableParallelism()} CPUs (${cpus()[0]?.model ?? 'unknown'})`,
);
print(`  tools:    ${material.origin}${beyond}`);
print(
  queryCounts > 0
    ? `  queries:  a seeded sample of ${count(queryCounts)} labelled ones of the benchmarks, the same share of each`
    : '  queries:  runs of 4 to 15 words out of descriptions',
);
print(`  p50, p95: ${estimator}`);
print();
print('1. Search: milliseconds for one query, the best 8 results, name, description and tags indexed by every engine');
print(
  '  tool_search: all of services.search.toolSearch, counting the tokens of the answer too; every word, else any word.',
);
print(
  '  The others: any word, each with its own defaults; only FTS5 stems. One process; engines take turns query by query.',
);
print('  raw: raw FTS5 (MATCH … ORDER BY bm25 LIMIT 8, names only). index ms: from texts in memory to searchable;');
print(
  '  for tool_search from texts to files, read, checked, hashed and written. results: mean number returned. queries: asked; an engine stops after 25 or 30 s.',
);
print();
for (const size of sizes) {
  const { queries, warmUp, budgetMs } = effort(size);
  await withScratch((scratch) =>
    measureSearch(catalogOf(size, material.tools), queriesFor(queries, material), { scratch, warmUp, budgetMs }),
  );
}
print('2. Index file: hash (SHA-256 of every tool), open (SQLite, schema), sync (compare and write), milliseconds');
print();
for (const size of sizes) {
  const { repeats } = effort(size);
  await withScratch((scratch) => measureIndex(catalogOf(size, material.tools), { scratch, repeats }));
}
print(
  '3. Skills: milliseconds for one call of services.skills, counting tokens and noting uses too; times of loading a pack',
);
print();
for (const size of values.quick ? [500] : [500, 5000]) {
  await withScratch((scratch) => measureSkills(catalogOf(size, material.tools), queriesFor(200, material), scratch));
}
print(
  `  ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB was the most memory in use; ${(performance.now() / 1000).toFixed(0)} s in all`,
);
