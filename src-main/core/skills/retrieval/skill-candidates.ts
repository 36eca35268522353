import type { RE2JS } from 're2js';
import { assertNever } from '#shared/assert-never.ts';
import type { SearchType } from '#shared/domain/search-request.ts';
import type { SkillScore, SkillSearchInput, SkillSearchStep } from '#shared/domain/skill-tools.ts';
import {
  maximumQueryLength,
  maximumQueryWords,
  quotePhrase,
  searchedWords,
  wordsOf,
} from '../../search/query-words.ts';
import { alternationOf, compilePattern } from '../../search/regex-match.ts';
import { boundedScore } from '../../search/score.ts';
import type { StoredSkill } from '../store/stored-skill.ts';
import type { SkillScope } from './skill-scope.ts';

type Tier = Extract<SkillScore, { kind: 'regex' }>['tier'];

/** Score of each tier, as for tools; a match in the body alone comes last. */
const tierScores: Readonly<Record<Tier, number>> = {
  full_name: 0.95,
  name_prefix: 0.9,
  name_substring: 0.85,
  other_field: 0.75,
  body: 0.6,
};

/** A skill that matched, before normalisation. */
export interface SkillCandidate {
  readonly skill: StoredSkill;
  readonly score_raw: number;
  readonly raw_bm25: number | null;
  readonly tier: Tier | null;
}

export interface SkillCandidates {
  readonly effective: SearchType;
  readonly fallbackReason: string | null;
  readonly candidates: readonly SkillCandidate[];
  readonly path: readonly SkillSearchStep[];
  /** The table that gave them, for the explanation; null without full text. */
  readonly table: 'skills_fts' | 'skills_body_fts' | null;
  /** Words that were searched, with the terms that the index knows them by; and those that were not. */
  readonly words: readonly { readonly text: string; readonly indexTerm: string }[];
  readonly dropped: readonly { readonly text: string; readonly reason: string }[];
}

/** Every skill of the scope that matches, of the task type asked for (R4.22, R4.23). */
export function findSkills(scope: SkillScope, input: SkillSearchInput): SkillCandidates {
  if (input.query.trim() === '') {
    return {
      ...nothing(input.search_type),
      path: [{ step: 'blank', reason: 'the query is blank', expression: '', candidates: 0 }],
    };
  }
  switch (input.search_type) {
    case 'exact':
      return findExact(scope, input, null);
    case 'regex':
      return findByPattern(scope, input);
    case 'fts':
      if (scope.store.ftsAvailable) return findFullText(scope, input);
      return scope.config.fts_fallback_to_regex
        ? findByWords(scope, input, 'this SQLite has no FTS5, so fts ran as regex over the words of the query')
        : findExact(scope, input, 'this SQLite has no FTS5 and fts_fallback_to_regex is off, so fts ran as exact');
    default:
      return assertNever(input.search_type);
  }
}

function nothing(effective: SearchType): Omit<SkillCandidates, 'path'> {
  return { effective, fallbackReason: null, candidates: [], table: null, words: [], dropped: [] };
}

/** All words, else any of them, in the fields; else any of them in the body. */
function findFullText(scope: SkillScope, input: SkillSearchInput): SkillCandidates {
  const { words, dropped } = queryWords(scope, input.query);
  const path: SkillSearchStep[] = [];
  const attempts = [
    {
      step: 'fts_all_terms',
      table: 'skills_fts',
      joined: ' AND ',
      reason: 'skills with every word are searched first',
    },
    {
      step: 'fts_any_term',
      table: 'skills_fts',
      joined: ' OR ',
      reason: 'no skill has every word, so skills with any word are searched',
    },
    {
      step: 'fts_body',
      table: 'skills_body_fts',
      joined: ' OR ',
      reason: 'no field of any skill has a word of the query, so the bodies are searched',
    },
  ] as const;
  for (const { step, table, joined, reason } of attempts) {
    if (step === 'fts_any_term' && words.length < 2) continue;
    const expression = words.map(({ text }) => quotePhrase(text)).join(joined);
    const matches = matchesOf(scope, words, { table, joined, expression });
    const candidates = matches.flatMap(([row, raw]): SkillCandidate[] => {
      const skill = scope.byRow.get(row);
      return skill && isOfType(skill, input)
        ? [{ skill, score_raw: boundedScore(raw), raw_bm25: raw, tier: null }]
        : [];
    });
    path.push({ step, reason, expression, candidates: candidates.length });
    if (candidates.length > 0)
      return { effective: 'fts', fallbackReason: null, candidates, path, table, words, dropped };
  }
  return { ...nothing('fts'), path, words, dropped, table: 'skills_fts' };
}

interface Attempt {
  readonly table: 'skills_fts' | 'skills_body_fts';
  readonly joined: ' AND ' | ' OR ';
  readonly expression: string;
}

/** Rows and their bm25(). Words of several tokens, such as "e-mail", are phrases, which only SQLite finds. */
function matchesOf(
  scope: SkillScope,
  words: SkillCandidates['words'],
  { table, joined, expression }: Attempt,
): [row: number, rawBm25: number][] {
  if (expression === '') return [];
  const terms = words.map(({ indexTerm }) => indexTerm);
  const fromMemory =
    table === 'skills_fts' && terms.every((term) => !term.includes(' '))
      ? scope.store.matchTerms(terms, joined === ' AND ' ? 'every' : 'any')
      : null;
  return fromMemory ?? scope.store.matchFullText(table, expression);
}

/** The words to search: each stem once, at most 64; and what was left out, with the reason. */
function queryWords(scope: SkillScope, query: string): Pick<SkillCandidates, 'words' | 'dropped'> {
  const texts = [...new Set(wordsOf(query.slice(0, maximumQueryLength)))];
  const terms = scope.analysis?.termsOf(texts) ?? [];
  const words: { text: string; indexTerm: string }[] = [];
  const dropped: { text: string; reason: string }[] = [];
  for (const [i, text] of texts.entries()) {
    const indexTerm = (terms[i] ?? []).join(' ');
    const twin = words.find((word) => word.indexTerm === indexTerm);
    if (indexTerm === '') dropped.push({ text, reason: 'no letters or digits' });
    else if (twin) dropped.push({ text, reason: `same word stem as "${twin.text}"` });
    else if (words.length === maximumQueryWords)
      dropped.push({ text, reason: `only the first ${maximumQueryWords} words are searched` });
    else words.push({ text, indexTerm });
  }
  return { words, dropped };
}

function findByPattern(scope: SkillScope, input: SkillSearchInput): SkillCandidates {
  if (input.query.length > maximumQueryLength) {
    return findByWords(
      scope,
      input,
      `the pattern is longer than ${maximumQueryLength} characters, so its words were searched`,
    );
  }
  const compiled = compilePattern(input.query);
  return 'invalid' in compiled
    ? findByWords(scope, input, `the pattern is not valid, so its words were searched: ${compiled.invalid}`)
    : collect(scope, input, {
        regex: compiled.regex,
        step: 'regex',
        reason: 'a pattern (regex) was requested',
        fallbackReason: null,
      });
}

function findByWords(scope: SkillScope, input: SkillSearchInput, fallbackReason: string): SkillCandidates {
  const words = searchedWords(input.query);
  const regex = words.length === 0 ? null : alternationOf(words);
  return collect(scope, input, { regex, step: 'regex_of_words', reason: fallbackReason, fallbackReason });
}

interface RegexSearch {
  readonly regex: RE2JS | null;
  readonly step: 'regex' | 'regex_of_words';
  readonly reason: string;
  readonly fallbackReason: string | null;
}

function collect(
  scope: SkillScope,
  input: SkillSearchInput,
  { regex, step, reason, fallbackReason }: RegexSearch,
): SkillCandidates {
  const candidates: SkillCandidate[] = [];
  for (const skill of scope.skills.values()) {
    const tier = regex && isOfType(skill, input) ? tierOf(regex, skill) : null;
    if (tier) candidates.push({ skill, score_raw: tierScores[tier], raw_bm25: null, tier });
  }
  const path = [{ step, reason, expression: regex?.pattern() ?? '', candidates: candidates.length }];
  return { ...nothing('regex'), fallbackReason, candidates, path };
}

function tierOf(regex: RE2JS, { name, title, trigger, description, tags, body }: StoredSkill): Tier | null {
  if (regex.test(name)) {
    if (regex.testExact(name)) return 'full_name';
    return regex.matcher(name).lookingAt() ? 'name_prefix' : 'name_substring';
  }
  if ([title ?? '', trigger, description ?? '', ...tags].some((text) => regex.test(text))) return 'other_field';
  return body !== '' && regex.test(body) ? 'body' : null;
}

/** The skill of exactly this name, upper and lower case told apart. */
function findExact(scope: SkillScope, input: SkillSearchInput, fallbackReason: string | null): SkillCandidates {
  const skill = scope.skills.get(input.query);
  const candidates: SkillCandidate[] =
    skill && isOfType(skill, input) ? [{ skill, score_raw: 1, raw_bm25: null, tier: null }] : [];
  const step = {
    step: 'exact' as const,
    reason: fallbackReason ?? 'an exact name was requested',
    expression: input.query,
    candidates: candidates.length,
  };
  return { ...nothing('exact'), fallbackReason, candidates, path: [step] };
}

function isOfType(skill: StoredSkill, { task_type }: SkillSearchInput): boolean {
  return task_type === undefined || skill.task_type === task_type;
}
