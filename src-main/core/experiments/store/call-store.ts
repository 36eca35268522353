import type { Database } from '../../db/database.ts';
import type { ToolAnswer } from '../../planner/run/run-tool.ts';

/** Where a call of a live tool stands: a trial, and its number in it from 1. */
export interface CallPlace {
  readonly trial: number;
  readonly number: number;
}

/** Calls of live tools with their answers. What was kept is on the disk when the function returns. */
export class CallStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The kept answer; null where the call was not answered, or another one was made in its place. */
  find({ trial, number }: CallPlace, call: string): ToolAnswer | null {
    const row = this.#database
      .prepare<[number, number], { call: string; answer: string }>(
        'SELECT call, answer FROM calls WHERE trial = ? AND number = ?',
      )
      .get(trial, number);
    return row?.call === call ? (JSON.parse(row.answer) as ToolAnswer) : null;
  }

  keep({ trial, number }: CallPlace, call: string, answer: ToolAnswer): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO calls (trial, number, call, answer) VALUES (?, ?, ?, ?)')
      .run(trial, number, call, JSON.stringify(answer));
  }
}
