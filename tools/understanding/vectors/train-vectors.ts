import type { WordVectorTable } from '#core/search/understanding/vectors/word-vectors.ts';
import type { Beginnings } from './beginnings.ts';
import { Encoder, type EncoderOptions } from './encoder.ts';
import { addScaled, dot, type Matrix, seeded, shuffled } from './linear.ts';
import { type Capability, englishQueries } from './read-corpus.ts';
import { Vocabulary, type WordBag } from './word-bags.ts';

export interface TrainingOptions extends EncoderOptions {
  readonly seed: number;
  /** How often all queries are seen; 0 leaves the beginnings as they are. */
  readonly epochs: number;
  /** Cosines are divided by it before they are compared. */
  readonly temperature: number;
  /** Share of a text's words that each step leaves out. */
  readonly dropout: number;
  /** Capabilities of a batch, of how many domains, and queries of each. */
  readonly batch: { readonly capabilities: number; readonly domains: number; readonly queries: number };
  readonly onEpoch?: (epoch: number, loss: number) => void;
}

export const defaultTraining: TrainingOptions = {
  seed: 1,
  dimensions: 96,
  epochs: 6,
  temperature: 0.1,
  dropout: 0.3,
  rates: { layer: 0.003, own: 0.004, weight: 0.01 },
  decay: 0.02,
  batch: { capabilities: 96, domains: 8, queries: 2 },
};

/** A capability as bags of words. */
interface Example {
  readonly domain: string;
  /** Name and definition; the definition; the name. */
  readonly texts: readonly [whole: WordBag, definition: WordBag, name: WordBag];
  readonly queries: readonly WordBag[];
}

/**
 * Word vectors under which a query is nearer to the capability that it asks for than to others (InfoNCE): to those of other
 * domains, and to its neighbours in the same domain, which look alike. The same input gives the same bytes.
 */
export function trainVectors(
  beginnings: Beginnings,
  corpus: readonly Capability[],
  options: TrainingOptions,
): WordVectorTable {
  const random = seeded(options.seed);
  const vocabulary = new Vocabulary(beginnings, corpus);
  const encoder = new Encoder(beginnings, vocabulary.words.length, options, random);
  const examples = corpus
    .map((capability): Example => {
      const { domain, name, definition } = capability;
      const texts = [vocabulary.bag(name, definition), vocabulary.bag(definition), vocabulary.bag(name)] as const;
      const queries = englishQueries(capability).map((query) => vocabulary.bag(query));
      return { domain, texts, queries: queries.filter(({ rows }) => rows.length > 0) };
    })
    .filter(({ texts, queries }) => texts.every(({ rows }) => rows.length > 0) && queries.length > 0);
  const perBatch = options.batch.capabilities * options.batch.queries;
  const steps = Math.ceil(examples.reduce((sum, { queries }) => sum + queries.length, 0) / perBatch);
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    let loss = 0;
    const batches = batchesOf(examples, steps, options, random);
    for (const [i, batch] of batches.entries()) {
      const done = epoch * batches.length + i;
      const rate = Math.min(1, (done + 1) / 50) * (1 - done / (options.epochs * batches.length)) + 0.02;
      loss += learnBatch(encoder, batch, { ...options, rate, random });
    }
    options.onEpoch?.(epoch, loss / batches.length);
  }
  const { words, stems } = vocabulary;
  return { dimensions: encoder.dimensions, words, stems, ...quantised(encoder.wordVectors()) };
}

/** Batches of whole chunks of domains, so that every capability meets some that look like it. */
function batchesOf(
  examples: readonly Example[],
  steps: number,
  { batch }: TrainingOptions,
  random: () => number,
): Example[][] {
  const domains = [...Map.groupBy(examples, ({ domain }) => domain).values()];
  const size = Math.max(2, Math.floor(batch.capabilities / batch.domains));
  const batches: Example[][] = [];
  let chunks: Example[][] = [];
  while (batches.length < steps) {
    const taken = new Set<Example>();
    while (taken.size < Math.min(batch.capabilities, examples.length)) {
      if (chunks.length === 0) {
        chunks = domains.flatMap((domain) => {
          const order = shuffled(domain, random);
          return Array.from({ length: Math.ceil(order.length / size) }, (_, i) =>
            order.slice(i * size, (i + 1) * size),
          );
        });
        chunks = shuffled(chunks, random);
      }
      for (const example of chunks.pop() ?? []) taken.add(example);
    }
    batches.push([...taken].slice(0, batch.capabilities));
  }
  return batches;
}

/** One step; returns the mean loss of the queries. */
function learnBatch(
  encoder: Encoder,
  batch: readonly Example[],
  options: TrainingOptions & { readonly rate: number; readonly random: () => number },
): number {
  const { temperature, random } = options;
  const { dimensions } = encoder;
  const encoded = (bag: WordBag) => ({
    encoded: encoder.encode(withoutSome(bag, options)),
    gradient: new Float64Array(dimensions),
  });
  const texts = batch.map(({ texts: [whole, definition, name] }) => {
    const drawn = random();
    return encoded(drawn < 0.7 ? whole : drawn < 0.9 ? definition : name);
  });
  const queries = batch.flatMap((example, target) => {
    const first = Math.floor(random() * example.queries.length);
    const count = Math.min(options.batch.queries, example.queries.length);
    return Array.from({ length: count }, (_, i) => {
      const bag = example.queries[(first + i) % example.queries.length] as WordBag;
      return { target, ...encoded(bag) };
    });
  });
  let loss = 0;
  for (const query of queries) {
    const products = texts.map((text) => dot(query.encoded.unit, 0, text.encoded.unit, 0, dimensions) / temperature);
    const largest = Math.max(...products);
    const powers = products.map((product) => Math.exp(product - largest));
    const sum = powers.reduce((total, power) => total + power, 0);
    loss -= Math.log((powers[query.target] as number) / sum + 1e-12);
    for (const [i, text] of texts.entries()) {
      const wanted = i === query.target ? 1 : 0;
      const pull = ((powers[i] as number) / sum - wanted) / (temperature * queries.length);
      addScaled(query.gradient, 0, text.encoded.unit, 0, dimensions, pull);
      addScaled(text.gradient, 0, query.encoded.unit, 0, dimensions, pull);
    }
  }
  encoder.learn([...texts, ...queries], options.rate);
  return loss / queries.length;
}

/** The bag without some of its words; one word stays in any case. */
function withoutSome(
  { rows, weights }: WordBag,
  { dropout, random }: { readonly dropout: number; readonly random: () => number },
): WordBag {
  const kept = [...rows.keys()].filter(() => rows.length <= 2 || random() >= dropout);
  const left = kept.length > 0 ? kept : [0];
  return {
    rows: Int32Array.from(left, (i) => rows[i] as number),
    weights: Float64Array.from(left, (i) => weights[i] as number),
  };
}

/** Rows as bytes, each with a scale of its own. */
function quantised({ columns, values }: Matrix): Pick<WordVectorTable, 'rows' | 'scales'> {
  const rows = new Int8Array(values.length);
  const scales = new Float32Array(values.length / columns);
  for (let row = 0; row < scales.length; row++) {
    const at = row * columns;
    const largest = values.subarray(at, at + columns).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    scales[row] = largest / 127;
    for (let i = at; i < at + columns && largest > 0; i++)
      rows[i] = Math.round(((values[i] as number) / largest) * 127);
  }
  return { rows, scales };
}
