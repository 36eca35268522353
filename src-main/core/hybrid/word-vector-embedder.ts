import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../cancellation.ts';
import { Stems } from '../search/ranker/stem.ts';
import { Tokenizer } from '../search/ranker/tokens.ts';
import { askedRows } from '../search/understanding/vectors/asked-parts.ts';
import { shippedWordVectors } from '../search/understanding/vectors/word-vectors.ts';
import { type Embedder, maximumEmbeddedLength } from './embedder.ts';

/** The embedder that needs nothing: the word vectors that come with Pegboard, those of the default ranking too (R17.11). */
export function createWordVectorEmbedder(): Embedder & { readonly vectorOf: (text: string) => Float32Array } {
  const vectors = shippedWordVectors();
  const [tokenizer, stems] = [new Tokenizer(), new Stems()];
  const vectorOf = (text: string) => {
    const words = tokenizer.words(text.slice(0, maximumEmbeddedLength));
    const rows = askedRows(
      words.map((word) => ({ word, stem: stems.of(word), weight: 1 })),
      vectors,
    );
    return Float32Array.from(vectors.sumOf(rows));
  };
  return {
    id: `local: word vectors of Pegboard, ${vectors.dimensions} dimensions`,
    isCostly: false,
    batchSize: 100,
    vectorOf,
    async embed(texts, { signal }) {
      await setImmediate();
      throwIfCancelled(signal);
      return texts.map(vectorOf);
    },
  };
}
