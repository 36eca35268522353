import type { UseEvent } from '#shared/domain/use.ts';
import type { Machine } from '../../client-configs/client-definition.ts';
import type { Files } from '../../files/files.ts';

/** An event as a log has it, before names are mapped to the catalog. */
export interface LoggedEvent extends Omit<UseEvent, 'origin' | 'session' | 'tool' | 'source'> {
  /** What the log calls the session; undefined where the file is one session. */
  readonly session?: string | undefined;
  /** What the log calls this event, so that it counts once however often it is read; undefined where only its place tells. */
  readonly id?: string | undefined;
  /** Whether Pegboard's own gateway carried it, whose log may have it too. */
  readonly via?: boolean;
}

/** How an event ended that may have been read before. */
export interface LoggedOutcome {
  readonly id: string;
  readonly session?: string | undefined;
  /** When it ended; null where the log does not say. */
  readonly at: number | null;
  readonly ok: boolean | null;
  readonly ms: number | null;
  readonly tokens: number | null;
  readonly found: readonly string[] | null;
}

export interface Logged {
  readonly events: readonly LoggedEvent[];
  readonly outcomes: readonly LoggedOutcome[];
}

/** What a reader may know of the workspace and the computer. */
export interface UseReadContext {
  readonly machine: Machine | undefined;
  readonly files: Files;
  readonly userDataDir: string;
  readonly root: string;
  /** What hosts call our gateway. */
  readonly serverName: string;
}

/** Reads the values of one file, one after the other; what it remembers in between is its own. Throws `BrokenLine` for a value that cannot be one of this log. */
export type ReadValue = (value: unknown) => Logged;

/** A line that cannot be one of the log. */
export class BrokenLine extends Error {}

/** A log of lines, each a JSON value. */
export interface LineReader {
  readonly form: 'lines';
  /** Where the client keeps its logs; empty where only the user knows. */
  places(context: UseReadContext): readonly string[];
  /** Names of its files in a folder. */
  readonly fileName: RegExp;
  /** Whether a file may also be a single JSON value over many lines. */
  readonly mayBeDocument?: boolean;
  begin(context: UseReadContext): ReadValue;
}

/** A log in a database of ours. */
export interface DatabaseReader {
  readonly form: 'database';
  places(context: UseReadContext): Promise<readonly string[]>;
  /**
   * Events after a number, in order; the last number that was looked at, and whether there may be more. `head`: which log it is. Null where there is no log.
   */
  read(
    path: string,
    after: { readonly head: string; readonly number: number },
    context: UseReadContext,
  ): Promise<DatabasePage | null>;
}

export interface DatabasePage extends Logged {
  readonly head: string;
  readonly last: number;
  /** Rows that were looked at, and those that could not be read. */
  readonly rows: number;
  readonly broken: number;
  readonly hasMore: boolean;
  readonly problem: string | null;
}

export type UseReader = LineReader | DatabaseReader;
