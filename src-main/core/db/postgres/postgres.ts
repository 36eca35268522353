import { setTimeout } from 'node:timers/promises';
import pg, { type Pool, type PoolClient } from 'pg';
import type { PostgresSettings } from '#shared/domain/gateway-server.ts';
import { PegboardError } from '#shared/errors.ts';
import { migrate } from './migrations.ts';
import {
  isAboutValues,
  isLostConnection,
  isWorthRepeating,
  type PostgresPlace,
  postgresError,
} from './postgres-error.ts';

/** Oldest version that works, as `server_version_num` has it, and its name. */
const [oldestVersion, oldestName] = [150_000, '15'];

/** How often a transaction runs at most, and the pause before the second time, milliseconds; it doubles. */
const mostAttempts = 4;
const firstPauseMs = 20;

const bigintOid = 20;

/** A connection, within a transaction. */
export type PostgresClient = PoolClient;

export interface OpenPostgresOptions extends PostgresSettings {
  /** Variables of the environment, for `url`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether to bring the schema up to date; who only reads does not. */
  readonly migrates: boolean;
  /** Told when it stops to answer, and null when it answers again. */
  readonly onProblem?: (problem: string | null) => void;
}

/** A PostgreSQL with our schema in it. */
export class Postgres {
  readonly pool: Pool;
  readonly place: PostgresPlace;
  readonly #onProblem: OpenPostgresOptions['onProblem'];
  #problem: string | null = null;

  private constructor(pool: Pool, place: PostgresPlace, onProblem: OpenPostgresOptions['onProblem']) {
    this.#onProblem = onProblem;
    this.pool = pool;
    this.place = place;
    // Without listeners the loss of a connection between two statements would end the process.
    pool.on('error', (error) => this.#note(error));
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  /**
   * Connects, checks the version of the server, and brings the schema up to date where asked. Errors: `server_unreachable`, `store_unusable`, `variable_missing`.
   */
  static async open(options: OpenPostgresOptions): Promise<Postgres> {
    const { pool, place } = poolOf(options);
    const postgres = new Postgres(pool, place, options.onProblem);
    try {
      await postgres.#prepare(options.migrates);
      return postgres;
    } catch (error) {
      await postgres.close();
      throw postgresError(error, place);
    }
  }

  /** Why it does not answer, by the last attempt; null when it does. */
  problem(): string | null {
    return this.#problem;
  }

  /**
   * Runs a transaction, again after a serialisation failure and after a lost connection, four times at most: work must be such that it does no harm to
   * run it after it was committed. Errors: `server_unreachable`, `store_unusable`, with the error of PostgreSQL as cause.
   */
  async transaction<Result>(work: (client: PostgresClient) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await this.#once(work);
        this.#setProblem(null);
        return result;
      } catch (error) {
        const mayRepeat = isWorthRepeating(error) || isLostConnection(error);
        if (!mayRepeat || attempt >= mostAttempts) throw this.#note(error);
        await setTimeout(firstPauseMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  /** Rows of one statement. Errors: as `transaction`. */
  async rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.transaction(async (client) => (await client.query<Row>(text, [...values])).rows);
  }

  /** Ends every connection; what runs may end first. No error. */
  async close(): Promise<void> {
    await this.pool.end().catch(() => {});
  }

  async #prepare(migrates: boolean): Promise<void> {
    const client = await this.pool.connect();
    try {
      const { rows } = await client.query<{ version: number; name: string }>(
        `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name`,
      );
      const [found] = rows;
      checkVersion(found?.version ?? 0, found?.name ?? 'unknown');
      if (migrates) await migrate(client, this.place.schema);
    } finally {
      client.release();
    }
  }

  async #once<Result>(work: (client: PostgresClient) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let broken = true;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      broken = false;
      return result;
    } catch (error) {
      if (!isLostConnection(error))
        broken = await client.query('ROLLBACK').then(
          () => false,
          () => true,
        );
      throw error;
    } finally {
      // A connection that failed in between is not given to anybody else.
      client.release(broken);
    }
  }

  #note(error: unknown): Error {
    const known = postgresError(error, this.place);
    // Wrong values and wrong usage say nothing about the server.
    if (known !== error && !isAboutValues(error)) this.#setProblem(known.message);
    return known;
  }

  #setProblem(problem: string | null): void {
    const isOther = (problem === null) !== (this.#problem === null);
    this.#problem = problem;
    if (isOther) this.#onProblem?.(problem);
  }
}

/** Error: `store_unusable` for a version that is too old. */
export function checkVersion(version: number, name: string): void {
  if (version >= oldestVersion) return;
  throw new PegboardError('store_unusable', `This is PostgreSQL ${name}; Pegboard needs ${oldestName} or newer.`, {
    hint: `Update PostgreSQL to ${oldestName} or newer.`,
  });
}

/** Error: `variable_missing`, `store_unusable` for what is not an address. */
function poolOf({ url, schema, connections, statement_timeout_ms, env }: OpenPostgresOptions) {
  const connectionString = filledIn(url, env);
  if (!/^postgres(ql)?:\/\//.test(connectionString)) {
    throw new PegboardError('store_unusable', 'store.postgres.url is not the address of a PostgreSQL.', {
      hint: 'Such as postgres://user@host:5432/database.',
    });
  }
  const parsers = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === bigintOid ? Number : pg.types.getTypeParser(oid, format as 'text'),
  };
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: statement_timeout_ms,
    idleTimeoutMillis: 30_000,
    statement_timeout: statement_timeout_ms,
    lock_timeout: statement_timeout_ms,
    // The server may be gone without a word.
    query_timeout: statement_timeout_ms + 1000,
    keepAlive: true,
    application_name: 'pegboard',
    options: `-c search_path=${schema}`,
    types: parsers,
    allowExitOnIdle: true,
  });
  const { host = '', port = 0, user = '', database = '' } = new pg.Client({ connectionString });
  return { pool, place: { host, port, user, database: database ?? '', schema } };
}

/** An address with the values of its variables: as they are at its beginning, percent-encoded behind that. Error: `variable_missing`. */
function filledIn(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(/\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g, (_whole, name: string, offset: number) => {
    const value = env[name] ?? '';
    if (value !== '') return offset === 0 ? value : encodeURIComponent(value);
    throw new PegboardError('variable_missing', `store.postgres.url needs the variable ${name}, which is not set.`, {
      hint: `Set ${name} for the account that runs the gateway.`,
    });
  });
}
