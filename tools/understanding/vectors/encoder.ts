import { Adam } from './adam.ts';
import type { Beginnings } from './beginnings.ts';
import { addScaled, dot, type Matrix, principalDirections, rowsOf, scale } from './linear.ts';
import type { WordBag } from './word-bags.ts';

export interface EncoderOptions {
  readonly dimensions: number;
  /** Steps of Adam for the layer, the words' own parts and their weights; 0 leaves them as they begin. */
  readonly rates: { readonly layer: number; readonly own: number; readonly weight: number };
  /** How fast the own part of a word returns to nothing. */
  readonly decay: number;
}

/** Weight of a word that comes p times in a text: a / (a + p), where Zipf's law says p by its rank. */
const smoothing = 1e-3;
const zipf = 0.08;
/** The rank that a word of the corpus is taken to have, when it is not among the frequent ones. */
const rankOfOthers = 5000;

/** A text that was encoded, with what its gradient needs. */
interface Encoded {
  readonly bag: WordBag;
  /** Σ weight · features. */
  readonly features: Float64Array;
  readonly unit: Float64Array;
  readonly norm: number;
}

/**
 * Texts as vectors: Σ e^weight · (features · layer + own) over their words, of norm 1. The layer is shared by all words, so that
 * it carries what was learned to words that no training text has; the own part holds what is particular to a word.
 */
export class Encoder {
  readonly dimensions: number;
  readonly #features: Matrix;
  readonly #options: EncoderOptions;
  /** One row of `dimensions` for each feature. */
  readonly #layer: Float64Array;
  readonly #own: Float64Array;
  readonly #logWeights: Float64Array;
  readonly #layerSteps: Adam;
  readonly #ownSteps: Adam;
  readonly #weightSteps: Adam;

  constructor({ features }: Beginnings, words: number, options: EncoderOptions, random: () => number) {
    const { dimensions } = options;
    this.dimensions = dimensions;
    this.#features = features;
    this.#options = options;
    this.#layer = transposed(principalDirections(features, dimensions));
    this.#own = new Float64Array(words * dimensions);
    const begun = rowsOf(features);
    for (let i = begun * dimensions; i < this.#own.length; i++) this.#own[i] = (random() - 0.5) * 0.1;
    this.#logWeights = Float64Array.from({ length: words }, (_, row) => {
      const share = zipf / ((row < begun ? row : rankOfOthers) + 3);
      return Math.log(smoothing / (smoothing + share));
    });
    this.#layerSteps = new Adam(this.#layer);
    this.#ownSteps = new Adam(this.#own);
    this.#weightSteps = new Adam(this.#logWeights);
  }

  encode(bag: WordBag): Encoded {
    const { columns, values } = this.#features;
    const { dimensions } = this;
    const features = new Float64Array(columns);
    const unit = new Float64Array(dimensions);
    for (const [i, row] of bag.rows.entries()) {
      const weight = (bag.weights[i] as number) * Math.exp(this.#logWeights[row] as number);
      if (this.#isBegun(row)) addScaled(features, 0, values, row * columns, columns, weight);
      addScaled(unit, 0, this.#own, row * dimensions, dimensions, weight);
    }
    for (let f = 0; f < columns; f++) {
      addScaled(unit, 0, this.#layer, f * dimensions, dimensions, features[f] as number);
    }
    const norm = Math.sqrt(dot(unit, 0, unit, 0, dimensions)) + 1e-6;
    scale(unit, 0, dimensions, 1 / norm);
    return { bag, features, unit, norm };
  }

  /** Follows the gradients of some texts, each by the numbers of its unit vector; `rate` scales all steps. */
  learn(texts: readonly { readonly encoded: Encoded; readonly gradient: Float64Array }[], rate: number): void {
    const { columns, values } = this.#features;
    const { dimensions } = this;
    const layer = new Float64Array(this.#layer.length);
    const words = new Map<number, { own: Float64Array; weight: number }>();
    const back = new Float64Array(columns);
    for (const { encoded, gradient } of texts) {
      const { bag, features, unit, norm } = encoded;
      // Only what turns the vector counts: its length is always 1.
      addScaled(gradient, 0, unit, 0, dimensions, -dot(gradient, 0, unit, 0, dimensions));
      scale(gradient, 0, dimensions, 1 / norm);
      for (let f = 0; f < columns; f++) {
        addScaled(layer, f * dimensions, gradient, 0, dimensions, features[f] as number);
        back[f] = dot(this.#layer, f * dimensions, gradient, 0, dimensions);
      }
      for (const [i, row] of bag.rows.entries()) {
        const weight = (bag.weights[i] as number) * Math.exp(this.#logWeights[row] as number);
        const word = words.get(row) ?? { own: new Float64Array(dimensions), weight: 0 };
        words.set(row, word);
        addScaled(word.own, 0, gradient, 0, dimensions, weight);
        const shared = this.#isBegun(row) ? dot(values, row * columns, back, 0, columns) : 0;
        word.weight += weight * (shared + dot(this.#own, row * dimensions, gradient, 0, dimensions));
      }
    }
    this.#step(layer, words, rate);
  }

  /** The vectors of all words as they are now, each as long as it counts. */
  wordVectors(): Matrix {
    const { columns, values } = this.#features;
    const { dimensions } = this;
    const rows = Float64Array.from(this.#own);
    for (let row = 0; row < this.#logWeights.length; row++) {
      const at = row * dimensions;
      for (let f = 0; f < columns && this.#isBegun(row); f++) {
        addScaled(rows, at, this.#layer, f * dimensions, dimensions, values[row * columns + f] as number);
      }
      scale(rows, at, dimensions, Math.exp(this.#logWeights[row] as number));
    }
    return { columns: dimensions, values: rows };
  }

  #step(layer: Float64Array, words: ReadonlyMap<number, { own: Float64Array; weight: number }>, rate: number): void {
    const { rates, decay } = this.#options;
    const { dimensions } = this;
    this.#layerSteps.next();
    this.#ownSteps.next();
    this.#weightSteps.next();
    this.#layerSteps.step(0, layer, rate * rates.layer);
    for (const [row, { own, weight }] of words) {
      this.#ownSteps.step(row * dimensions, own, rate * rates.own);
      const isBegun = this.#isBegun(row);
      scale(this.#own, row * dimensions, dimensions, 1 - rate * rates.own * (isBegun ? decay : decay / 5));
      this.#weightSteps.step(row, Float64Array.of(weight), rate * rates.weight);
    }
  }

  #isBegun(row: number): boolean {
    return row * this.#features.columns < this.#features.values.length;
  }
}

function transposed(matrix: Matrix): Float64Array {
  const { columns, values } = matrix;
  const rows = rowsOf(matrix);
  return Float64Array.from(
    { length: values.length },
    (_, i) => values[(i % rows) * columns + Math.floor(i / rows)] ?? 0,
  );
}
