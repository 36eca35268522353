import { createHash } from 'node:crypto';
import { type ReportedUsage, reportedUsageSchema } from '#shared/domain/experiment.ts';
import type { Database } from '../../db/database.ts';
import type { ModelMessage } from '../../planner/models/model-client.ts';

/** Where a request stands: a trial, and its number in it from 1. */
export interface RequestPlace {
  readonly trial: number;
  readonly step: number;
}

export interface KeptReply {
  readonly reply: string;
  readonly usage: ReportedUsage | null;
  /** Milliseconds that it took. */
  readonly ms: number;
}

interface Row {
  readonly request: string;
  readonly reply: string | null;
  readonly usage: string | null;
  readonly ms: number | null;
}

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
    return { reply: row.reply, usage: usageOf(row.usage), ms: row.ms ?? 0 };
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

  keep({ trial, step }: RequestPlace, { reply, usage, ms }: KeptReply): void {
    this.#database
      .prepare('UPDATE replies SET reply = ?, usage = ?, ms = ? WHERE trial = ? AND step = ?')
      .run(reply, usage && JSON.stringify(usage), ms, trial, step);
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

  /** Requests that were sent more than once, since nobody knows whether they were answered. */
  sentAgain(): number {
    return Number(this.#database.prepare('SELECT coalesce(sum(sent - 1), 0) FROM replies').pluck().get());
  }

  #row({ trial, step }: RequestPlace): Row | undefined {
    return this.#database
      .prepare<[number, number], Row>('SELECT request, reply, usage, ms FROM replies WHERE trial = ? AND step = ?')
      .get(trial, step);
  }
}

function requestOf(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages.map(({ role, content }) => [role, hashOf(content)]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function usageOf(text: string | null): ReportedUsage | null {
  return text === null ? null : reportedUsageSchema.parse(JSON.parse(text));
}
