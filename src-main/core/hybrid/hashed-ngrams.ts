import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../cancellation.ts';
import { functionWords } from '../search/ranker/stop-words.ts';
import { Tokenizer } from '../search/ranker/tokens.ts';
import { type Embedder, maximumEmbeddedLength } from './embedder.ts';

const dimensions = 512;
/** Lengths of the n-grams, counted with the marks at both ends of a word. */
const [shortest, longest] = [3, 5];

/**
 * The embedder that needs nothing: a text is the bag of its words and their character n-grams, each hashed to a place and a
 * sign (R17.11). It forgives endings, compounds and misspellings, and knows no meaning: a word of another language is near
 * only where it is spelled alike.
 */
export function createHashedNgrams(): Embedder {
  const tokenizer = new Tokenizer();
  return {
    id: `local: hashed n-grams, ${dimensions} dimensions`,
    isCostly: false,
    batchSize: 100,
    async embed(texts, { signal }) {
      await setImmediate();
      throwIfCancelled(signal);
      return texts.map((text) => hashText(text, tokenizer));
    },
  };
}

/** The vector of a text. A word repeated counts with the root of its number; its n-grams together weigh as much as the word itself. */
export function hashText(text: string, tokenizer: Tokenizer): Float32Array {
  const vector = new Float32Array(dimensions);
  const counts = new Map<string, number>();
  for (const word of tokenizer.words(text.slice(0, maximumEmbeddedLength))) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  for (const [word, count] of counts) {
    if (functionWords.has(word)) continue;
    const weight = Math.sqrt(count);
    add(vector, `<${word}>`, weight);
    const grams = gramsOf(`<${word}>`);
    for (const gram of grams) add(vector, gram, weight / Math.sqrt(grams.length));
  }
  return vector;
}

function gramsOf(word: string): string[] {
  const characters = [...word];
  const grams: string[] = [];
  for (let length = shortest; length <= longest; length++) {
    for (let start = 0; start + length <= characters.length; start++) {
      grams.push(characters.slice(start, start + length).join(''));
    }
  }
  return grams;
}

function add(vector: Float32Array, feature: string, weight: number): void {
  const hash = fnv1a(feature);
  const place = hash % dimensions;
  vector[place] = (vector[place] as number) + (hash & 0x8000_0000 ? -weight : weight);
}

/** FNV-1a over UTF-16 units, mixed once more: 32 bits, the same everywhere. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) >>> 0;
}
