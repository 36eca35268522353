import type { PoolClient } from 'pg';
import { PegboardError } from '#shared/errors.ts';

/** A step of the schema, forward and back. */
interface Migration {
  readonly up: string;
  readonly down: string;
}

/**
 * The steps in order; the version of a schema is how many ran. `docs/reference/gateway-store.md` describes the result. Times are
 * milliseconds since 1970. `writer` and `seq` name a line wherever it is sent from, so that a line that is sent twice is kept once.
 */
const migrations: readonly Migration[] = [
  {
    up: `
      CREATE TABLE sessions (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        writer uuid NOT NULL,
        number integer NOT NULL,
        client_name text,
        client_version text,
        protocol text NOT NULL,
        transport text NOT NULL,
        persona text,
        mode text NOT NULL,
        started_at bigint NOT NULL,
        used_at bigint NOT NULL,
        ended_at bigint,
        UNIQUE (writer, number)
      );
      CREATE INDEX ON sessions (used_at);
      CREATE SEQUENCE request_ids;
      CREATE TABLE requests (
        id bigint NOT NULL DEFAULT nextval('request_ids'),
        session bigint NOT NULL,
        writer uuid NOT NULL,
        seq bigint NOT NULL,
        at bigint NOT NULL,
        kind text NOT NULL,
        outcome text NOT NULL,
        error text,
        elapsed_ms double precision NOT NULL,
        tokens integer NOT NULL,
        source text,
        tool text,
        detail text NOT NULL,
        PRIMARY KEY (writer, seq, at)
      ) PARTITION BY RANGE (at);
      CREATE INDEX ON requests (id);
      CREATE INDEX ON requests (at);
      INSERT INTO meta (key, value) VALUES ('log_id', left(replace(gen_random_uuid()::text, '-', ''), 16));`,
    down: `
      DROP TABLE requests;
      DROP SEQUENCE request_ids;
      DROP TABLE sessions;
      DELETE FROM meta WHERE key = 'log_id';`,
  },
  {
    up: `
      CREATE TABLE tokens (
        hash text PRIMARY KEY,
        name text NOT NULL,
        persona text,
        made_at bigint NOT NULL,
        expires_at bigint,
        revoked_at bigint,
        last_used_at bigint
      );
      CREATE UNIQUE INDEX ON tokens (name) WHERE revoked_at IS NULL;
      CREATE TABLE caller_minutes (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);
      INSERT INTO meta (key, value) VALUES ('token_changes', '0');`,
    down: `
      DROP TABLE caller_minutes;
      DROP TABLE tokens;
      DELETE FROM meta WHERE key = 'token_changes';`,
  },
  {
    up: `
      CREATE TABLE trail (
        number bigint PRIMARY KEY,
        at bigint NOT NULL,
        by text NOT NULL,
        action text NOT NULL,
        subject text NOT NULL,
        before text,
        after text,
        previous text NOT NULL,
        hash text NOT NULL
      );
      CREATE TABLE trail_observed (scope text PRIMARY KEY, facts text NOT NULL);
      CREATE FUNCTION trail_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the audit trail is append-only'; END $$;
      CREATE TRIGGER trail_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON trail
        FOR EACH STATEMENT EXECUTE FUNCTION trail_stays();`,
    down: `
      DROP TABLE trail;
      DROP FUNCTION trail_stays;
      DROP TABLE trail_observed;`,
  },
  {
    // One sequence for all rows: a sign-in that is made again has another version than the one that was removed.
    up: `
      CREATE SEQUENCE sign_in_versions;
      CREATE TABLE sign_ins (
        caller text NOT NULL,
        source text NOT NULL,
        name text NOT NULL,
        sealed text NOT NULL,
        version bigint NOT NULL,
        signed_in_at bigint NOT NULL,
        claimed_until bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (caller, source)
      );`,
    down: `
      DROP TABLE sign_ins;
      DROP SEQUENCE sign_in_versions;`,
  },
];

/** The version that this Pegboard works with. */
export const latestVersion = migrations.length;

/**
 * Brings a schema to a version, forward or back, in one transaction; processes that start at once take turns. Error: `store_unusable` for
 * a schema of a newer Pegboard; those of PostgreSQL.
 */
export async function migrate(client: PoolClient, schema: string, version = latestVersion): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('pegboard migrates'), hashtext($1))`, [schema]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
    // An account that may not create schemas works in one that is there.
    if (rowCount === 0) await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`);
    await client.query('CREATE TABLE IF NOT EXISTS meta (key text PRIMARY KEY, value text NOT NULL)');
    const now = await schemaVersion(client);
    if (now > latestVersion) {
      throw new PegboardError('store_unusable', `A newer Pegboard made the schema ${schema} (version ${now}).`, {
        hint: `Update this Pegboard, which knows version ${latestVersion}, or take the schema back with the newer one.`,
      });
    }
    for (let at = now; at < version; at++) await client.query(migrations[at]?.up ?? '');
    for (let at = now; at > version; at--) await client.query(migrations[at - 1]?.down ?? '');
    await client.query(
      `INSERT INTO meta (key, value) VALUES ('schema_version', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [String(version)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function schemaVersion(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ value: string }>(`SELECT value FROM meta WHERE key = 'schema_version'`);
  return Number(rows[0]?.value ?? 0);
}
