import { setImmediate } from 'node:timers/promises';
import type { ToolSearchInput } from '#shared/domain/search-request.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { EditedField, Suggestion, ToolEdit } from '#shared/domain/why-not.ts';
import { throwIfCancelled } from '../cancellation.ts';
import { applyEdit, editAsChange, editAsYaml } from './apply-edit.ts';
import { type GoldenRanks, goldenCost, goldenRanks, type LabelledQuery } from './golden-cost.ts';
import type { OverlayTrials } from './overlay-trials.ts';
import { type ToolRank, toolRankOf } from './tool-rank.ts';
import { isSaidAlready, isVerbatim, type PoolWord, wordPool } from './word-pool.ts';

/** The miss for which edits are tried. */
interface Wanted {
  readonly trials: OverlayTrials;
  readonly input: ToolSearchInput;
  readonly tool: CatalogTool;
  readonly standing: ToolRank;
  /** Most results that the search shows. */
  readonly limit: number;
  readonly golden: { readonly queries: readonly LabelledQuery[]; readonly ranks: GoldenRanks };
  readonly signal?: AbortSignal | undefined;
}

/** An edit that was tried. */
interface Tried {
  readonly field: EditedField;
  readonly words: readonly PoolWord[];
  readonly text: string;
  readonly rank: number | null;
}

const mostAdded = 3;
/** How many words are combined into pairs and threes. */
const mostCombined = 6;
/** Sets of words that are tried in every field, and shown. */
const mostSets = 3;
const mostShown = 5;

/**
 * The smallest edits that lift a tool: to the first place, else among the first five, else into the results. At most three
 * words of the query, never all of it unless it is a single word that no tool has, each tried on the real index; best first: what reaches most, costs golden queries
 * least, adds fewest words, and of those the words that tell tools apart best. Error: `cancelled`.
 */
export async function suggestEdits(
  wanted: Wanted,
): Promise<{ readonly suggestions: readonly Suggestion[]; readonly none: string | null }> {
  const { trials, input, tool, standing, limit, golden } = wanted;
  const nothing = (none: string) => ({ suggestions: [], none });
  if (standing.rank === 1) return nothing('It is already the first result.');
  const [first, ...others] = fieldsOf(standing);
  if (first === undefined)
    return nothing('An exact search finds whole names only: no overlay changes what it returns.');
  const asked = golden.queries.filter(
    (one) => one.query !== input.query && one.relevant.some((group) => group.includes(tool.name)),
  );
  const pool = wordPool(
    trials.scope,
    input.query,
    standing,
    asked.map((one) => one.query),
  );
  if (pool.length === 0) return nothing('The query has no word that an overlay could add.');

  const tried = await tryWords(wanted, first, pool);
  const isBetter = ({ rank }: Tried) =>
    goalOf(rank, limit) < unreached && (rank ?? 0) < (standing.rank ?? Number.POSITIVE_INFINITY);
  const reached = tried.filter(isBetter).sort(byGoal(limit));
  if (reached.length === 0) {
    const best = tried.flatMap(({ rank }) => rank ?? []).sort((a, b) => a - b)[0];
    const nearest = best === undefined ? '' : `; the best of ${tried.length} that were tried reaches rank ${best}`;
    const aim =
      standing.rank !== null && standing.rank <= limit ? 'lifts it further' : `lifts it into the first ${limit}`;
    return nothing(`No edit of at most ${mostAdded} words ${aim}${nearest}.`);
  }
  const sets = bestSets(reached, limit);
  const elsewhere: Tried[] = [];
  for (const field of others) {
    const one = sets[0] && (await tryEdit(wanted, field, sets[0].words));
    if (one && isBetter(one)) elsewhere.push(one);
  }
  const suggestions: (Suggestion & { readonly tried: Tried })[] = [];
  for (const one of [...sets, ...elsewhere]) suggestions.push({ ...(await costed(wanted, one)), tried: one });
  const goal = byGoal(limit);
  const shown = suggestions.sort(
    (a, b) =>
      goalOf(a.rank.after, limit) - goalOf(b.rank.after, limit) ||
      lost(a) - lost(b) ||
      goal(a.tried, b.tried) ||
      (a.cost?.worse ?? 0) - (b.cost?.worse ?? 0),
  );
  return { suggestions: shown.slice(0, mostShown).map(({ tried: _tried, ...suggestion }) => suggestion), none: null };
}

/** The fields that a search reads and an overlay can add to; the one that costs no tokens first. */
function fieldsOf({ found }: ToolRank): readonly EditedField[] {
  switch (found.by.kind) {
    case 'pegboard':
      return ['phrases', 'tags', 'usage_hint', 'description'];
    case 'bm25':
    case 'regex':
      return ['tags', 'description'];
    case 'exact':
    case 'nothing':
      return [];
  }
}

/** Each word alone, then pairs and threes of the most promising, until one is enough for the first place. */
async function tryWords(wanted: Wanted, field: EditedField, pool: readonly PoolWord[]): Promise<Tried[]> {
  const tried: Tried[] = [];
  const attempt = async (words: readonly PoolWord[]) => {
    const one = await tryEdit(wanted, field, words);
    if (one) tried.push(one);
  };
  for (const word of pool) await attempt([word]);
  const promising = tried.toSorted((a, b) => byRank(a, b) || byWords(a, b)).map(({ words }) => words[0] as PoolWord);
  // A word that the verbatim rule keeps from standing alone may still be part of a pair.
  const left = pool.filter((word) => !promising.includes(word));
  const combined = [...promising, ...left].slice(0, mostCombined);
  for (let size = 2; size <= mostAdded; size++) {
    if (tried.some(({ rank, words }) => rank === 1 && !words.some((word) => word.isParticular))) break;
    for (const words of combinations(combined, size)) await attempt(words);
  }
  return tried;
}

function combinations(words: readonly PoolWord[], size: number): PoolWord[][] {
  if (size === 0) return [[]];
  return words.flatMap((word, i) => combinations(words.slice(i + 1), size - 1).map((rest) => [word, ...rest]));
}

/** Puts the words into a field and searches; undefined where the rules forbid the edit, or the tool says it already. */
async function tryEdit(
  { trials, input, tool, signal }: Wanted,
  field: EditedField,
  words: readonly PoolWord[],
): Promise<Tried | undefined> {
  const text = inQueryOrder(words, input.query).join(' ');
  const added = words.map((word) => word.text);
  // A word that no tool has is worth saying, even where it is the whole query.
  const isOneNew = words.length === 1 && words[0]?.isNew === true;
  if ((!isOneNew && isVerbatim(added, input.query)) || isSaidAlready(tool, field, text)) return undefined;
  await setImmediate();
  throwIfCancelled(signal);
  const rank = toolRankOf(trials.edited(applyEdit(tool, { field, text })), input, tool.name).rank;
  return { field, words, text, rank };
}

function inQueryOrder(words: readonly PoolWord[], query: string): string[] {
  const lower = query.toLowerCase();
  const placeOf = (text: string) => (lower.includes(text) ? lower.indexOf(text) : lower.length);
  return words.map(({ text }) => text).sort((a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
}

/** The best sets of words; where those take more than the smallest that reaches the results, that one too. */
function bestSets(reached: readonly Tried[], limit: number): Tried[] {
  const best = reached.slice(0, mostSets);
  const size = Math.min(...best.map(({ words }) => words.length));
  const smaller = reached.find((one) => one.words.length < size && goalOf(one.rank, limit) < unreached);
  return smaller ? [...best, smaller] : best;
}

/** What an edit did, with its cost for other golden queries. */
async function costed({ trials, input, tool, standing, golden, signal }: Wanted, one: Tried): Promise<Suggestion> {
  const { field, text, rank } = one;
  const edit: ToolEdit = { tool: tool.name, field, text };
  const { queries, ranks } = golden;
  const cost =
    queries.length === 0
      ? null
      : goldenCost(queries, {
          before: ranks,
          after: await goldenRanks(trials.edited(applyEdit(tool, edit)), queries, signal),
          except: input.query,
        });
  return {
    edit,
    change: editAsChange(tool, edit),
    words: text.split(' '),
    rank: { before: standing.rank, after: rank ?? 0 },
    cost,
    yaml: editAsYaml(tool, edit),
  };
}

const unreached = 3;

/** 0 for the first place, 1 for the first five, 2 for the results, 3 for none of these. */
function goalOf(rank: number | null, limit: number): number {
  if (rank === null || rank > limit) return unreached;
  return rank === 1 ? 0 : rank <= 5 ? 1 : 2;
}

const byGoal = (limit: number) => (a: Tried, b: Tried) =>
  goalOf(a.rank, limit) - goalOf(b.rank, limit) ||
  Number(a.words.some((word) => word.isParticular)) - Number(b.words.some((word) => word.isParticular)) ||
  a.words.length - b.words.length ||
  byRank(a, b) ||
  byWords(a, b);

function byRank(a: Tried, b: Tried): number {
  return (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER);
}

/** Words that tell more tools apart first. */
function byWords(a: Tried, b: Tried): number {
  const worth = ({ words }: Tried) => words.reduce((sum, word) => sum + word.worth, 0);
  return worth(b) - worth(a) || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0);
}

/** Golden queries whose first result an edit takes away. */
function lost({ cost }: Suggestion): number {
  return cost ? Math.max(0, cost.hit_at_1.before - cost.hit_at_1.after) : 0;
}
