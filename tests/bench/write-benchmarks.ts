import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ownGroups } from '#core/search/ranker/thesaurus/groups.ts';
import { engineFacts } from '#shared/domain/engine-facts.ts';
import { evalEngineSchema, evalMetricSchema } from '#shared/domain/eval-set.ts';
import { type AblationRow, measureAblation } from './ablation.ts';
import { readMaterial } from './catalog.ts';
import { type LabelledSet, readLabelledSets } from './labelled-sets.ts';
import { measureQuality, type QualityRow } from './measure-quality.ts';
import { measureRanker, type RankerTimes } from './measure-ranker.ts';
import { withScratch } from './scratch.ts';
import { milliseconds, print } from './table.ts';

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

const quality: string[] = [];
await withScratch(async (scratch) => {
  for (const set of sets) {
    print(`Quality on ${set.name} …`);
    quality.push(qualityTable(set, await measureQuality(set, scratch)));
  }
});
print('Ablation …');
const ablation = ablationTable(await measureAblation(sets));
print('Times …');
const material = readMaterial();
const times = timesTable([await measureRanker(500, material), await measureRanker(10_000, material)]);

const emulations = evalEngineSchema.options
  .flatMap((name) => {
    const { emulates, assumes } = engineFacts[name];
    return emulates === null ? [] : [`- \`${name}\` emulates ${emulates}. Assumed: ${assumes ?? 'nothing.'}`];
  })
  .join('\n');

writeFileSync(
  file,
  `# Benchmarks

Written by \`npm run docs:benchmarks\`; do not edit. The labelled sets are other people's (MetaTool, BFCL live,
StableToolBench) and are not part of this repository. One row of ours can be had by itself:

    npx pegboard eval --tools <set>/tools.jsonl --queries <set>/queries.jsonl --engine pegboard,rfc,rfc-literal,seed-bm25

## Quality

\`pegboard\` is the default ranker with its ${ownGroups.length} thesaurus groups, \`rfc\` SQLite's bm25() under the corrected formula (every
word, else any), \`rfc-literal\` the formula as the RFC prints it, \`seed-bm25\` a plain BM25 in memory (name 2, all texts 1).

${emulations}

The queries of these sets are sentences of people. An engine that seeks the whole query, as a piece of text or as a pattern, finds
nothing by a sentence: it is made for the word or the pattern that a model would write instead.

The others are libraries as their documentation sets them up, with stop words and stems where it has them, over name,
description, tags and arguments with identifiers split; "FTS5, OR of the words" is the plain table over name, description and tags. Times are of one search on the machine that
wrote this, with whatever else ran on it.

${quality.join('\n\n')}

## What each part of the ranker is worth

Points of the mean of hit@1, recall@5 and ndcg@10 (times 100) when one part is switched off; the first row is the mean
itself. Weights were tuned a little on these three sets, so take the figures for what they are.

${ablation}

## Time

Our own ranker through \`tool_search\`, real and recombined tools, queries of the three sets. The index is built when the
workspace opens and lives in memory. Beside the time that passed stands the processor time, which is what remains on a machine
that does nothing else.

${times}
`,
);
print(`Wrote ${file}`);
