import { buildSeedBm25 } from '../search/seed-bm25/build-seed-bm25.ts';
import { searchSeedBm25 } from '../search/seed-bm25/search-seed-bm25.ts';
import type { MakeScoredEngine } from './scored-engine.ts';

/** Seed 004's BM25 with its defaults, the name with weight 2, and how confident it is (R17.02–R17.05). */
export const makeSeedBm25: MakeScoredEngine = async (tools, { signal }) => {
  const index = await buildSeedBm25(tools, { signal });
  return {
    search(query, limit) {
      const { hits, matches, confidence } = searchSeedBm25(index, query, { limit });
      return {
        hits: hits.map(({ name, score }) => ({ name, score })),
        matches,
        note: `Confidence ${confidence.toFixed(2)}: the best score divided by 10, at most 1.`,
      };
    },
  };
};
