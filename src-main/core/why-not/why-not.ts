import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { WhyNot, WhyNotReason, WhyNotRequest, WhyNotWord } from '#shared/domain/why-not.ts';
import { type RegexTier, tierScores } from '../search/regex-match.ts';
import { notConfigured } from '../search/search-scope.ts';
import { explainToolRank } from './explain-tool-rank.ts';
import type { GoldenRanks, LabelledQuery } from './golden-cost.ts';
import type { OverlayTrials } from './overlay-trials.ts';
import { queryWordsIn, toolWords } from './query-and-tool-words.ts';
import { suggestEdits } from './suggest.ts';
import { type ToolRank, toolRankOf } from './tool-rank.ts';

/** Golden queries with the ranks of their expected tools before any edit, and the lines that could not be read. */
export interface Golden {
  readonly queries: readonly LabelledQuery[];
  readonly ranks: GoldenRanks;
  readonly problems: readonly string[];
}

/** Most results that a model may ask for. */
const largestLimit = 20;

/**
 * Why a search does not return a tool that its caller may use, or where it stands, and which edits would lift it. Errors:
 * `tool_search_not_configured`, `cancelled`.
 */
export async function explainTool(
  trials: OverlayTrials,
  { input, suggest }: Pick<WhyNotRequest, 'input' | 'suggest'>,
  asked: {
    readonly tool: CatalogTool;
    readonly golden: Golden;
    /** Revision of `pegboard.yaml`. */
    readonly base: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<WhyNot> {
  const { scope } = trials;
  const { tool, golden, base, signal } = asked;
  if (!scope.config.enabled) throw notConfigured();
  const isLeftOut = tool.mode === 'always' && !input.include_always_loaded;
  const searched: ToolSearchInput = isLeftOut ? { ...input, include_always_loaded: true } : input;
  const standing = toolRankOf(scope, searched, tool.name);
  const words = queryWordsIn(scope, input.query, standing, tool);
  const limit = Math.min(input.limit, scope.config.max_search_results);
  const { strength, ...scores } = explainToolRank(scope, searched, standing);
  const drops = scope.config.weak_results === 'drop' && standing.found.effective === 'fts';
  const ranked = reasonOf(tool, { input, standing, words, limit, isLeftOut, maximum: scope.config.max_search_results });
  const isDropped = ranked.kind === 'found' && drops && strength === 'weak';
  const reason: WhyNotReason = isDropped ? { kind: 'too_weak', rank: ranked.rank } : ranked;
  const answer = {
    audience: 'host' as const,
    tool: tool.name,
    query: input.query,
    search_type: { requested: input.search_type, effective: standing.found.effective },
    ranking: scope.ranking.kind,
    reason,
    candidates: standing.found.candidates.scores.length,
    words,
    tool_words: toolWords(tool),
    ...scores,
    golden: { queries: golden.queries.length, problems: golden.problems },
  };
  const none = whyNone(reason);
  if (!suggest || none !== null)
    return { ...answer, suggestions: [], base: null, no_suggestion: suggest ? none : null };
  const found = await suggestEdits({ trials, input, tool, standing, limit, golden, signal });
  return { ...answer, suggestions: found.suggestions, base, no_suggestion: found.none };
}

/** The answer for a tool that the caller may not use: no search ran. */
export function explainAbsence(
  { input }: Pick<WhyNotRequest, 'input'>,
  {
    name,
    reason,
    ranking,
  }: { readonly name: string; readonly reason: WhyNotReason; readonly ranking: WhyNot['ranking'] },
): WhyNot {
  return {
    audience: 'host',
    tool: name,
    query: input.query,
    search_type: { requested: input.search_type, effective: input.search_type },
    ranking,
    reason,
    candidates: 0,
    words: [],
    tool_words: [],
    arithmetic: null,
    ahead: [],
    suggestions: [],
    base: null,
    no_suggestion: whyNone(reason),
    golden: { queries: 0, problems: [] },
  };
}

interface Facts {
  readonly input: ToolSearchInput;
  readonly standing: ToolRank;
  readonly words: readonly WhyNotWord[];
  readonly limit: number;
  readonly isLeftOut: boolean;
  readonly maximum: number;
}

function reasonOf(tool: CatalogTool, { input, standing, words, limit, isLeftOut, maximum }: Facts): WhyNotReason {
  const { found, rank } = standing;
  const step = found.path.at(-1);
  if (found.by.kind === 'nothing') return { kind: 'blank_query' };
  if (isLeftOut) {
    const { mode_reason } = tool;
    const isAsked = ['pattern', 'declaration', 'source_list'].includes(mode_reason.rule);
    return { kind: isAsked ? 'always_loaded' : 'not_deferred', mode_reason, rank };
  }
  if (rank === null) {
    if (found.by.kind === 'exact') {
      return { kind: 'other_name', differs_by_case: tool.name.toLowerCase() === input.query.toLowerCase() };
    }
    if (found.by.kind === 'regex') return { kind: 'pattern_does_not_match', pattern: step?.expression ?? '' };
    const has = words.filter((word) => word.searched && word.in_tool);
    if (found.by.kind === 'bm25' && step?.step === 'fts_all_terms' && has.length > 0) {
      const missing = words.filter((word) => word.searched && !word.in_tool).map((word) => word.text);
      return { kind: 'earlier_step_answered', step: step.step, candidates: step.candidates, missing };
    }
    return { kind: 'no_common_term' };
  }
  if (rank <= limit) return { kind: 'found', rank };
  const higher = tiersAhead(standing);
  const tier = standing.hit?.candidate.tier ?? null;
  if (tier !== null && higher.reduce((sum, one) => sum + one.tools, 0) >= limit) {
    return { kind: 'lower_tier', rank, tier, ahead: higher };
  }
  if (rank > largestLimit) return { kind: 'ranked_behind', rank, limit };
  // When both limits apply, a larger request would not return more.
  if (rank > maximum) return { kind: 'cut_by_limit', rank, limit: maximum, by: 'configuration' };
  return { kind: 'cut_by_limit', rank, limit, by: 'request' };
}

/** How many tools a regex matches in each tier above that of the tool. */
function tiersAhead({ found, hit }: ToolRank): { tier: RegexTier; tools: number }[] {
  const own = hit?.candidate.tier;
  if (!own) return [];
  const counts = new Map<RegexTier, number>();
  for (let i = 0; i < found.candidates.scores.length; i++) {
    const { tier } = found.candidates.at(i);
    if (tier && tierScores[tier] > tierScores[own]) counts.set(tier, (counts.get(tier) ?? 0) + 1);
  }
  return [...counts].map(([tier, tools]) => ({ tier, tools })).sort((a, b) => tierScores[b.tier] - tierScores[a.tier]);
}

/** Why words in an overlay would not help; null where they may. */
function whyNone({ kind }: WhyNotReason): string | null {
  switch (kind) {
    case 'unknown_name':
      return 'An overlay can only change tools that exist.';
    case 'source_disabled':
    case 'not_approved':
    case 'denied_by_policy':
    case 'hidden_by_persona':
      return 'Words in its overlay would not change that.';
    case 'blank_query':
      return 'There is no query yet.';
    case 'always_loaded':
    case 'not_deferred':
      return 'It is in the prompt already. Set loading_mode: deferred in its overlay to have it searched.';
    default:
      return null;
  }
}
