/** Numbers by tool that a ranking works with: all 0 between two of them. */
export interface RankScratch {
  readonly sums: Float64Array;
  readonly covered: Float64Array;
  readonly best: Float64Array;
  readonly nameBits: Int32Array;
  readonly place: Int32Array;
}

export function newScratch(tools: number): RankScratch {
  return {
    sums: new Float64Array(tools),
    covered: new Float64Array(tools),
    best: new Float64Array(tools),
    nameBits: new Int32Array(tools),
    place: new Int32Array(tools),
  };
}
