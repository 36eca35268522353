import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ToolRows } from './tool-rows.ts';
import { VectorCache } from './vector-cache.ts';
import { unitVector } from './vector-table.ts';
import type { WordVectors } from './word-vectors.ts';

/** What vectors are made from. */
export interface VectorJob {
  readonly rows: ToolRows;
  /** What a word counts in each field. */
  readonly weights: readonly number[];
  /** The file of an earlier job, or null where there is none; undefined asks for no file. */
  readonly cached?: Uint8Array<ArrayBuffer> | null | undefined;
}

export interface MadeVectors {
  /** The vectors of all tools, one after the other. */
  readonly vectors: Int16Array<ArrayBuffer>;
  /** How many of them the file did not have. */
  readonly made: number;
  /** The file for the next job; null where nothing has to be written. */
  readonly cache: Uint8Array<ArrayBuffer> | null;
}

/** Tools between two looks at whatever else waits. */
const batch = 250;

/**
 * The vectors of tools: those of the file where the words of a tool are the same as then, else new ones. Gives way to other work between
 * batches. A damaged file, or one of another model, counts as none.
 */
export async function makeToolVectors(job: VectorJob, words: WordVectors): Promise<MadeVectors> {
  const { tools, fields, rows, starts } = job.rows;
  const { dimensions } = words;
  const vectors = new Int16Array(tools * dimensions);
  const maker = new VectorMaker(words, job.weights);
  const asksForFile = job.cached !== undefined;
  const model = asksForFile ? modelKey(words, job.weights) : '';
  const known = asksForFile ? VectorCache.read(job.cached ?? null, { model, dimensions }) : null;
  const keys: string[] = [];
  let made = 0;
  for (let tool = 0; tool < tools; tool++) {
    const places = starts.subarray(tool * fields, (tool + 1) * fields + 1);
    const key = known ? toolKey(rows, places) : '';
    const vector = known?.get(key) ?? maker.vectorOf(rows, places);
    if (!known?.has(key)) made++;
    vectors.set(vector, tool * dimensions);
    keys.push(key);
    if (tool % batch === batch - 1) await setImmediate();
  }
  const cache = known && made > 0 ? known.bytesWith(keys, vectors) : null;
  return { vectors, made, cache };
}

/** What the vectors of a tool depend on beside its words. */
function modelKey(words: WordVectors, weights: readonly number[]): string {
  return hash('sha256', `${words.key()} ${JSON.stringify(weights)}`, 'hex');
}

/** The words of a tool, as a key of 128 bits. */
function toolKey(rows: Int32Array, places: Int32Array): string {
  const [first, last] = [places[0] as number, places[places.length - 1] as number];
  const content = new Int32Array(places.length + last - first);
  for (let i = 0; i < places.length; i++) content[i] = (places[i] as number) - first;
  content.set(rows.subarray(first, last), places.length);
  return hash('sha256', content, 'hex').slice(0, 32);
}

/** Adds up the words of one tool after the other. */
export class VectorMaker {
  readonly #words: WordVectors;
  readonly #weights: readonly number[];
  /** How often the field in hand has each row. */
  readonly #counts = new Map<number, number>();

  constructor(words: WordVectors, weights: readonly number[]) {
    this.#words = words;
    this.#weights = weights;
  }

  /** The vector of a tool whose fields begin and end at these places: a word that comes n times in a field counts √n there. */
  vectorOf(rows: Int32Array, places: Int32Array): Int16Array {
    const sum = new Float64Array(this.#words.dimensions);
    for (const [field, weight] of this.#weights.entries()) {
      if (weight === 0) continue;
      const counts = this.#counts;
      counts.clear();
      for (let at = places[field] as number; at < (places[field + 1] as number); at++) {
        const row = rows[at] as number;
        counts.set(row, (counts.get(row) ?? 0) + 1);
      }
      for (const [row, count] of counts) this.#words.add(sum, row, weight * Math.sqrt(count));
    }
    return unitVector(sum);
  }
}
