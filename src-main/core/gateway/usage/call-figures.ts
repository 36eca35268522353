import type { UsageOutcome } from '#shared/domain/usage.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { lookAtLog } from './look-at-log.ts';
import { sums } from './usage-totals.ts';

/** The first groups of a sum, and how many groups there are. */
interface Groups<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/** What a log says of its calls since a time. */
interface CallFigures {
  /** Requests by persona, the most first. */
  readonly personas: Groups<{ readonly persona: string | null; readonly requests: number; readonly failed: number }>;
  /** Requests that went to a source, by how they ended, the most first. */
  readonly outcomes: Groups<{ readonly source: string; readonly outcome: UsageOutcome; readonly requests: number }>;
  /** Why the log cannot be read; null when it can. */
  readonly problem: string | null;
}

/** Sums up a log since a time, milliseconds since 1970, with at most so many rows of each list. Errors: those of the store. */
export type ReadCallFigures = (since: number, limit: number) => Promise<CallFigures>;

/** The statements of both stores; `?` stands for the time and the limit. */
const byPersona = `SELECT persona, ${sums}, count(*) OVER () AS total FROM requests LEFT JOIN sessions ON sessions.id = requests.session
  WHERE at >= ? GROUP BY persona ORDER BY requests DESC, persona NULLS FIRST LIMIT ?`;
const byOutcome = `SELECT source, outcome, count(*) AS requests, count(*) OVER () AS total FROM requests
  WHERE at >= ? AND source IS NOT NULL GROUP BY source, outcome ORDER BY requests DESC, source, outcome LIMIT ?`;

type Counted<Row> = Row & { readonly total: number };
type Persona = Counted<CallFigures['personas']['rows'][number]>;
type Outcome = Counted<CallFigures['outcomes']['rows'][number]>;

/** Sums up the log at a path, which is asked for each time. */
export function fileFigures(path: () => Promise<string>, parts: Parameters<typeof lookAtLog>[2]): ReadCallFigures {
  return async (since, limit) => {
    const read = await lookAtLog(
      await path(),
      (database) => ({
        personas: groups(database.prepare<[number, number], Persona>(byPersona).all(since, limit)),
        outcomes: groups(database.prepare<[number, number], Outcome>(byOutcome).all(since, limit)),
      }),
      parts,
    );
    return {
      ...(read.result ?? { personas: groups<Persona>([]), outcomes: groups<Outcome>([]) }),
      problem: read.problem,
    };
  };
}

/** Sums up the log that the processes of a gateway server share. */
export function postgresFigures(postgres: Postgres): ReadCallFigures {
  return async (since, limit) => {
    const [personas, outcomes] = await Promise.all([
      postgres.rows<Persona>(numbered(byPersona), [since, limit]),
      postgres.rows<Outcome>(numbered(byOutcome), [since, limit]),
    ]);
    return { personas: groups(personas), outcomes: groups(outcomes), problem: null };
  };
}

function groups<Row>(rows: readonly Counted<Row>[]): Groups<Row> {
  return { rows, total: rows[0]?.total ?? 0 };
}

/** A statement with the parameters as PostgreSQL has them. */
function numbered(statement: string): string {
  let number = 0;
  return statement.replaceAll('?', () => `$${++number}`);
}
