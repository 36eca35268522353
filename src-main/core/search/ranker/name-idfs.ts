/** The idf of every word of some names, one name after the other, so that a ranking looks nothing up. */
export class NameIdfs {
  readonly #starts: Int32Array;
  readonly #idfs: Float64Array;
  /** Σ idf of each name. */
  readonly #sums: Float64Array;

  /** `names` are the distinct stems of each name, at most 31. */
  constructor(names: readonly (readonly number[])[], idfOf: (stem: number) => number) {
    this.#starts = new Int32Array(names.length);
    this.#sums = new Float64Array(names.length);
    this.#idfs = Float64Array.from(names.flat(), idfOf);
    let start = 0;
    for (const [i, stems] of names.entries()) {
      this.#starts[i] = start;
      let sum = 0;
      for (const end = start + stems.length; start < end; start++) sum += this.#idfs[start] as number;
      this.#sums[i] = sum;
    }
  }

  /**
   * Share of a name that a query has, by the idf of its words, so that a word of every name counts nothing. Bit i of
   * `bits` says that the query has word i. The same idfs give the same share to the last bit.
   */
  coverage(name: number, bits: number): number {
    if (bits === 0) return 0;
    const start = this.#starts[name] as number;
    let found = 0;
    // Each step takes the lowest bit away.
    for (let rest = bits; rest !== 0; rest &= rest - 1) {
      found += this.#idfs[start + 31 - Math.clz32(rest & -rest)] as number;
    }
    return found / (this.#sums[name] as number);
  }
}
