import type { Ranking, ToolSearchInput } from '#shared/domain/search-request.ts';
import type { SearchStep } from '#shared/domain/search-result.ts';
import {
  type Candidate,
  type Candidates,
  candidateList,
  type FoundBy,
  type QueryWord,
  withoutAlwaysLoaded,
} from './candidates.ts';
import { maximumQueryLength, maximumQueryWords, quotePhrase, wordsOf } from './query-words.ts';
import { boundedScore, literalScore } from './score.ts';
import type { SearchScope } from './search-scope.ts';

/**
 * Full text: the tools with all words of the query, or, when none of those may be returned, the tools with any of them
 * (R3.14, R3.20–R3.22).
 */
export function findFullText(
  scope: SearchScope,
  input: ToolSearchInput,
  ranking: Exclude<Ranking, 'pegboard'>,
): Candidates {
  const scoreOf = ranking === 'rfc' ? boundedScore : literalScore;
  const { words, dropped } = queryWords(scope, input.query);
  const path: SearchStep[] = [];
  let alwaysLoadedMatches = 0;
  const attempt = (step: 'fts_all_terms' | 'fts_any_term', reason: string): readonly Candidate[] => {
    const expression = words.map((word) => quotePhrase(word.text)).join(step === 'fts_all_terms' ? ' AND ' : ' OR ');
    const matches = expression === '' ? [] : matchTools(scope, expression, scoreOf);
    const { kept, excluded } = withoutAlwaysLoaded(matches, input);
    alwaysLoadedMatches = excluded;
    path.push({ step, reason, expression, candidates: kept.length });
    return kept;
  };

  let found = attempt(
    'fts_all_terms',
    words.length > 1 ? 'tools with every word are searched first' : 'the query has one word',
  );
  if (found.length === 0 && words.length > 1) {
    const why =
      alwaysLoadedMatches > 0
        ? `only always-loaded tools (${alwaysLoadedMatches}) have every word, so tools with any word are searched`
        : 'no tool has every word, so tools with any word are searched';
    found = attempt('fts_any_term', why);
  }
  return {
    effective: 'fts',
    fallbackReason: null,
    candidates: candidateList(found),
    alwaysLoadedMatches,
    path,
    by: { kind: 'bm25', ranking, words, dropped },
  };
}

function matchTools(scope: SearchScope, expression: string, scoreOf: (raw: number) => number): Candidate[] {
  const matches: Candidate[] = [];
  for (const [name, raw] of scope.index.matchFullText(expression)) {
    const tool = scope.tools.get(name);
    if (tool) matches.push({ tool, score_raw: scoreOf(raw), raw, tier: null });
  }
  return matches;
}

/** The words to search: each stem once, at most 64; and what was left out, with the reason. */
function queryWords(scope: SearchScope, query: string): Pick<Extract<FoundBy, { kind: 'bm25' }>, 'words' | 'dropped'> {
  const texts = [...new Set(wordsOf(query.slice(0, maximumQueryLength)))];
  const terms = scope.analysis?.termsOf(texts) ?? [];
  const words: QueryWord[] = [];
  const dropped: { text: string; reason: string }[] = [];
  const seen = new Map<string, string>();
  for (const [i, text] of texts.entries()) {
    const indexTerm = (terms[i] ?? []).join(' ');
    const twin = seen.get(indexTerm);
    if (indexTerm === '') dropped.push({ text, reason: 'no letters or digits' });
    else if (twin !== undefined) dropped.push({ text, reason: `same word stem as "${twin}"` });
    else if (words.length === maximumQueryWords)
      dropped.push({ text, reason: `only the first ${maximumQueryWords} words are searched` });
    else {
      seen.set(indexTerm, text);
      words.push({ text, indexTerm });
    }
  }
  if (query.length > maximumQueryLength) {
    dropped.push({ text: '…', reason: `only the first ${maximumQueryLength} of ${query.length} characters are read` });
  }
  return { words, dropped };
}
