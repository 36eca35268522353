import type { EvalPlaces, EvalReport, EvalResult } from '#shared/domain/eval-set.ts';
import type { MeasuredEngine } from './measure-engines.ts';
import type { EvalQuery } from './read-eval-set.ts';

/** A query and the file it stands in. */
export interface FileQuery extends EvalQuery {
  readonly file: string;
}

const shownInstead = 5;

/** What was measured as one report: a row an engine, and what became of each query under each. */
export function buildReport(
  tools: number,
  queries: readonly FileQuery[],
  measured: readonly MeasuredEngine[],
): EvalReport {
  const results = queries.map(({ query, relevant, file, line }, i): EvalResult => {
    const engines = measured.flatMap(({ row, outcomes }) => {
      const outcome = outcomes[i];
      return outcome ? [[row.engine, placesOf(outcome)] as const] : [];
    });
    return { query, relevant, file, line, engines: Object.fromEntries(engines) };
  });
  return { tools, queries: queries.length, engines: measured.map(({ row }) => row), results };
}

function placesOf({ ranks, ranked }: Pick<MeasuredEngine['outcomes'][number], 'ranks' | 'ranked'>): EvalPlaces {
  const first = ranks.reduce((best: number, rank) => Math.min(best, rank ?? Number.POSITIVE_INFINITY), Infinity);
  return { ranks, instead: ranked.slice(0, Math.min(first - 1, shownInstead)) };
}
