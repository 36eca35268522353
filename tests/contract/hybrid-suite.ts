import { describe, expect, it } from 'vitest';
import type { SearchResponse } from '#shared/domain/search-result.ts';
import { PegboardError } from '#shared/errors.ts';
import { connectScripted, errorOf, untilAborted } from './suite-helpers.ts';
import type { TransportUnderTest } from './transports.ts';

const tool = { name: 'a', description: 'A.', score: 1, match_type: 'fts' as const, loading_mode: 'deferred' as const };
const list = { source: 'vector' as const, query: 'q', tools: 1, min: 0.2, max: 0.2, share: 1 };

/** With every field that only a hybrid search, or guidance, gives. */
const response: SearchResponse = {
  output: {
    tools: [{ ...tool, hint: 'Ask first.', related_tools: ['b'] }],
    query: 'q',
    search_type: 'fts',
    confidence: 0.25,
    workflowGuidance: 'Look.\nThen act.',
    instruction: 'Go on.',
  },
  output_tokens: { estimate: 1, o200k: 1 },
  always_loaded_matches: 0,
  explanation: {
    requested_search_type: 'fts',
    effective_search_type: 'fts',
    fallback_reason: null,
    path: [{ step: 'vector', reason: 'nearest', expression: 'q', candidates: 1 }],
    normalisation: { min: 0.5, max: 0.5, rule: 'none' },
    limit: { requested: 5, config_maximum: 10, effective: 5 },
    candidates: 1,
    ranking: 'hybrid',
    strategy: 'confidence',
    taken: 'vector',
    confidence: 0.25,
    best_score: 2.5,
    divisor: 10,
    threshold: 0.3,
    embedder: { id: 'test', dimensions: 2 },
    lists: [list],
    terms: [],
    corpus: { tools: 1, average_length: 3, k1: 1.2, b: 0.75, name_weight: 2, content_weight: 1 },
  },
  hits: [
    {
      rank: 1,
      score: 0.5,
      arithmetic: {
        kind: 'hybrid',
        parts: [{ list: 0, source: 'vector', score: 0.2, normalised: 0.5, counted: 0.5 }],
        terms: [],
        length: 3,
        score_raw: 0.5,
      },
      order: { score: 0.5, namespace_rank: 0, side_effects: null, side_effects_rank: 5, name_length: 1, name: 'a' },
      highlights: [],
    },
  ],
  embedder_problem: { code: 'embedder_failed', message: 'It is down.', hint: 'Start it.' },
  related: [{ tool: 'a', related: [{ name: 'b', state: 'usable' }] }],
  elapsed_ms: 1,
};

/** Hybrid search's part of the contract suite: what every transport carries alike. */
export function describeHybridCalls(transport: TransportUnderTest): void {
  describe('hybrid search', () => {
    it('carries every field both ways, with its own limit', async () => {
      const asked: unknown[] = [];
      const { client } = await connectScripted(transport, {
        search: {
          hybridSearch: async (request) => {
            asked.push(request);
            return response;
          },
          agreeToEmbedder: async (shown) => {
            asked.push(shown);
            return { agreed: true };
          },
        },
      });
      expect(await client.search.hybridSearch({ input: { query: 'q' } })).toEqual(response);
      const shown = { url: 'http://127.0.0.1/v1/embeddings', headers: ['Authorization'] };
      expect(await client.search.agreeToEmbedder(shown)).toEqual({ agreed: true });
      const input = { query: 'q', limit: 5, include_always_loaded: false };
      expect(asked).toEqual([{ input, caller: {}, explain: false }, shown]);
    });

    it('is cancelled, and fails by name', async () => {
      const slow = await connectScripted(transport, {
        search: { hybridSearch: (_, options) => untilAborted(options?.signal) },
      });
      const stop = new AbortController();
      const call = slow.client.search.hybridSearch({ input: { query: 'q' } }, { signal: stop.signal });
      const failure = errorOf(call, stop.signal);
      stop.abort();
      expect((await failure).code).toBe('cancelled');
      const off = await connectScripted(transport, {
        search: { hybridSearch: () => Promise.reject(new PegboardError('hybrid_not_configured', 'Off.')) },
      });
      expect((await errorOf(off.client.search.hybridSearch({ input: { query: 'q' } }))).code).toBe(
        'hybrid_not_configured',
      );
      const limit = errorOf(off.client.search.hybridSearch({ input: { query: 'q', limit: 21 } }));
      expect((await limit).code).toBe('invalid_input');
    });
  });
}
