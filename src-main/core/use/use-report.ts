import { useSearchWindowMs } from '#shared/domain/use.ts';
import type { UseReport, UseReportInput, UseRow } from '#shared/domain/use-report.ts';
import type { Database } from '../db/database.ts';
import { inBatches } from '../prompt/in-batches.ts';
import type { UseNames } from './map-names.ts';
import { type CarriedTool, UseFigures } from './use-figures.ts';
import { eventMapper, fits, joined, type MappedEvent, type StoredEvent, scopeOf, searchOutcome } from './use-rows.ts';
import { calledNext } from './use-sessions.ts';

export interface UseReportOptions {
  readonly names: UseNames;
  readonly carried: readonly CarriedTool[];
  /** Sources in the order of the workspace. */
  readonly sources: readonly string[];
  /** Milliseconds that only grow. */
  readonly clock: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** The figures of a scope. Errors: those of SQLite, `cancelled`. */
export async function reportOfUse(
  database: Database,
  input: UseReportInput,
  options: UseReportOptions,
): Promise<UseReport> {
  const figures = new UseFigures(options.names);
  const until = input.until ?? Number.MAX_SAFE_INTEGER;
  // The call that follows the last search of the scope may be after its end.
  const scope = scopeOf(database, {
    ...input,
    until: Math.min(until + useSearchWindowMs + 1, Number.MAX_SAFE_INTEGER),
  });
  const statement = database.prepare<unknown[], StoredEvent>(
    `SELECT * FROM events WHERE ${joined([scope]).sql} ORDER BY session, at, id`,
  );
  const toEvent = eventMapper(options.names);
  let session: MappedEvent[] = [];
  const finish = () => {
    figures.add(rowsOf(session).filter((row) => row.at < until && fits(row, { source: input.source }, options.names)));
    session = [];
  };
  for await (const stored of inBatches(statement.iterate(...scope.given), options)) {
    if (session[0] && session[0].session !== stored.session) finish();
    session.push(toEvent(stored));
  }
  finish();
  return figures.report(options);
}

/** Events of a session with what came of its searches. */
function rowsOf(events: readonly MappedEvent[]): UseRow[] {
  const called = calledNext(events);
  return events.map((event, i) => ({
    ...event,
    called: called[i] ?? null,
    search: event.kind === 'search' ? searchOutcome(event.found, called[i] ?? null) : null,
  }));
}
