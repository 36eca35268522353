import type { Postgres, PostgresClient } from '../../db/postgres/postgres.ts';
import type { Trail, TrailScope } from './trail.ts';
import { chained, changesOf, type Facts, type TrailChange, type TrailEntry } from './trail-entry.ts';

/** The audit trail that the processes of a server share. */
export class PostgresTrail implements Trail {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  observe(scope: TrailScope, facts: Facts, { by, at }: { readonly by: string; readonly at: number }) {
    return this.#postgres.transaction(async (client) => {
      await takeTurn(client);
      const { rows } = await client.query<{ facts: string }>('SELECT facts FROM trail_observed WHERE scope = $1', [
        scope,
      ]);
      const [known] = rows;
      const changes = changesOf(scope, known ? (JSON.parse(known.facts) as Facts) : null, facts, by);
      if (changes.length === 0) return [];
      await client.query(
        'INSERT INTO trail_observed VALUES ($1, $2) ON CONFLICT (scope) DO UPDATE SET facts = excluded.facts',
        [scope, JSON.stringify(facts)],
      );
      return addToTrail(client, changes, at);
    });
  }

  read(after: number, limit: number): Promise<TrailEntry[]> {
    return this.#postgres.rows<TrailEntry>('SELECT * FROM trail WHERE number > $1 ORDER BY number LIMIT $2', [
      after,
      limit,
    ]);
  }

  newest(limit: number): Promise<TrailEntry[]> {
    return this.#postgres.rows<TrailEntry>('SELECT * FROM trail ORDER BY number DESC LIMIT $1', [limit]);
  }

  /** The store ends its connections itself. */
  close(): void {}
}

/** Adds changes to the trail, within a transaction that did them. Errors: those of the store. */
export async function addToTrail(
  client: PostgresClient,
  changes: readonly TrailChange[],
  at: number,
): Promise<TrailEntry[]> {
  await takeTurn(client);
  const { rows } = await client.query<TrailEntry>('SELECT * FROM trail ORDER BY number DESC LIMIT 1');
  const entries = chained(rows[0], changes, at);
  await client.query(
    `INSERT INTO trail SELECT * FROM jsonb_to_recordset($1) AS given (number bigint, at bigint, by text, action text,
       subject text, before text, after text, previous text, hash text)`,
    [JSON.stringify(entries)],
  );
  return entries;
}

async function takeTurn(client: PostgresClient): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('pegboard trail'), hashtext(current_schema()))`);
}
