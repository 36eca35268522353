import type { RE2JS } from 're2js';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { SearchStep } from '#shared/domain/search-result.ts';
import { type Candidate, type Candidates, candidateList, withoutAlwaysLoaded } from './candidates.ts';
import { maximumQueryLength, searchedWords } from './query-words.ts';
import { alternationOf, compilePattern, regexTier, tierScores } from './regex-match.ts';
import type { SearchScope } from './search-scope.ts';

/** The query as a pattern; an invalid pattern is searched by its words, and the response reports it (R3.11). */
export function findByPattern(scope: SearchScope, input: ToolSearchInput): Candidates {
  if (input.query.length > maximumQueryLength) {
    return findByWords(
      scope,
      input,
      `the pattern is longer than ${maximumQueryLength} characters, so its words were searched`,
    );
  }
  const compiled = compilePattern(input.query);
  if ('invalid' in compiled) {
    return findByWords(scope, input, `the pattern is not valid, so its words were searched: ${compiled.invalid}`);
  }
  return collect(scope, input, {
    regex: compiled.regex,
    fallbackReason: null,
    step: { step: 'regex', reason: 'a pattern (regex) was requested', expression: input.query },
  });
}

/** The words of the query as one alternation: what `fts` becomes without FTS5, and a broken pattern (R3.11, R3.12). */
export function findByWords(scope: SearchScope, input: ToolSearchInput, fallbackReason: string): Candidates {
  const words = searchedWords(input.query);
  const regex = words.length === 0 ? null : alternationOf(words);
  return collect(scope, input, {
    regex,
    fallbackReason,
    step: { step: 'regex_of_words', reason: fallbackReason, expression: regex?.pattern() ?? '' },
  });
}

interface Search {
  readonly regex: RE2JS | null;
  readonly fallbackReason: string | null;
  readonly step: Omit<SearchStep, 'candidates'>;
}

function collect(scope: SearchScope, input: ToolSearchInput, { regex, fallbackReason, step }: Search): Candidates {
  const matches: Candidate[] = [];
  if (regex) {
    for (const tool of scope.tools.values()) {
      const tier = regexTier(regex, tool);
      if (tier) matches.push({ tool, score_raw: tierScores[tier], raw: null, tier });
    }
  }
  const { kept, excluded } = withoutAlwaysLoaded(matches, input);
  return {
    effective: 'regex',
    fallbackReason,
    candidates: candidateList(kept),
    alwaysLoadedMatches: excluded,
    path: [{ ...step, candidates: kept.length }],
    by: { kind: 'regex', regex },
  };
}
