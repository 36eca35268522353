import { normOf } from '#core/audit/speech/weigh.ts';

/** A definition to learn from: its sentences with their features, and whether it attacks. */
export interface Example {
  readonly isMalicious: boolean;
  readonly sentences: readonly { readonly features: readonly string[] }[];
}

export interface Learned {
  readonly bias: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** How much each kind of feature may say: a single word is easily chance. */
const scales: Readonly<Record<string, number>> = { c: 1, p: 0.8, k: 0.7, s: 0.5, w: 1 };
const leastExamples = 3;
const choices = 6;
const steps = 150;
const decay = 0.001;
const rate = 0.3;

interface Row {
  readonly features: Int32Array;
  readonly norm: number;
}

/**
 * A logistic model of sentences from labels of definitions: a harmless definition has harmless sentences only, and a malicious one
 * has at least one that attacks, which is the one that the model of the round before is most sure of. The same bytes for the same
 * examples in the same order.
 */
export function learn(examples: readonly Example[]): Learned {
  const counts = new Map<string, number>();
  for (const { sentences } of examples) {
    for (const feature of new Set(sentences.flatMap(({ features }) => features)))
      counts.set(feature, (counts.get(feature) ?? 0) + 1);
  }
  const names = [...counts]
    .filter(([, count]) => count >= leastExamples)
    .map(([name]) => name)
    .sort();
  const ids = new Map(names.map((name, id) => [name, id]));
  const scale = Float64Array.from(names, (name) => scales[name.slice(0, 1)] ?? 1);
  const rows: Row[][] = examples.map(({ sentences }) =>
    sentences.map(({ features }) => {
      const known = Int32Array.from(features.flatMap((feature) => ids.get(feature) ?? []));
      return { features: known, norm: normOf(known.length) };
    }),
  );
  let model: Model = { bias: -1, weights: new Float64Array(names.length) };
  for (let round = 0; round < choices; round++) {
    model = descend(chosen(examples, rows, model, scale, round), model.weights.length, scale);
  }
  return {
    bias: model.bias,
    weights: new Map(names.map((name, id) => [name, (model.weights[id] ?? 0) * (scale[id] ?? 1)])),
  };
}

type Model = { readonly bias: number; readonly weights: Float64Array };
type Choice = Row & { readonly target: number; readonly share: number };

function scoreOf({ features, norm }: Row, { bias, weights }: Model, scale: Float64Array): number {
  let sum = 0;
  for (const id of features) sum += (weights[id] ?? 0) * (scale[id] ?? 1);
  return sum * norm + bias;
}

function chosen(
  examples: readonly Example[],
  rows: readonly Row[][],
  model: Model,
  scale: Float64Array,
  round: number,
) {
  const choice: Choice[] = [];
  examples.forEach(({ isMalicious, sentences }, at) => {
    const own = rows[at] ?? [];
    if (!isMalicious) choice.push(...own.map((row) => ({ ...row, target: 0, share: 1 })));
    else if (round === 0) {
      const later = own.filter((_, index) => own.length === 1 || !sentences[index]?.features.includes('w:first'));
      choice.push(...later.map((row) => ({ ...row, target: 1, share: 1 / later.length })));
    } else {
      const [best] = own.map((row) => ({ row, score: scoreOf(row, model, scale) })).sort((a, b) => b.score - a.score);
      if (best) choice.push({ ...best.row, target: 1, share: 1 });
    }
  });
  return choice;
}

function descend(choice: readonly Choice[], size: number, scale: Float64Array): Model {
  const positive = choice.reduce((sum, { target, share }) => sum + target * share, 0);
  const weightOf = ({ target, share }: Choice) =>
    target === 1 ? (0.6 * share * (choice.length - positive)) / positive : share;
  const total = choice.reduce((sum, one) => sum + weightOf(one), 0);
  const weights = new Float64Array(size);
  const squares = new Float64Array(size).fill(1e-6);
  const slopes = new Float64Array(size);
  let bias = -1;
  let biasSquares = 1e-6;
  for (let step = 0; step < steps; step++) {
    slopes.fill(0);
    let biasSlope = 0;
    for (const one of choice) {
      const guess = 1 / (1 + Math.exp(-scoreOf(one, { bias, weights }, scale)));
      const slope = ((guess - one.target) * weightOf(one)) / total;
      for (const id of one.features) slopes[id] = (slopes[id] ?? 0) + slope * one.norm * (scale[id] ?? 1);
      biasSlope += slope;
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
