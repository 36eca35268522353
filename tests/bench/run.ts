import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { evalMetricSchema } from '#shared/domain/eval-set.ts';
import { catalogOf, queriesFor, readMaterial } from './catalog.ts';
import { readLabelledSets, sampled } from './labelled-sets.ts';
import { measureCatalog } from './measure-catalog.ts';
import { measureIndex } from './measure-index.ts';
import { measureKeystrokes } from './measure-keystrokes.ts';
import { measureParts, partCells, partHead } from './measure-parts.ts';
import { measurePromptDiff } from './measure-prompt-diff.ts';
import { measureQuality } from './measure-quality.ts';
import { measureSearch } from './measure-search.ts';
import { measureSimulator } from './measure-simulator.ts';
import { measureSkills } from './measure-skills.ts';
import { measureStarts } from './measure-starts.ts';
import { measureTuner } from './measure-tuner.ts';
import { measureUse } from './measure-use.ts';
import { measureVectors } from './measure-vectors.ts';
import { withScratch } from './scratch.ts';
import { estimator } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

/** `npm run bench`: measures searching and indexing; asserts nothing. `--quick`, `--sizes 200,1000`, `--only 6,9`. */

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, sizes: { type: 'string' }, only: { type: 'string' } },
});
/** The numbers of the sections to measure; all by default. */
const only = values.only?.split(',').map(Number);
const isWanted = (section: number) => only?.includes(section) ?? true;
const sizes = values.sizes
  ? values.sizes.split(',').map(Number)
  : values.quick
    ? [200, 1000]
    : [200, 1000, 10_000, 50_000];
if (sizes.some((size) => !Number.isInteger(size) || size < 10)) {
  print('--sizes takes whole numbers from 10, such as --sizes 200,1000.');
  process.exit(2);
}

/** As many tools as make a prompt of 400 kB and more. */
const promptTools = 1000;

/** As many steps as a long run has. */
const simulatedSteps = 200;

/** How much is asked at a size, so that the whole run takes some minutes. */
function effort(size: number) {
  if (size <= 1000) return { queries: 200, warmUp: 50, budgetMs: 30_000, repeats: 9 };
  if (size <= 10_000) return { queries: 200, warmUp: 20, budgetMs: 30_000, repeats: 5 };
  return { queries: 60, warmUp: 5, budgetMs: 25_000, repeats: 3 };
}

function sqliteVersion(): string {
  const database = new BetterSqlite3(':memory:');
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  database.close();
  return version;
}

/** A query as a keyboard has its letters, one key each. */
function typeable(query: string): string {
  return query.replace(/[^a-zA-Z0-9 ]+/g, ' ').replace(/ +/g, ' ');
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
if (isWanted(1)) {
  print('1. Search: milliseconds for one query, the best 10 results, name, description, tags and arguments');
  print('  tool_search: all of services.search.toolSearch, counting the tokens of the answer too; our own ranker.');
  print(
    '  The others: any word, as their documentation sets them up, identifiers split. One process; engines take turns query by query.',
  );
  print(
    '  raw: raw FTS5 (MATCH … ORDER BY bm25 LIMIT 10, names only, no arguments). index ms: from texts in memory to searchable;',
  );
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
}
if (isWanted(2)) {
  print('2. Index file: hash (SHA-256 of every tool), open (SQLite, schema), sync (compare and write), milliseconds');
  print();
  for (const size of sizes) {
    const { repeats } = effort(size);
    await withScratch((scratch) => measureIndex(catalogOf(size, material.tools), { scratch, repeats }));
  }
}
if (isWanted(3)) {
  print('3. Quality beside latency: labelled queries of each set, the best 10 results');
  print(
    '  Our engines as in `pegboard eval`, in process; the others over name, description, tags, arguments, identifiers split.',
  );
  print();
  const mostQueries = values.quick ? 300 : 1500;
  await withScratch(async (scratch) => {
    for (const set of readLabelledSets()) {
      const part = sampled(set, mostQueries);
      const rows = await measureQuality(part, scratch);
      print(
        `  ${set.name}: ${count(part.queries.length)} of ${count(set.queries.length)} queries, ${count(set.tools.length)} tools`,
      );
      const cells = rows.map((row) => [
        row.engine,
        ...evalMetricSchema.options.map((metric) => row[metric].toFixed(3)),
        milliseconds(row.p50_ms),
        milliseconds(row.p95_ms),
      ]);
      print(table(['engine', ...evalMetricSchema.options, 'p50 ms', 'p95 ms'], cells));
    }
  });
}
if (isWanted(4)) {
  print(
    '4. Skills: milliseconds for one call of services.skills, counting tokens and noting uses too; times of loading a pack',
  );
  print();
  for (const size of values.quick ? [500] : [500, 5000]) {
    await withScratch((scratch) => measureSkills(catalogOf(size, material.tools), queriesFor(200, material), scratch));
  }
}
if (isWanted(5)) {
  print('5. Vectors: milliseconds to find the nearest, and to embed');
  print();
  for (const size of values.quick ? [1000] : [1000, 10_000]) await measureVectors(size, 256);
}
if (isWanted(6)) {
  print(
    '6. Playground in a browser: from a key to its drawn answer, milliseconds and frames of 1/60 s; needs npm run build',
  );
  print();
  for (const size of values.sizes ? sizes : values.quick ? [1000] : [1000, 10_000]) {
    await withScratch((scratch) =>
      measureKeystrokes(catalogOf(size, material.tools), queriesFor(10, material).map(typeable), scratch),
    );
  }
}
if (isWanted(7)) {
  print('7. Prompt screen in a browser: from the key to the drawn difference of two prompts; needs npm run build');
  print();
  await withScratch((scratch) =>
    measurePromptDiff(catalogOf(values.quick ? 200 : promptTools, material.tools), scratch),
  );
}
if (isWanted(8)) {
  print('8. Always loaded in a browser: from a key of a pattern to its matches and both lists drawn, milliseconds');
  print();
  for (const size of values.quick ? [1000] : [1000, 10_000]) {
    await withScratch((scratch) => measureTuner(catalogOf(size, material.tools), scratch));
  }
}
if (isWanted(9)) {
  print(
    '9. Catalog in a browser: from the load to a shell that takes keys, and between frames while the table scrolls, milliseconds',
  );
  print();
  for (const size of values.quick ? [1000] : [1000, 10_000]) {
    await withScratch((scratch) => measureCatalog(catalogOf(size, material.tools), scratch));
  }
}
if (isWanted(10)) {
  print('10. Simulator in a browser: from an arrow key to film, lane, prompt and step drawn, milliseconds');
  print();
  await withScratch((scratch) =>
    measureSimulator(catalogOf(1000, material.tools), values.quick ? 40 : simulatedSteps, scratch),
  );
}
if (isWanted(11)) {
  print('11. Starts of the command in a workspace of 200 tools: milliseconds of the processor; needs npm run build');
  print();
  await withScratch(async (scratch) => measureStarts(catalogOf(200, material.tools), values.quick ? 3 : 9, scratch));
}
if (isWanted(12)) {
  print(
    '12. A whole search, its answer and its tokens, with parts of the understanding switched off, beside MiniSearch',
  );
  print('  All take turns in one process: the ratio of processor times holds on a busy machine too.');
  print();
  for (const size of values.quick ? [1000] : [1000, 10_000]) {
    print(`  ${count(size)} tools`);
    print(table(partHead, partCells(await measureParts(size, material))));
  }
}
if (isWanted(13)) {
  print('13. Logs of use: a transcript of Claude Code, read in a process of its own');
  print();
  await withScratch((scratch) => measureUse(scratch, { isQuick: values.quick === true }));
}
print(
  `  ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB was the most memory in use; ${(performance.now() / 1000).toFixed(0)} s in all`,
);
