import { createHash } from 'node:crypto';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { type Embedder, maximumEmbeddedLength, type TextRole } from './embedder.ts';
import type { VectorCache } from './vector-cache.ts';
import { buildVectorIndex, cosines, type VectorIndex } from './vector-index.ts';

/** Most vectors that one search may hold: of 10,000 tools with 8,192 numbers each. */
const maximumNumbers = 82_000_000;

interface EmbedOptions {
  readonly embedder: Embedder;
  readonly cache: VectorCache;
  readonly signal?: AbortSignal | undefined;
  readonly role?: TextRole;
  /** Told how many of the texts have a vector. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** The vectors of tools as one table. Errors: those of `embedKept`. */
export async function embedTools(tools: readonly EmbeddedTool[], options: EmbedOptions): Promise<VectorIndex> {
  return buildVectorIndex(await embedKept(tools.map(embeddedText), options));
}

/**
 * Embeds texts of a workspace, those that the cache knows aside; each batch is kept at once, so that what was paid for survives
 * a cancelled search. Errors: those of the embedder, `cancelled`.
 */
export async function embedKept(
  texts: readonly string[],
  { embedder, cache, signal, role = 'text', onProgress }: EmbedOptions,
): Promise<Float32Array[]> {
  const hashes = new Map([...new Set(texts)].map((text) => [text, textHash(text, role)]));
  const vectors = embedder.isCostly ? cache.get(embedder.id, [...hashes.values()]) : new Map<string, Float32Array>();
  const missing = [...hashes].filter(([, hash]) => !vectors.has(hash));
  for (let from = 0; from < missing.length; from += embedder.batchSize) {
    throwIfCancelled(signal);
    onProgress?.(hashes.size - missing.length + from, hashes.size);
    const batch = missing.slice(from, from + embedder.batchSize);
    const made = await embedder.embed(
      batch.map(([text]) => text),
      { signal, role },
    );
    const kept = new Map(batch.map(([, hash], i) => [hash, made[i] as Float32Array]));
    if (embedder.isCostly) cache.put(embedder.id, kept);
    for (const [hash, vector] of kept) vectors.set(hash, vector);
    if (made.length > 0) refuseTooMany(texts.length, (made[0] as Float32Array).length);
  }
  onProgress?.(hashes.size, hashes.size);
  const rows = texts.map((text) => vectors.get(hashes.get(text) ?? '') as Float32Array);
  const lengths = new Set(rows.map((row) => row.length));
  if (lengths.size > 1) {
    cache.forget(embedder.id);
    throw otherLength([...lengths]);
  }
  return rows;
}

/**
 * The cosines of texts with all tools; NaN where the text or the tool has no direction, as with no known word. Errors: those of
 * the embedder.
 */
export async function cosinesOf(
  texts: readonly string[],
  index: VectorIndex,
  { embedder, cache, signal }: { embedder: Embedder; cache: VectorCache; signal?: AbortSignal | undefined },
): Promise<{ text: string; cosines: Float64Array }[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < texts.length; from += embedder.batchSize) {
    vectors.push(...(await embedder.embed(texts.slice(from, from + embedder.batchSize), { signal, role: 'query' })));
  }
  return texts.map((text, i) => {
    const vector = vectors[i] as Float32Array;
    if (index.matrix.length > 0 && vector.length !== index.dimensions) {
      cache.forget(embedder.id);
      throw otherLength([index.dimensions, vector.length]);
    }
    return { text, cosines: cosines(index, vector) };
  });
}

function refuseTooMany(tools: number, dimensions: number): void {
  if (tools * dimensions <= maximumNumbers) return;
  throw new PegboardError('embedder_failed', `${tools} tools with ${dimensions} numbers each are too many to hold.`, {
    hint: 'Use a model with shorter vectors, or set dimensions.',
  });
}

export function otherLength(lengths: readonly number[]): PegboardError {
  return new PegboardError(
    'embedder_failed',
    `The embedder gives vectors of different lengths: ${lengths.join(', ')}.`,
    {
      hint: 'Its model seems to have changed. Search again, and Pegboard embeds the tools again.',
    },
  );
}

/** What an embedder reads of a tool. */
type EmbeddedTool = Pick<CatalogTool, 'name' | 'description' | 'hypothetical_queries' | 'phrases' | 'category'>;

/** The text of a tool as an embedder gets it: what seed 004 joins, and the phrases. */
function embeddedText({ name, description, hypothetical_queries, phrases, category }: EmbeddedTool): string {
  const parts = [name, description, ...hypothetical_queries, ...phrases, category ?? ''];
  return parts
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, maximumEmbeddedLength)
    .toWellFormed();
}

/** SHA-256 of a text, in hex: under it a vector is kept. A model may read a query in another way than a tool. */
function textHash(text: string, role: TextRole): string {
  return createHash('sha256')
    .update(role === 'query' ? `query\0${text}` : text)
    .digest('hex');
}
