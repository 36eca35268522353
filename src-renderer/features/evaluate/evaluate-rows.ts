import type { EvalChange, EvalComparison } from '#shared/domain/eval-comparison.ts';
import type { EvalEngineName, EvalPlaces, EvalRanks, EvalReport, EvalResult } from '#shared/domain/eval-set.ts';
import type { GoldenQuery, GoldenSet } from '#shared/domain/golden-query.ts';
import { strings } from '../../strings/evaluate.ts';
import type { EvaluateView } from './evaluate-store.ts';

/** A golden query with what the last run found for it. */
export interface EvaluateRow {
  readonly key: string;
  readonly golden: GoldenQuery;
  /** Null where the run did not have this query with these right answers. */
  readonly result: EvalResult | null;
  /** Under the engine that is shown. */
  readonly places: EvalPlaces | null;
  /** The result of the other run, when it was better or worse. */
  readonly change: EvalChange | null;
  /** Ranks in the run that is compared with, under the shown engine; null where that run did not have this query. */
  readonly before: EvalRanks | null;
}

export const rowFilters = ['all', 'not-first', 'missed', 'worse', 'better'] as const;
export type RowFilter = (typeof rowFilters)[number];

/** A query and its expected results, independent of its line. */
const answerKey = ({ query, relevant }: Pick<EvalChange, 'query' | 'relevant'>) => JSON.stringify([query, relevant]);

/** The golden queries in their order, with what became of them. */
export function evaluateRows(
  queries: readonly GoldenQuery[],
  run: { readonly report: EvalReport; readonly comparison: EvalComparison | null } | null,
  engine: EvalEngineName | null,
): EvaluateRow[] {
  const results = new Map(run?.report.results.map((result) => [answerKey(result), result]));
  const compared = run?.comparison?.engines.find((one) => one.engine === engine);
  const changes = new Map(compared?.changes.map((change) => [answerKey(change), change]));
  const added = new Set(run?.comparison?.added_queries.map(answerKey));
  return queries.map((golden) => {
    const key = answerKey(golden);
    const result = results.get(key) ?? null;
    const places = (engine && result?.engines[engine]) ?? null;
    const change = (result && changes.get(key)) ?? null;
    const wasMeasured = compared !== undefined && places !== null && !added.has(key);
    return {
      key: `${golden.file}:${golden.line}`,
      golden,
      result,
      places,
      change,
      before: change?.before ?? (wasMeasured ? places.ranks : null),
    };
  });
}

/** Rank of the last required tool; 1 where no other tool stands above one of them, null where one of them is behind the tenth. */
export function worstRank(ranks: EvalRanks): number | null {
  if (ranks.length === 0 || ranks.includes(null)) return null;
  const worst = Math.max(...ranks.map((rank) => rank ?? 0));
  return worst <= ranks.length ? 1 : worst;
}

/** Ranks as they are shown: `3`, `–` behind the tenth, several right tools separated by commas. */
export function ranksText(ranks: EvalRanks): string {
  return ranks.map((rank) => rank ?? '–').join(', ');
}

/** Whether a row belongs to a filter; without a result it belongs to none but all. */
export function isIn(filter: RowFilter, { places, change }: EvaluateRow): boolean {
  if (filter === 'all') return true;
  if (filter === 'better' || filter === 'worse') return change?.change === filter;
  if (!places) return false;
  const rank = worstRank(places.ranks);
  return filter === 'missed' ? rank === null || rank > 5 : rank !== 1;
}

/** Why a filter has no count and cannot be chosen; null where it can. */
export function unknownReason(
  filter: RowFilter,
  { hasRun, isCompared }: { readonly hasRun: boolean; readonly isCompared: boolean },
): string | null {
  if (filter === 'all') return null;
  if (!hasRun) return strings.queryFilter.runFirst;
  return isCompared || (filter !== 'worse' && filter !== 'better') ? null : strings.queryFilter.compareFirst;
}

/** What the screen lists: the rows of its file, those that filter and text leave, and the current one. */
export function listRows({
  golden,
  view,
  text,
  finished,
}: {
  golden: GoldenSet;
  view: Pick<EvaluateView, 'file' | 'filter' | 'missesFirst' | 'shown' | 'current'>;
  text: string;
  finished: { readonly report: EvalReport; readonly comparison: EvalComparison | null } | null;
}): ListedRows {
  const measured = finished?.report.engines.map(({ engine }) => engine) ?? [];
  const shown = view.shown !== null && measured.includes(view.shown) ? view.shown : (measured[0] ?? null);
  const file = golden.files.some((one) => one.path === view.file) ? view.file : null;
  const queries = golden.queries.filter((query) => file === null || query.file === file);
  const rows = evaluateRows(queries, finished, shown);
  const found = filterRows(rows, view.filter, text);
  const listed = view.missesFirst && shown !== null ? missesFirst(found) : found;
  const current = listed.find(({ key }) => key === view.current) ?? listed[0] ?? null;
  return { measured, shown, file, rows, listed, current };
}

export interface ListedRows {
  /** The engines that the run measured. */
  readonly measured: readonly EvalEngineName[];
  /** The engine whose ranks are listed; null before a run. */
  readonly shown: EvalEngineName | null;
  /** Only this file; null for all. */
  readonly file: string | null;
  readonly rows: readonly EvaluateRow[];
  readonly listed: readonly EvaluateRow[];
  readonly current: EvaluateRow | null;
}

/** The rows of a filter that hold every word of a text in their query or their right tools. */
export function filterRows(rows: readonly EvaluateRow[], filter: RowFilter, text: string): EvaluateRow[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (!isIn(filter, row)) return false;
    if (words.length === 0) return true;
    const { query, relevant } = row.golden;
    const searched = `${query}\n${relevant.flat().join('\n')}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

/** The worst rank first, equal ones in their order; what was not measured comes last. */
export function missesFirst(rows: readonly EvaluateRow[]): EvaluateRow[] {
  const badness = ({ places }: EvaluateRow) =>
    places === null ? 0 : (worstRank(places.ranks) ?? Number.POSITIVE_INFINITY);
  return rows.toSorted((a, b) => (badness(a) === badness(b) ? 0 : badness(b) - badness(a)));
}

/** How good the rank of the last required tool is: what the hue and the stripes of a cell say. */
export function rankTone(ranks: EvalRanks): 'first' | 'near' | 'far' | 'missed' {
  const rank = worstRank(ranks);
  if (rank === null) return 'missed';
  return rank === 1 ? 'first' : rank <= 5 ? 'near' : 'far';
}

/** Whether the run has exactly these queries with these answers. */
export function hasSameQueries(queries: readonly GoldenQuery[], report: EvalReport): boolean {
  const measured = new Set(report.results.map(answerKey));
  return queries.length === report.results.length && queries.every((query) => measured.has(answerKey(query)));
}
