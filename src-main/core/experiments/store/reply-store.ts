import { createHash } from 'node:crypto';
import type { ReportedUsage } from '#shared/domain/experiment.ts';
import type { Database } from '../../db/database.ts';
import type { ModelMessage } from '../../planner/models/model-client.ts';

/** Where a request stands: a trial, and its number in it from 1. */
export interface RequestPlace {
  readonly trial: number;
  readonly step: number;
}

export interface KeptReply {
  readonly reply: string;
  readonly tokens: ReportedUsage;
  /** Whether the provider counted the tokens; else they are an estimate. */
  readonly counted: boolean;
  /** Milliseconds that it took. */
  readonly ms: number;
}

/** What requests took together. */
export interface Spent {
  /** Sent, those that were sent again included. */
  readonly requests: number;
  readonly tokens: ReportedUsage;
  /** Whether the provider counted the tokens of every request. */
  readonly counted: boolean;
  readonly ms: number;
}

interface Row {
  readonly request: string;
  readonly reply: string | null;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly counted: number;
  readonly ms: number;
}

const sums = `coalesce(sum(sent), 0) AS requests, coalesce(sum(input), 0) AS input, coalesce(sum(cached), 0) AS cached,
  coalesce(sum(output), 0) AS output, coalesce(min(counted), 0) AS counted, coalesce(sum(ms), 0) AS ms`;
type Sums = Omit<Row, 'request' | 'reply'> & { readonly requests: number };

/** Requests and replies of an experiment in its database. What was kept is on the disk when the function returns. */
export class ReplyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What is kept of a request: `differs` where another one was sent in its place, null where it was not answered. */
  find(place: RequestPlace, messages: readonly ModelMessage[]): KeptReply | 'differs' | null {
    const row = this.#row(place);
    if (!row) return null;
    if (row.request !== requestOf(messages)) return 'differs';
    if (row.reply === null) return null;
    const { reply, input, cached, output, counted, ms } = row;
    return { reply, tokens: { input, cached, output }, counted: counted === 1, ms };
  }

  /** Notes that a request is about to be sent. One that was sent and not answered before counts as sent again. */
  noteSent({ trial, step }: RequestPlace, messages: readonly ModelMessage[]): void {
    const text = this.#database.prepare('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)');
    const request = this.#database.prepare(
      `INSERT INTO replies (trial, step, request, sent) VALUES (?, ?, ?, 1)
       ON CONFLICT (trial, step) DO UPDATE SET sent = sent + 1`,
    );
    this.#database
      .transaction(() => {
        for (const { content } of messages) text.run(hashOf(content), content);
        request.run(trial, step, requestOf(messages));
      })
      .immediate();
  }

  keep({ trial, step }: RequestPlace, { reply, tokens, counted, ms }: KeptReply): void {
    this.#database
      .prepare(
        `UPDATE replies SET reply = @reply, input = @input, cached = @cached, output = @output, counted = @counted, ms = @ms
         WHERE trial = @trial AND step = @step`,
      )
      .run({ trial, step, reply, ...tokens, counted: counted ? 1 : 0, ms });
  }

  /** The requests of a trial that were answered, as they were sent. */
  requests(trial: number): { readonly messages: ModelMessage[]; readonly reply: string }[] {
    const rows = this.#database
      .prepare<[number], Row>('SELECT request, reply FROM replies WHERE trial = ? AND reply IS NOT NULL ORDER BY step')
      .all(trial);
    const text = this.#database.prepare<[string], { text: string }>('SELECT text FROM texts WHERE hash = ?');
    return rows.map(({ request, reply }) => ({
      messages: (JSON.parse(request) as [ModelMessage['role'], string][]).map(([role, hash]) => ({
        role,
        content: text.get(hash)?.text ?? '',
      })),
      reply: reply ?? '',
    }));
  }

  /** What the requests of a trial took, or of all trials. */
  spent(trial?: number): Spent {
    const row =
      trial === undefined
        ? this.#database.prepare<[], Sums>(`SELECT ${sums} FROM replies`).get()
        : this.#database.prepare<[number], Sums>(`SELECT ${sums} FROM replies WHERE trial = ?`).get(trial);
    const { requests = 0, input = 0, cached = 0, output = 0, counted = 0, ms = 0 } = row ?? {};
    return { requests, tokens: { input, cached, output }, counted: counted === 1, ms };
  }

  /** Requests that were sent more than once, since nobody knows whether they were answered. */
  sentAgain(): number {
    return Number(this.#database.prepare('SELECT coalesce(sum(sent - 1), 0) FROM replies').pluck().get());
  }

  #row({ trial, step }: RequestPlace): Row | undefined {
    return this.#database
      .prepare<[number, number], Row>('SELECT * FROM replies WHERE trial = ? AND step = ?')
      .get(trial, step);
  }
}

function requestOf(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, hashOf(content)]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
