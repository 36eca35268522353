import type { ReadSentence } from './features.ts';
import model from './model.json' with { type: 'json' };

/** What the model of speech acts learned: how much each feature says for an attack. */
export interface SpeechModel {
  readonly bias: number;
  /** From this score on, a sentence is reported. */
  readonly threshold: number;
  readonly weights: Readonly<Record<string, number>>;
}

const shipped: SpeechModel = model;
const weights = new Map(Object.entries(shipped.weights));

/** How much each kind of feature may say: a single word is easily chance. */
const scales: Readonly<Record<string, number>> = {
  c: 1,
  p: 0.8,
  k: 0.7,
  s: 0.8,
  b: 0.7,
  f: 0.7,
  d: 0.7,
  e: 0.7,
  i: 0.7,
  a: 0.5,
  r: 1,
  w: 1,
};

/** How much a feature may say, by its kind. */
export function scaleOf(feature: string): number {
  return scales[feature.slice(0, 1)] ?? 0;
}

/** How a sum of features is scaled, so that a long sentence does not say more because it is long: by the sum of their squares. */
export function normOf(squares: number): number {
  return 5 / Math.sqrt(Math.max(squares, 1));
}

/** The score of a sentence: 0 is as likely an attack as not, in the corpora that the model learned from. */
export function scoreOf(features: readonly string[], bias: number, of: ReadonlyMap<string, number>): number {
  let sum = 0;
  let squares = 0;
  for (const feature of features) {
    const weight = of.get(feature);
    if (weight === undefined) continue;
    sum += weight;
    squares += scaleOf(feature) ** 2;
  }
  return sum * normOf(squares) + bias;
}

/**
 * How much more like an attack a sentence about an argument must be: it says how the argument is filled, and so orders by its nature.
 * Of 34 definitions by others that were reported for such a sentence alone, 32 were harmless.
 */
const marginOfArguments = 0.5;

/** Of many sentences the highest score is high by chance. Beyond so many sentences it counts no more, so that padding hides nothing. */
const chance = { ofDoubling: 0.5, sentences: 16 };

/** How much of its score a sentence must have only because of where it stands and of how many sentences its definition has. */
export function marginOf({ place }: Pick<ReadSentence, 'place'>, sentences: number): number {
  const byChance = chance.ofDoubling * Math.log2(Math.min(chance.sentences, Math.max(1, sentences)));
  return byChance + (place.includes('schema/') ? marginOfArguments : 0);
}

/** How far the score of a sentence is above the one from which on it is reported, in a definition of so many; negative below it. */
export function excessOf(sentence: ReadSentence, sentences: number): number {
  return scoreOf(sentence.features, shipped.bias, weights) - marginOf(sentence, sentences) - shipped.threshold;
}

const mostWords = 4;

/** The words of a sentence that count most for the score, in the order of the sentence. */
export function tellingWords({ features, conceptWords }: ReadSentence): string[] {
  const shares = new Map<string, number>();
  for (const feature of features) {
    const weight = weights.get(feature) ?? 0;
    const concepts = feature
      .slice(2)
      .split(/[>+]/)
      .filter((concept) => conceptWords.has(concept));
    for (const concept of concepts) shares.set(concept, (shares.get(concept) ?? 0) + weight / concepts.length);
  }
  const best = [...shares].filter(([, share]) => share > 0).sort((left, right) => right[1] - left[1]);
  const words = new Set(best.map(([concept]) => conceptWords.get(concept) ?? '').filter((word) => word !== ''));
  const shown = new Set([...words].slice(0, mostWords));
  return [...new Set(conceptWords.values())].filter((word) => shown.has(word));
}
