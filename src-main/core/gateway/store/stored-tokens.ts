import { createHash } from 'node:crypto';
import { PegboardError } from '#shared/errors.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { addToTrail } from '../trail/postgres-trail.ts';

/** How long tokens are believed without an answer of the store, milliseconds. */
const believedMs = 60_000;

/** How often the last uses of tokens are written, milliseconds. */
const usesMs = 10_000;

/** Tokens that work, at most. */
const mostTokens = 100_000;

/** A token as the store keeps it; times in milliseconds since 1970. */
export interface StoredToken {
  /** `sha256:` and 64 hexadecimal digits. */
  readonly hash: string;
  readonly name: string;
  /** Null serves all that the policy allows. */
  readonly persona: string | null;
  readonly made_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

/** What a token of a caller is: one of the store, none of it, or not known since the store does not answer. */
export type FoundToken = StoredToken | 'unknown' | 'unavailable';

/** Tells every process that tokens changed, when the change is committed. */
const oneMoreChange = `UPDATE meta SET value = (value::bigint + 1)::text WHERE key = 'token_changes'`;

/** How a token is kept. */
export function hashOfToken(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex')}`;
}

/** All tokens, those that work first, then by name. Errors: those of the store. */
export function listTokens(postgres: Postgres): Promise<StoredToken[]> {
  return postgres.rows<StoredToken>('SELECT * FROM tokens ORDER BY revoked_at IS NOT NULL, name, made_at');
}

/** Keeps a new token, and that somebody made it. Errors: `usage` for a name that another token has; those of the store. */
export async function addToken(
  postgres: Postgres,
  { hash, name, persona, made_at, expires_at }: Omit<StoredToken, 'revoked_at' | 'last_used_at'>,
  by: string,
): Promise<void> {
  await postgres.transaction(async (client) => {
    const { rowCount } = await client.query(
      'SELECT 1 FROM tokens WHERE name = $1 AND revoked_at IS NULL AND hash <> $2',
      [name, hash],
    );
    if (rowCount !== 0) {
      throw new PegboardError('usage', `Another token has the name ${name}.`, {
        hint: 'Take another name, or revoke that one first.',
      });
    }
    const added = await client.query(
      'INSERT INTO tokens (hash, name, persona, made_at, expires_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
      [hash, name, persona, made_at, expires_at],
    );
    // It is there already when the answer to the first attempt was lost.
    if (added.rowCount === 0) return;
    await client.query(oneMoreChange);
    const after = JSON.stringify({ persona, expires_at });
    await addToTrail(client, [{ by, action: 'added', subject: `token ${name}`, before: null, after }], made_at);
  });
}

/** Ends a token by its name, and keeps that somebody did. Errors: `usage` where no token that works has it; those of the store. */
export async function revokeToken(
  postgres: Postgres,
  name: string,
  { at, by }: { readonly at: number; readonly by: string },
): Promise<void> {
  await postgres.transaction(async (client) => {
    const { rows } = await client.query<StoredToken>(
      'UPDATE tokens SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL RETURNING *',
      [name, at],
    );
    const [revoked] = rows;
    if (!revoked) {
      const again = await client.query('SELECT 1 FROM tokens WHERE name = $1 AND revoked_at = $2', [name, at]);
      if (again.rowCount !== 0) return;
      throw new PegboardError('usage', `No valid token has the name ${name}.`, {
        hint: '`pegboard gateway tokens` lists them.',
      });
    }
    await client.query(oneMoreChange);
    const before = JSON.stringify({ persona: revoked.persona, expires_at: revoked.expires_at });
    await addToTrail(client, [{ by, action: 'removed', subject: `token ${name}`, before, after: null }], at);
  });
}

/**
 * The tokens of the store as this process knows them. No request waits for the store: `refresh` takes changes over. When the store does not answer for
 * a minute, no token is believed any more, since it may have been revoked.
 */
export class StoredTokens {
  readonly #postgres: Postgres;
  readonly #now: () => number;
  readonly #stopwatch: () => number;
  #known = new Map<string, StoredToken>();
  #change: string | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  readonly #used = new Map<string, number>();
  #usedAt = Number.NEGATIVE_INFINITY;

  constructor(postgres: Postgres, now: () => number, stopwatch: () => number = () => performance.now()) {
    this.#postgres = postgres;
    this.#stopwatch = stopwatch;
    this.#now = now;
  }

  /** Who has a token; the use of it is remembered. */
  find(token: string): FoundToken {
    // As `gateway tokens` makes them.
    if (!/^[\w-]{43}$/.test(token)) return 'unknown';
    if (this.#stopwatch() - this.#readAt > believedMs) return 'unavailable';
    const hash = hashOfToken(token);
    const found = this.#known.get(hash);
    if (!found) return 'unknown';
    this.#used.set(hash, this.#now());
    return found;
  }

  /** Takes over what changed, and writes when tokens were used. Errors: those of the store. */
  async refresh(isLast = false): Promise<void> {
    const at = this.#stopwatch();
    // Before the tokens: a change in between is taken over the next time.
    const [row] = await this.#postgres.rows<{ value: string }>(`SELECT value FROM meta WHERE key = 'token_changes'`);
    const change = row?.value ?? '';
    if (change !== this.#change) {
      const rows = await this.#postgres.rows<StoredToken>('SELECT * FROM tokens WHERE revoked_at IS NULL LIMIT $1', [
        mostTokens,
      ]);
      this.#known = new Map(rows.map((token) => [token.hash, token]));
      this.#change = change;
    }
    this.#readAt = at;
    if (this.#used.size > 0 && (isLast || at - this.#usedAt > usesMs)) await this.#writeUses(at);
  }

  async #writeUses(at: number): Promise<void> {
    const uses = [...this.#used].map(([hash, used]) => ({ hash, used }));
    await this.#postgres.rows(
      `UPDATE tokens SET last_used_at = greatest(last_used_at, given.used)
       FROM jsonb_to_recordset($1) AS given (hash text, used bigint) WHERE tokens.hash = given.hash`,
      [JSON.stringify(uses)],
    );
    for (const { hash, used } of uses) if (this.#used.get(hash) === used) this.#used.delete(hash);
    this.#usedAt = at;
  }
}
