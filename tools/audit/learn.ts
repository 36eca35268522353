import { normOf, scaleOf } from '#core/audit/speech/weigh.ts';

/** A definition to learn from: its sentences with their features, and whether it attacks. */
export interface Example {
  readonly isMalicious: boolean;
  readonly sentences: readonly { readonly place: string; readonly features: readonly string[] }[];
}

export interface Learned {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** Definitions that a feature must have, else it is chance. */
const leastExamples = 3;
/** What a feature must count after the first pass, before its scale. */
const leastWeight = 0.12;
const steps = 150;
const decay = 0.0001;
const rate = 0.1;
/** How much all malicious definitions together count beside the harmless sentences. */
const maliciousShare = 0.6;
/** How sure the model is, in the end, which sentence of a malicious definition attacks. */
const sharpness = 6;
const stepsToSharpness = 60;

/** Sentences of all definitions: the features of sentence `i` are those from `starts[i]` to `starts[i + 1]`. */
interface Table {
  readonly features: Int32Array;
  /** What each of these features adds to the score for a weight of 1. */
  readonly values: Float64Array;
  readonly starts: Int32Array;
  /** The sentences of definition `d` are those from `bags[d]` to `bags[d + 1]`. */
  readonly bags: Int32Array;
  readonly isMalicious: readonly boolean[];
}

/**
 * A logistic model of sentences from labels of definitions: a harmless definition has harmless sentences only. In a malicious one
 * each sentence counts as an attack by its share of the score, so that step by step the likeliest one counts alone. The same bytes
 * for the same examples in the same order.
 */
export function learn(examples: readonly Example[]): Learned {
  const first = learnFrom(examples, knownFeatures(examples));
  // Most features say next to nothing. Without them the model is a third of the size, and no worse.
  return learnFrom(
    examples,
    [...first.weights].flatMap(([name, weight]) => (Math.abs(weight) >= leastWeight * scaleOf(name) ? [name] : [])),
  );
}

function learnFrom(examples: readonly Example[], names: readonly string[]): Learned {
  const table = tableOf(examples, new Map(names.map((name, id) => [name, id])));
  const { bias, weights } = descend(table, names.length);
  return { bias, weights: new Map(names.map((name, id) => [name, (weights[id] ?? 0) * scaleOf(name)])) };
}

function knownFeatures(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>();
  for (const { sentences } of examples) {
    for (const feature of new Set(sentences.flatMap(({ features }) => features)))
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const known = [...counts].filter(([, count]) => count >= leastExamples);
  return known.map(([name]) => name).sort();
}

function tableOf(examples: readonly Example[], ids: ReadonlyMap<string, number>): Table {
  const features: number[] = [];
  const values: number[] = [];
  const starts = [0];
  const bags = [0];
  for (const { sentences } of examples) {
    for (const sentence of sentences) {
      const known = sentence.features.filter((feature) => ids.has(feature));
      const norm = normOf(known.reduce((sum, feature) => sum + scaleOf(feature) ** 2, 0));
      for (const feature of known) {
        features.push(ids.get(feature) ?? 0);
        values.push(scaleOf(feature) * norm);
      }
      starts.push(features.length);
    }
    bags.push(starts.length - 1);
  }
  return {
    features: Int32Array.from(features),
    values: Float64Array.from(values),
    starts: Int32Array.from(starts),
    bags: Int32Array.from(bags),
    isMalicious: examples.map((example) => example.isMalicious),
  };
}

function descend(table: Table, size: number): { readonly bias: number; readonly weights: Float64Array } {
  const { features, values, starts } = table;
  const count = starts.length - 1;
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-6);
  const slopes = new Float64Array(size);
  const scores = new Float64Array(count);
  let bias = -1;
  let biasSquares = 1e-6;
  for (let step = 0; step < steps; step++) {
    for (let row = 0; row < count; row++) {
      let sum = bias;
      for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++)
        sum += (weights[features[at] ?? 0] ?? 0) * (values[at] ?? 0);
      scores[row] = sum;
    }
    const errors = errorsOf(table, scores, Math.min(1, step / stepsToSharpness) * sharpness);
    slopes.fill(0);
    let biasSlope = 0;
    for (let row = 0; row < count; row++) {
      const error = errors[row] ?? 0;
      biasSlope += error;
      for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) {
        const id = features[at] ?? 0;
        slopes[id] = (slopes[id] ?? 0) + error * (values[at] ?? 0);
      }
    }
    for (let id = 0; id < size; id++) {
      const slope = (slopes[id] ?? 0) + decay * (weights[id] ?? 0);
      squares[id] = (squares[id] ?? 0) + slope * slope;
      weights[id] = (weights[id] ?? 0) - (rate * slope) / Math.sqrt(squares[id] ?? 1);
    }
    biasSquares += biasSlope * biasSlope;
    bias -= (rate * biasSlope) / Math.sqrt(biasSquares);
  }
  return { bias, weights };
}

/** How far each sentence is from its label, by how much it counts. */
function errorsOf({ bags, isMalicious }: Table, scores: Float64Array, sharp: number): Float64Array {
  const malicious = isMalicious.filter((is, bag) => is && (bags[bag + 1] ?? 0) > (bags[bag] ?? 0)).length;
  const sizeOf = (bag: number) => (bags[bag + 1] ?? 0) - (bags[bag] ?? 0);
  const harmlessSentences = isMalicious.reduce((sum, is, bag) => sum + (is ? 0 : sizeOf(bag)), 0);
  const weightOfOne = (maliciousShare * harmlessSentences) / Math.max(1, malicious);
  const total = harmlessSentences * (1 + maliciousShare);
  const errors = new Float64Array(scores.length);
  isMalicious.forEach((is, bag) => {
    const [from, to] = [bags[bag] ?? 0, bags[bag + 1] ?? 0];
    const own = scores.subarray(from, to);
    const highest = own.reduce((most, score) => Math.max(most, score), -Infinity);
    const shares = own.map((score) => Math.exp(sharp * (score - highest)));
    const sum = shares.reduce((all, share) => all + share, 0);
    own.forEach((score, at) => {
      const guess = 1 / (1 + Math.exp(-score));
      const weight = is ? (weightOfOne * (shares[at] ?? 0)) / sum : 1;
      errors[from + at] = ((guess - (is ? 1 : 0)) * weight) / total;
    });
  });
  return errors;
}
