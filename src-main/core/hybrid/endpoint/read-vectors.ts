import { z } from 'zod';
import { PegboardError } from '#shared/errors.ts';

/** The part of an answer that counts. Numbers are checked one by one, as there are hundreds of thousands. */
const answerSchema = z.union([
  z.object({ data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.unknown()) })) }),
  // The form of Ollama's own address.
  z
    .object({ embeddings: z.array(z.array(z.unknown())) })
    .transform(({ embeddings }) => ({ data: embeddings.map((embedding, index) => ({ index, embedding })) })),
]);

const maximumDimensions = 8192;

/**
 * The vectors of an answer in the order of what was asked; an answer may give them in another one. Error: `embedder_failed` for
 * anything that is not one vector of finite numbers for each text, all of one length.
 */
export function readVectors(
  text: string,
  { count, dimensions }: { readonly count: number; readonly dimensions: number | undefined },
): Float32Array[] {
  const { data } = parsed(text);
  if (data.length !== count) throw wrong(`it gives ${data.length} vectors for ${count} texts`);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const [i, { index = i, embedding }] of data.entries()) {
    if (index < 0 || index >= count || vectors[index])
      throw wrong(`it gives a vector the number ${index}, but there are ${count}`);
    vectors[index] = vectorOf(embedding);
  }
  const length = dimensions ?? vectors[0]?.length ?? 0;
  return vectors.map((vector) => {
    if (vector?.length === length) return vector;
    throw wrong(`a vector has ${vector?.length} numbers, not ${length}`);
  });
}

function parsed(text: string): z.infer<typeof answerSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('it is not JSON');
  }
  const answer = answerSchema.safeParse(value);
  if (answer.success) return answer.data;
  throw wrong('it has neither a list "data" of objects with an "embedding" nor a list "embeddings"');
}

function vectorOf(embedding: readonly unknown[]): Float32Array {
  if (embedding.length === 0 || embedding.length > maximumDimensions) {
    throw wrong(`a vector has ${embedding.length} numbers; it must have 1 to ${maximumDimensions}`);
  }
  const vector = new Float32Array(embedding.length);
  for (const [i, value] of embedding.entries()) {
    if (typeof value !== 'number') throw wrong('a vector contains a value that is not a number');
    vector[i] = value;
    // Checked after it was narrowed: 1e300 is finite, but no 32-bit number.
    if (!Number.isFinite(vector[i])) throw wrong('a vector contains a number that is too large');
  }
  return vector;
}

function wrong(what: string): PegboardError {
  return new PegboardError('embedder_failed', `The embedder's answer cannot be used: ${what}.`, {
    hint: 'Does url lead to an OpenAI-compatible /v1/embeddings or to /api/embed of Ollama, and is model an embedding model?',
  });
}
