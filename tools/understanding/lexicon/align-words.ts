/** A text pair as numbers of words: both sides without repetitions. */
interface NumberedPair {
  readonly english: Int32Array;
  readonly foreign: Int32Array;
}

/** The chance that a word of one language stands for a word of the other, given either. */
export interface Alignment {
  /** By foreign word: English words with p(e | f) and p(f | e), most likely first. */
  readonly candidates: ReadonlyMap<string, readonly Candidate[]>;
  /** In how many pairs each foreign word is. */
  readonly counts: ReadonlyMap<string, number>;
}

export interface Candidate {
  readonly english: string;
  readonly p: number;
  readonly back: number;
}

const iterations = 6;

/** Aligns the words of text pairs by IBM model 1 in both directions. The same pairs give the same numbers. */
export function alignWords(pairs: readonly (readonly [readonly string[], readonly string[]])[]): Alignment {
  const [english, foreign] = [new Words(), new Words()];
  const numbered = pairs.map(
    ([one, other]): NumberedPair => ({ english: english.numbers(one), foreign: foreign.numbers(other) }),
  );
  const cells = new Cells(numbered, english.size);
  const given = cells.chances(numbered, 'foreign', foreign.size);
  const back = cells.chances(numbered, 'english', english.size);
  const candidates = new Map<string, Candidate[]>();
  for (const [key, cell] of cells.byKey) {
    const f = Math.floor(key / english.size);
    const candidate = {
      english: english.texts[key % english.size] ?? '',
      p: given[cell] ?? 0,
      back: back[cell] ?? 0,
    };
    if (candidate.p < 0.01) continue;
    const word = foreign.texts[f] ?? '';
    const list = candidates.get(word);
    if (list) list.push(candidate);
    else candidates.set(word, [candidate]);
  }
  for (const list of candidates.values()) list.sort((a, b) => b.p - a.p || (a.english < b.english ? -1 : 1));
  return { candidates, counts: foreign.counts };
}

class Words {
  readonly texts: string[] = [];
  readonly counts = new Map<string, number>();
  readonly #ids = new Map<string, number>();

  get size(): number {
    return this.texts.length;
  }

  numbers(words: readonly string[]): Int32Array {
    return Int32Array.from(new Set(words), (word) => {
      this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
      const known = this.#ids.get(word);
      if (known !== undefined) return known;
      const id = this.texts.push(word) - 1;
      this.#ids.set(word, id);
      return id;
    });
  }
}

/** Every two words that are in one pair, numbered in the order in which they first come. */
class Cells {
  readonly byKey = new Map<number, number>();
  /** The cells of each pair, a row for each foreign word. */
  readonly #ofPair: readonly Int32Array[];

  constructor(pairs: readonly NumberedPair[], englishSize: number) {
    this.#ofPair = pairs.map(({ english, foreign }) => {
      const cells = new Int32Array(english.length * foreign.length);
      for (const [i, f] of foreign.entries()) {
        for (const [j, e] of english.entries()) {
          const key = f * englishSize + e;
          const cell = this.byKey.get(key) ?? this.byKey.size;
          this.byKey.set(key, cell);
          cells[i * english.length + j] = cell;
        }
      }
      return cells;
    });
  }

  /** p(other | given) of each cell by expectation maximisation: words of the other side choose among the given ones of their pair. */
  chances(pairs: readonly NumberedPair[], given: 'english' | 'foreign', size: number): Float64Array {
    let chances = new Float64Array(this.byKey.size).fill(1);
    for (let i = 0; i < iterations; i++) {
      const expected = new Float64Array(this.byKey.size);
      const totals = new Float64Array(size);
      for (const [p, pair] of pairs.entries()) this.#expect(p, pair, given, { chances, expected, totals });
      chances = expected;
      this.#divide(pairs, given, chances, totals);
    }
    return chances;
  }

  #expect(
    p: number,
    { english, foreign }: NumberedPair,
    given: 'english' | 'foreign',
    { chances, expected, totals }: { chances: Float64Array; expected: Float64Array; totals: Float64Array },
  ): void {
    const cells = this.#ofPair[p] as Int32Array;
    const [givenWords, others] = given === 'foreign' ? [foreign, english] : [english, foreign];
    const cellOf = (g: number, o: number) =>
      (given === 'foreign' ? cells[g * english.length + o] : cells[o * english.length + g]) as number;
    // A word may also stand for none of the other side.
    const nothing = 0.02;
    for (let o = 0; o < others.length; o++) {
      let sum = nothing;
      for (let g = 0; g < givenWords.length; g++) sum += chances[cellOf(g, o)] as number;
      for (let g = 0; g < givenWords.length; g++) {
        const cell = cellOf(g, o);
        const share = (chances[cell] as number) / sum;
        expected[cell] = (expected[cell] as number) + share;
        const word = givenWords[g] as number;
        totals[word] = (totals[word] as number) + share;
      }
    }
  }

  #divide(
    pairs: readonly NumberedPair[],
    given: 'english' | 'foreign',
    chances: Float64Array,
    totals: Float64Array,
  ): void {
    const done = new Uint8Array(chances.length);
    for (const [p, { english, foreign }] of pairs.entries()) {
      const cells = this.#ofPair[p] as Int32Array;
      for (let i = 0; i < foreign.length; i++) {
        for (let j = 0; j < english.length; j++) {
          const cell = cells[i * english.length + j] as number;
          if (done[cell]) continue;
          done[cell] = 1;
          const word = (given === 'foreign' ? foreign[i] : english[j]) as number;
          chances[cell] = (chances[cell] as number) / (totals[word] || 1);
        }
      }
    }
  }
}
