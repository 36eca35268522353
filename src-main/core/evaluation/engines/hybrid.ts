import { type ToolSearchConfig, toolSearchConfigSchema } from '#shared/domain/config.ts';
import { findByWords, type LexicalSide, withVectors } from '../../search/hybrid/find-hybrid.ts';
import { createHashedNgrams, hashText } from '../../search/hybrid/hashed-ngrams.ts';
import { buildHybridIndex } from '../../search/hybrid/hybrid-index.ts';
import { orderFound } from '../../search/hybrid/search-hybrid.ts';
import { embedTools } from '../../search/hybrid/tool-vectors.ts';
import { noVectorCache } from '../../search/hybrid/vector-cache.ts';
import { cosines } from '../../search/hybrid/vector-index.ts';
import { Tokenizer } from '../../search/ranker/tokens.ts';
import { evalDepth } from '../metrics.ts';
import type { MakeEngine } from './engine.ts';

/**
 * Hybrid search under the workspace's thresholds, or its vectors alone, so that a semantic arm proves itself by a number. Always
 * with the offline embedder: measuring sends nothing anywhere.
 */
export function makeHybrid(
  name: 'hybrid' | 'vector',
  config: Pick<ToolSearchConfig, 'preferred_namespaces' | 'hybrid'>,
): MakeEngine {
  return async (tools, { signal }) => {
    const whole: ToolSearchConfig = {
      ...toolSearchConfigSchema.parse({ enabled: true, max_search_results: evalDepth }),
      preferred_namespaces: config.preferred_namespaces,
      hybrid: config.hybrid,
    };
    const index = await buildHybridIndex(tools, whole, signal);
    const embedder = createHashedNgrams();
    const vectors = await embedTools(tools, { embedder, cache: noVectorCache, signal });
    const tokenizer = new Tokenizer();
    const ask = (texts: readonly string[]) => ({
      id: embedder.id,
      dimensions: vectors.dimensions,
      found: texts.map((text) => ({ text, cosines: cosines(vectors, hashText(text, tokenizer)) })),
    });
    return {
      name,
      search(query) {
        const input = { query, limit: evalDepth, include_always_loaded: true };
        const words = findByWords(index, input);
        const side: LexicalSide =
          name === 'hybrid'
            ? words
            : { ...words, chosen: { taken: 'vector', reason: 'vectors alone', threshold: null, embedded: [query] } };
        const found =
          side.chosen.taken === 'bm25' ? side.found : withVectors(index, input, side, ask(side.chosen.embedded));
        return orderFound(index, found, evalDepth).map(({ candidate }) => candidate.tool.name);
      },
      close: () => {},
    };
  };
}
