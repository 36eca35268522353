import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownGroups } from '#core/search/ranker/thesaurus/groups.ts';
import { engineFacts, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { evalMetricSchema } from '#shared/domain/eval-set.ts';
import { type AblationRow, measureAblation } from './ablation.ts';
import { withAuditSection } from './audit-benchmark.ts';
import { readMaterial } from './catalog.ts';
import { type LabelledSet, readLabelledSets } from './labelled-sets.ts';
import { measureParts, partCells, partHead } from './measure-parts.ts';
import { measureQuality, type QualityRow } from './measure-quality.ts';
import { measureRanker, type RankerTimes } from './measure-ranker.ts';
import { measureStrength, type StrengthRow } from './measure-strength.ts';
import { measureUnderstanding, understandingSwitches } from './measure-understanding.ts';
import { withScratch } from './scratch.ts';
import { milliseconds, print } from './table.ts';
import { readServerCatalog, readUnderstandingQueries } from './understanding-sets.ts';

/** `npm run docs:benchmarks`: measures on the labelled sets and writes docs/benchmarks.md. Takes some minutes. */

const file = resolve(import.meta.dirname, '../../docs/benchmarks.md');
const sets = readLabelledSets();
if (sets.length === 0) {
  print('The labelled sets of ../shared/data are not on this computer: docs/benchmarks.md is left as it is.');
  process.exit(1);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function qualityTable(set: LabelledSet, rows: readonly QualityRow[]): string {
  const metrics = evalMetricSchema.options;
  const cells = rows.map((row) => [
    row.engine,
    ...metrics.map((metric) => row[metric].toFixed(3)),
    milliseconds(row.p50_ms),
    milliseconds(row.p95_ms),
  ]);
  const title = `### ${set.name}: ${set.queries.length} queries over ${set.tools.length} tools`;
  return `${title}\n\n${markdownTable(['engine', ...metrics, 'p50 ms', 'p95 ms'], cells)}`;
}

function ablationTable([whole, ...parts]: readonly AblationRow[]): string {
  const points = (value: number) => (value * 100).toFixed(1);
  const cells = parts.map(({ part, means }) => {
    const lost = means.map((mean, i) => mean - (whole?.means[i] ?? 0));
    const mean = lost.reduce((sum, one) => sum + one, 0) / lost.length;
    return [part, ...lost.map(points), points(mean)];
  });
  const all = whole?.means ?? [];
  const first = [
    'nothing (the whole ranker)',
    ...all.map(points),
    points(all.reduce((sum, one) => sum + one, 0) / all.length),
  ];
  return markdownTable(['without', ...sets.map((set) => set.name), 'mean'], [first, ...cells]);
}

function timesTable(times: readonly RankerTimes[]): string {
  const cells = times.map(({ tools, ...ms }) => [
    tools.toLocaleString('en-US'),
    ...[ms.build_ms, ms.build_cpu_ms, ms.p50_ms, ms.p95_ms, ms.p50_cpu_ms, ms.p95_cpu_ms].map(milliseconds),
  ]);
  return markdownTable(
    ['tools', 'index ms', 'processor', 'search p50 ms', 'search p95 ms', 'processor p50', 'processor p95'],
    cells,
  );
}

function strengthTable(rows: readonly StrengthRow[]): string {
  const percent = (value: number) => `${(value * 100).toFixed(0)} %`;
  return markdownTable(
    ['best results', 'queries', 'strong', 'of them right', 'weak', 'of them right'],
    rows.map((row) => [
      `${row.set}${row.without ? ', expected tools removed' : ''}`,
      row.queries.toLocaleString('en-US'),
      ...[row.strong, row.strongRight, row.weak, row.weakRight].map(percent),
    ]),
  );
}

/** Our own queries over real servers, by style, with each part of the understanding switched off. */
async function understandingTable(half: 'dev' | 'held-out'): Promise<string> {
  const tools = readServerCatalog();
  if (tools === null) return 'Not measured: the catalogs of ../shared/data were not on this computer.';
  const rows: string[][] = [];
  let styles: readonly string[] = [];
  for (const [name, on] of understandingSwitches) {
    const measured = await measureUnderstanding(tools, readUnderstandingQueries(half), on);
    styles = measured.map(({ style, queries }) => `${style} (${queries})`);
    rows.push([name, ...measured.map((row) => `${row['hit@1'].toFixed(2)} / ${row['hit@5'].toFixed(2)}`)]);
  }
  return markdownTable(['hit@1 / hit@5', ...styles], rows);
}

const quality: string[] = [];
await withScratch(async (scratch) => {
  for (const set of sets) {
    print(`Quality on ${set.name} …`);
    quality.push(qualityTable(set, await measureQuality(set, scratch)));
  }
});
print('Ablation …');
const ablation = ablationTable(await measureAblation(sets));
print('Understanding …');
const understanding = { dev: await understandingTable('dev'), heldOut: await understandingTable('held-out') };
print('Strength …');
const strength = strengthTable(await measureStrength());
print('Times …');
const material = readMaterial();
const times = timesTable([await measureRanker(500, material), await measureRanker(10_000, material)]);
const parts: string[] = [];
for (const size of [1000, 10_000]) {
  const rows = partCells(await measureParts(size, material));
  parts.push(`${size.toLocaleString('en-US')} tools:\n\n${markdownTable(partHead, rows)}`);
}

const emulations = searchEngineSchema.options
  .flatMap((name) => {
    const { emulates, assumes } = engineFacts[name];
    return emulates === null ? [] : [`- \`${name}\` emulates ${emulates}. Assumed: ${assumes ?? 'nothing.'}`];
  })
  .join('\n');

const page = `# Benchmarks

Written by \`npm run docs:benchmarks\`; do not edit. The labelled sets are published by others (MetaTool, BFCL live,
StableToolBench) and are not part of this repository. This command measures the rows of Pegboard's engines alone:

    npx pegboard eval --tools <set>/tools.jsonl --queries <set>/queries.jsonl --engine pegboard,rfc,rfc-literal,seed-bm25

## Quality

\`pegboard\` is the default ranker with its ${ownGroups.length} thesaurus groups, \`rfc\` SQLite's bm25() under the corrected formula (every
word, else any), \`rfc-literal\` the formula as the RFC prints it, \`seed-bm25\` a plain BM25 in memory (name 2, all texts 1).

${emulations}

The queries of these sets are sentences written by people. An engine that searches for the whole query, as a substring or as a pattern,
finds nothing for a sentence: it expects the word or the pattern that a model would write instead.

The other engines are libraries, configured as their documentation recommends, with stop words and stems where available, over name,
description, tags and arguments with identifiers split; "FTS5, OR of the words" is the plain table over name, description and tags. Times are for one search on the machine that
wrote this page, while other programs were running on it.

${quality.join('\n\n')}

## How much each part of the ranker contributes

The table shows by how many points the mean of hit@1, recall@5 and ndcg@10 (times 100) changes when one part is switched off; the first
row is the mean itself. The weights were tuned a little on these three sets, so read the figures with that in mind.

${ablation}

## Other languages and other words

300 queries over 872 tools of 29 real servers, by a writer who saw the tools only (\`tests/fixtures/understanding\`). Half of the servers were
used for tuning, the other half was not looked at. Each row switches a part of \`tool_search.understanding\` off.

Servers used for tuning:

${understanding.dev}

The other servers:

${understanding.heldOut}

## How often a strong match is right

A result is strong, fair or weak by the chance that it is right. The weights of that chance were learned on all sets but the one of the row, so
each row is a catalog that they had not seen. In every second row the expected tools were removed from the catalog: no result is right there.

${strength}

## Time

Pegboard's own ranker through \`tool_search\`, with real and recombined tools and the queries of the three sets. The index is built when
the workspace opens and is kept in memory. The table shows elapsed time and processor time. The processor time is about what a search takes on an
otherwise idle machine.

${times}

### A whole search, part by part

A whole search is the call of \`tool_search\` with its answer as JSON and the tokens of that answer counted; MiniSearch only searches. The rows take
turns in one run. *Of MiniSearch* compares the processor time.

${parts.join('\n\n')}
`;
writeFileSync(file, withAuditSection(page));
print(`Wrote ${file}`);
