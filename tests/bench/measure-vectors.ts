import BetterSqlite3 from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import { percentile } from '#core/evaluation/metrics.ts';
import { buildVectorIndex, cosines } from '#core/hybrid/vector-index.ts';
import { createWordVectorEmbedder } from '#core/hybrid/word-vector-embedder.ts';
import { seeded } from '../../tools/understanding/vectors/linear.ts';
import { count, milliseconds, print, table } from './table.ts';

const queries = 200;
const best = 10;

/** Ways to find the nearest of many vectors: ours, and the extension of SQLite for it; then the time of embedding offline. */
export async function measureVectors(size: number, dimensions: number): Promise<void> {
  const random = seeded(42);
  const vectorOf = () => Float32Array.from({ length: dimensions }, () => random() * 2 - 1);
  const vectors = Array.from({ length: size }, vectorOf);
  const asked = Array.from({ length: queries }, vectorOf);

  const [index, flatBuild] = timed(() => buildVectorIndex(vectors));
  const flatTimes = asked.map((query) => timed(() => nearest(cosines(index, query)))[1]);

  const database = new BetterSqlite3(':memory:');
  database.loadExtension(getLoadablePath());
  const [, vecBuild] = timed(() => {
    database.exec(`CREATE VIRTUAL TABLE vec USING vec0(embedding float[${dimensions}] distance_metric=cosine)`);
    const insert = database.prepare('INSERT INTO vec (rowid, embedding) VALUES (?, ?)');
    database.transaction(() => {
      for (const [i, vector] of vectors.entries()) insert.run(BigInt(i + 1), blobOf(vector));
    })();
  });
  const nearestOf = database.prepare(`SELECT rowid, distance FROM vec WHERE embedding MATCH ? AND k = ${best}`).raw();
  const allOf = database.prepare('SELECT vec_distance_cosine(embedding, ?) FROM vec').pluck();
  const vecTimes = asked.map((query) => timed(() => nearestOf.all(blobOf(query)))[1]);
  const allTimes = asked.slice(0, 50).map((query) => timed(() => allOf.all(blobOf(query)))[1]);

  const agree = asked.slice(0, 20).filter((query) => {
    const theirs = (nearestOf.all(blobOf(query)) as [number, number][]).map(([id]) => id - 1);
    return nearest(cosines(index, query)).join() === theirs.join();
  }).length;
  database.close();
  const row = (name: string, build: number, times: readonly number[]) => [
    name,
    milliseconds(build),
    milliseconds(percentile(times, 0.5)),
    milliseconds(percentile(times, 0.95)),
  ];
  print(
    `  ${count(size)} vectors of ${dimensions} numbers, the best ${best}; both name the same tools for ${agree} of 20 queries`,
  );
  print(
    table(
      ['way', 'build ms', 'p50 ms', 'p95 ms'],
      [
        row('flat scan in memory, all cosines and the best', flatBuild, flatTimes),
        row('sqlite-vec, vec0, the best alone', vecBuild, vecTimes),
        row('sqlite-vec, all distances, as bounds over all tools need', vecBuild, allTimes),
      ],
    ),
  );
  const texts = Array.from(
    { length: size },
    (_, i) => `tool.number_${i} Creates item ${i} and updates the index of it`,
  );
  const start = performance.now();
  const embedder = createWordVectorEmbedder();
  for (let from = 0; from < texts.length; from += 100) await embedder.embed(texts.slice(from, from + 100), {});
  print(`  Offline embedder: ${milliseconds(performance.now() - start)} ms for ${count(size)} short texts`);
  print();
}

/** Places of the largest, best first. */
function nearest(scores: Float64Array): number[] {
  const found: number[] = [];
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number;
    if (found.length === best && score <= (scores[found[best - 1] as number] as number)) continue;
    const place = found.findIndex((other) => score > (scores[other] as number));
    found.splice(place < 0 ? found.length : place, 0, i);
    found.length = Math.min(found.length, best);
  }
  return found;
}

function timed<Result>(work: () => Result): [Result, number] {
  const start = performance.now();
  const result = work();
  return [result, performance.now() - start];
}

function blobOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
