import { toolSearchConfigSchema } from '#shared/domain/config.ts';
import { type HybridConfig, hybridConfigSchema } from '#shared/domain/hybrid-config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import { findByWords, type LexicalSide, withVectors } from '../hybrid/find-hybrid.ts';
import { buildHybridIndex } from '../hybrid/hybrid-index.ts';
import { embedTools } from '../hybrid/tool-vectors.ts';
import { noVectorCache } from '../hybrid/vector-cache.ts';
import { cosines } from '../hybrid/vector-index.ts';
import { createWordVectorEmbedder } from '../hybrid/word-vector-embedder.ts';
import { answerOf, type MakeScoredEngine } from './scored-engine.ts';

/**
 * Hybrid search under some thresholds, or its vectors alone, so that a semantic arm proves itself by a number. Always with the
 * offline embedder: measuring and comparing send nothing anywhere.
 */
export function makeHybrid(name: 'hybrid' | 'vector', given?: HybridConfig): MakeScoredEngine {
  return async (tools, { signal }) => {
    const hybrid = given ?? hybridConfigSchema.parse({});
    // Only what words and vectors are made of is read of a tool: every one may be returned.
    const searched = tools as readonly CatalogTool[];
    const index = await buildHybridIndex(searched, { ...toolSearchConfigSchema.parse({}), hybrid }, signal);
    const embedder = createWordVectorEmbedder();
    const vectors = await embedTools(searched, { embedder, cache: noVectorCache, signal });
    const ask = (texts: readonly string[]) => ({
      id: embedder.id,
      dimensions: vectors.dimensions,
      found: texts.map((text) => ({ text, cosines: cosines(vectors, embedder.vectorOf(text)) })),
    });
    return {
      search(query, limit) {
        const input = { query, limit, include_always_loaded: true };
        const words = findByWords(index, input);
        const side: LexicalSide =
          name === 'hybrid'
            ? words
            : { ...words, chosen: { taken: 'vector', reason: 'vectors alone', threshold: null, embedded: [query] } };
        const { chosen } = side;
        const { scores } = chosen.taken === 'bm25' ? side.found : withVectors(index, input, side, ask(chosen.embedded));
        const matches = tools.flatMap((tool, place) => {
          const score = scores[place] ?? Number.NaN;
          // The last of a list counts nothing; NaN is in none.
          return !(score > 0) ? [] : [{ name: tool.name, score }];
        });
        return answerOf(
          matches,
          limit,
          name === 'hybrid' ? `${chosen.reason[0]?.toUpperCase()}${chosen.reason.slice(1)}.` : null,
        );
      },
    };
  };
}
