import type { Postgres } from '../../db/postgres/postgres.ts';
import { addToTrail } from '../trail/postgres-trail.ts';
import type { TrailChange } from '../trail/trail-entry.ts';
import type { NewSignIn, SignInCount, SignInPlace, SignInRow, SignInRows, SignInUse } from './sign-in-rows.ts';

/** The time of the database, which all processes share, milliseconds since 1970. */
const dbNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
const columns = 'caller, source, name, sealed, version, signed_in_at, last_used_at';

/** Sign-ins of callers in the store. */
export class PostgresSignIns implements SignInRows {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async read({ caller, source }: SignInPlace): Promise<SignInRow | null> {
    const [row] = await this.#postgres.rows<SignInRow>(
      `SELECT ${columns} FROM sign_ins WHERE caller = $1 AND source = $2`,
      [caller, source],
    );
    return row ?? null;
  }

  async put({ caller, source, name, sealed, signed_in_at }: NewSignIn): Promise<void> {
    await this.#postgres.rows(
      `INSERT INTO sign_ins (${columns}) VALUES ($1, $2, $3, $4, nextval('sign_in_versions'), $5, NULL)
       ON CONFLICT (caller, source) DO UPDATE SET name = excluded.name, sealed = excluded.sealed,
         version = excluded.version, signed_in_at = excluded.signed_in_at, last_used_at = NULL, claimed_until = 0`,
      [caller, source, name, sealed, signed_in_at],
    );
  }

  async replace({ caller, source }: SignInPlace, version: number, sealed: string): Promise<boolean> {
    const rows = await this.#postgres.rows(
      `UPDATE sign_ins SET sealed = $4, version = nextval('sign_in_versions'), claimed_until = 0
       WHERE caller = $1 AND source = $2 AND version = $3 RETURNING 1 AS one`,
      [caller, source, version, sealed],
    );
    return rows.length > 0;
  }

  async claim({ caller, source }: SignInPlace, version: number, forMs: number): Promise<boolean> {
    const rows = await this.#postgres.rows(
      `UPDATE sign_ins SET claimed_until = ${dbNow} + $4
       WHERE caller = $1 AND source = $2 AND version = $3 AND claimed_until < ${dbNow} RETURNING 1 AS one`,
      [caller, source, version, forMs],
    );
    return rows.length > 0;
  }

  async remove({ caller, source }: SignInPlace, version?: number): Promise<boolean> {
    const rows = await this.#postgres.rows(
      'DELETE FROM sign_ins WHERE caller = $1 AND source = $2 AND ($3::bigint IS NULL OR version = $3) RETURNING 1 AS one',
      [caller, source, version ?? null],
    );
    return rows.length > 0;
  }

  /** Removes a sign-in, and keeps in the audit trail that somebody did; whether it was there. Errors: those of the store. */
  revoke({ caller, source }: SignInPlace, change: TrailChange, at: number): Promise<boolean> {
    return this.#postgres.transaction(async (client) => {
      const { rowCount } = await client.query('DELETE FROM sign_ins WHERE caller = $1 AND source = $2', [
        caller,
        source,
      ]);
      if (rowCount === 0) return false;
      await addToTrail(client, [change], at);
      return true;
    });
  }

  async noteUses(uses: readonly SignInUse[]): Promise<void> {
    await this.#postgres.rows(
      `UPDATE sign_ins SET last_used_at = greatest(last_used_at, given.at)
       FROM jsonb_to_recordset($1) AS given (caller text, source text, at bigint)
       WHERE sign_ins.caller = given.caller AND sign_ins.source = given.source`,
      [JSON.stringify(uses)],
    );
  }

  list(): Promise<readonly SignInRow[]> {
    return this.#postgres.rows<SignInRow>(`SELECT ${columns} FROM sign_ins ORDER BY caller, source`);
  }

  counts(): Promise<readonly SignInCount[]> {
    return this.#postgres.rows<SignInCount>(
      'SELECT source, count(*) AS callers FROM sign_ins GROUP BY source ORDER BY callers DESC, source COLLATE "C"',
    );
  }
}
