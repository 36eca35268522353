import type { RankerVariant } from '#shared/domain/ranker-explanation.ts';
import type { Translation } from './query-terms.ts';

/** A form of the catalog through which a word of the query may match. */
export interface Variant {
  readonly form: number;
  readonly kind: RankerVariant['kind'];
  /** λ: what a match through it counts. */
  readonly factor: number;
  /** The entry of the thesaurus that led here. */
  readonly through: string | null;
  /** The translation that led here. */
  readonly translation?: Translation;
}

/** What a word of a query matches in an index, whatever it counts in the query. */
export interface TermMatches {
  /** The stem whose rarity counts: its own, or that of the translation through which a foreign word matches best. */
  readonly stem: string;
  /** The idf of that stem; a word that no tool has gets the idf of a word in no tool. */
  readonly idf: number;
  readonly variants: readonly Variant[];
  /** Tools that have the word in any form, each once, in no order. */
  readonly tools: Int32Array;
  /** Side by side with them: the best over the variants of λ · min(idf) · saturated frequency. */
  readonly best: Float64Array;
  /** Which words of the tool's name the variants are, as bits. */
  readonly nameBits: Int32Array;
}

/** How many tools and variants are remembered for one index: about 5 MB. */
const mostRemembered = 300_000;

/** What a variant takes, in places of a tool. */
const variantSize = 6;

/** Remembers what words match; what nobody asked for longest is forgotten first. */
export class MatchMemory {
  #young = new Map<string, TermMatches>();
  #old: ReadonlyMap<string, TermMatches> = new Map();
  #size = 0;
  readonly #most: number;

  constructor(most = mostRemembered) {
    this.#most = most;
  }

  of(key: string, lookedUp: () => TermMatches): TermMatches {
    const young = this.#young.get(key);
    if (young) return young;
    const matches = this.#old.get(key) ?? lookedUp();
    if (this.#size > this.#most / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = 0;
    }
    this.#young.set(key, matches);
    this.#size += matches.tools.length + variantSize * (matches.variants.length + 1);
    return matches;
  }
}
