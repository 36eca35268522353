/** Arrays that rankings of one index work in, one after the other, so that a search makes no garbage. */
export interface RankScratch {
  /** By tool's id, and all 0 between two rankings. */
  readonly sums: Float64Array;
  readonly covered: Float64Array;
  readonly best: Float64Array;
  readonly nameBits: Int32Array;
  readonly place: Int32Array;
  /** Lists of ids. */
  readonly touched: Int32Array;
  readonly found: Int32Array;
  /** Side by side with `found`: what a ranking gives out. */
  readonly foundSums: Float64Array;
  readonly foundBits: Int32Array;
  readonly scores: Float64Array;
}

export function newScratch(tools: number): RankScratch {
  return {
    sums: new Float64Array(tools),
    covered: new Float64Array(tools),
    best: new Float64Array(tools),
    nameBits: new Int32Array(tools),
    place: new Int32Array(tools),
    touched: new Int32Array(tools),
    found: new Int32Array(tools),
    foundSums: new Float64Array(tools),
    foundBits: new Int32Array(tools),
    scores: new Float64Array(tools),
  };
}
