import type { SearchResponse, SearchStep } from '#shared/domain/search-result.ts';
import type { SkillSearchStep } from '#shared/domain/skill-tools.ts';
import { formatFixed, formatPlural } from '../../ui/format-number.ts';

/** A step of a search, of tools or of skills. */
export type ShownStep = SearchStep['step'] | SkillSearchStep['step'];

/** A step of a search, in words. */
export function stepText(step: ShownStep): string {
  switch (step) {
    case 'ranker':
      return 'any form of any word';
    case 'fts_all_terms':
      return 'all words';
    case 'fts_any_term':
      return 'any word';
    case 'fts_body':
      return 'any word in a body';
    case 'regex':
      return 'pattern';
    case 'regex_of_words':
      return 'pattern of the words';
    case 'exact':
      return 'exact name';
    case 'bm25':
      return 'words (BM25)';
    case 'vector':
      return 'vectors';
    case 'blend':
      return 'blend';
    case 'blank':
      return 'blank query';
  }
}

/** The way a search took: `fts → all words matched nothing → any word: 14 candidates, 8 shown · 2.1 ms`. */
export function searchPathText(response: SearchResponse): string {
  const { explanation, output, elapsed_ms } = response;
  const time = `${formatFixed(elapsed_ms, 1)} ms`;
  if (!explanation) return `${formatPlural(output.tools.length, 'result')} · ${time}`;
  const steps = explanation.path.map(({ step, candidates }, index) => {
    const isLast = index === explanation.path.length - 1;
    // What was not asked, or failed, did not look for anything.
    if (step === 'vector' && explanation.fallback_reason !== null) return `${stepText(step)}: no answer`;
    if (candidates === 0) return `${stepText(step)} matched nothing`;
    return isLast
      ? `${stepText(step)}: ${formatPlural(candidates, 'candidate')}, ${output.tools.length} shown`
      : `${stepText(step)}: ${formatPlural(candidates, 'candidate')}`;
  });
  const mode = explanation.ranking === 'hybrid' ? 'hybrid' : explanation.requested_search_type;
  return `${[mode, ...steps].join(' → ')} · ${time}`;
}
