import { describe, expect, it } from 'vitest';
import type { SearchResponse, SearchStep } from '#shared/domain/search-result.ts';
import { summaryOf } from '#shared/domain/search-summary.ts';
import { searchPathText } from '../../../src-renderer/features/playground/search-path-text.ts';

function response(path: readonly SearchStep[], shown: number): SearchResponse {
  const tool = {
    name: 'a',
    description: '',
    score: 1,
    match_type: 'fts' as const,
    loading_mode: 'deferred' as const,
  };
  return {
    output: { tools: Array.from({ length: shown }, () => tool), query: 'q', search_type: 'fts' },
    output_tokens: { estimate: 1, o200k: 1 },
    always_loaded_matches: 0,
    hits: [],
    elapsed_ms: 2.13,
    explanation: {
      requested_search_type: 'fts',
      effective_search_type: 'fts',
      fallback_reason: null,
      path,
      terms: [],
      ranking: 'rfc',
      corpus: { tools: 77, average_length: 20, k1: 1.2, b: 0.75, weights: { name: 1, description: 1, tags: 1 } },
      normalisation: { min: 0, max: 1, rule: 'min_max' },
      limit: { requested: 8, config_maximum: 10, effective: 8 },
      candidates: 14,
    },
  };
}

const step = (name: SearchStep['step'], candidates: number): SearchStep => ({
  step: name,
  reason: '',
  expression: '',
  candidates,
});

/** The line of an explained answer. */
const pathOf = (answer: SearchResponse) => searchPathText(answer, summaryOf(answer));

describe('the way of a search in one line', () => {
  it('names every attempt and what it matched', () => {
    expect(pathOf(response([step('fts_all_terms', 0), step('fts_any_term', 14)], 8))).toBe(
      'No tool matches all words; 14 tools match at least one word; best 8 shown · 2.1 ms',
    );
  });

  it('says that nothing matched', () => {
    expect(pathOf(response([step('regex', 0)], 0))).toBe('No tool matches the pattern · 2.1 ms');
  });

  it('tells vectors that gave no answer from vectors that found nothing', () => {
    const asked = response([step('bm25', 14), step('vector', 0)], 8);
    const failed = {
      ...asked,
      explanation: asked.explanation && { ...asked.explanation, fallback_reason: 'It is down.' },
    };
    expect(pathOf(asked)).toContain('no tool matches by meaning (vectors)');
    expect(pathOf(failed)).toContain('14 tools match the words (BM25); vectors gave no answer');
  });
});
