import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ExchangeSettings } from '#shared/domain/gateway-server.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { CallerCredential } from '../../mcp/caller-credential.ts';
import { oauthFetch } from '../../mcp/oauth/oauth-fetch.ts';
import { secretOf } from '../setting-secret.ts';
import type { CallerIdentity } from './caller-identity.ts';

/** A token without `expires_in` is kept for so long, milliseconds. */
const unknownLifeMs = 60_000;
/** So long before its end a token is no longer used, milliseconds; for one of a short life, a tenth of it. */
const spareMs = 30_000;
/** How long a refusal is believed, milliseconds, so that a caller cannot make the token endpoint busy. */
const refusalMs = 2_000;
/** Tokens that are kept at most; the one that was used longest ago goes first. */
const mostTokens = 10_000;

const answerSchema = z.object({
  access_token: z.string().min(1).max(32_000),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.number().positive().optional(),
});
const refusalSchema = z.object({ error: z.string().regex(/^[a-z_]{1,60}$/) });

interface Exchanged {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** An exchange under way, a token, or a refusal. */
interface Entry {
  readonly result: Promise<Exchanged>;
  until: number;
}

interface Exchanging {
  readonly source: string;
  readonly settings: ExchangeSettings;
  readonly subject: string;
  /** Of the access token, the source and its settings: another one never gets this token. */
  readonly key: string;
}

interface TokenExchangeOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch: typeof fetch;
  readonly now: () => number;
}

/** Exchanges access tokens of callers for tokens of the servers behind the gateway (RFC 8693). */
export class TokenExchange {
  readonly #options: TokenExchangeOptions;
  /** The one that was used longest ago comes first. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: TokenExchangeOptions) {
    this.#options = options;
  }

  /** Error: `authentication_required` for a caller without an access token. */
  credential(source: string, settings: ExchangeSettings, { accessToken }: CallerIdentity): CallerCredential {
    if (accessToken === null)
      throw denied(source, 'it needs an access token of your authorization server, and you sent another token');
    const key = createHash('sha256')
      .update(JSON.stringify([source, settings, accessToken]))
      .digest('hex');
    const exchanging = { source, settings, key, subject: accessToken };
    const seen = new Set<string>();
    const token = async () => {
      const { token: given } = await this.#current(exchanging);
      seen.add(given);
      return given;
    };
    return {
      owner: `exchange:${key}`,
      token,
      renewed: async (refused) => {
        const entry = this.#entries.get(key);
        const kept = await entry?.result.catch(() => null);
        if (entry && kept?.token === refused && this.#entries.get(key) === entry) this.#entries.delete(key);
        const next = await token();
        return next === refused ? null : next;
      },
      refused: async () => denied(source, 'it refuses the token that was made for you'),
      secrets: () => [accessToken, ...seen].map((value) => ({ name: null, value })),
    };
  }

  async #current(exchanging: Exchanging): Promise<Exchanged> {
    const { key } = exchanging;
    const now = this.#options.now();
    const there = this.#entries.get(key);
    this.#entries.delete(key);
    const entry = there && there.until > now ? there : this.#begin(exchanging);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= mostTokens) break;
      this.#entries.delete(oldest);
    }
    return entry.result;
  }

  #begin(exchanging: Exchanging): Entry {
    const entry: Entry = { result: this.#exchange(exchanging), until: Number.POSITIVE_INFINITY };
    entry.result.then(
      ({ until }) => {
        entry.until = until;
      },
      () => {
        entry.until = this.#options.now() + refusalMs;
      },
    );
    return entry;
  }

  /** Errors: `authentication_required`, `server_unreachable`, `variable_missing`; none has words of the endpoint but its error code. */
  async #exchange({ source, settings, subject }: Exchanging): Promise<Exchanged> {
    const { env, now } = this.#options;
    const { host } = new URL(settings.token_endpoint);
    const asked = now();
    let answer: Response;
    let body: unknown;
    try {
      answer = await oauthFetch(this.#options.fetch, undefined)(settings.token_endpoint, {
        method: 'POST',
        redirect: 'error',
        headers: headersOf(source, settings, env),
        body: formOf(settings, subject),
      });
      body = await answer.json();
    } catch (error) {
      if (isPegboardError(error)) throw error;
      throw unreachable(source, `${host} does not answer`);
    }
    if (answer.status >= 500) throw unreachable(source, `${host} answers with HTTP ${answer.status}`);
    if (!answer.ok)
      throw denied(
        source,
        `${host} gives no token for you (${refusalSchema.safeParse(body).data?.error ?? answer.status})`,
      );
    const { data } = answerSchema.safeParse(body);
    if (!data) throw unreachable(source, `${host} does not answer as RFC 8693 says`);
    // The token of a caller is for the gateway alone, whoever gives it back.
    if (data.access_token === subject) throw unreachable(source, `${host} gives the token of the caller back`);
    const lifeMs = data.expires_in === undefined ? unknownLifeMs : data.expires_in * 1000;
    return { token: data.access_token, until: asked + lifeMs - Math.min(spareMs, lifeMs / 10) };
  }
}

function headersOf(source: string, { client_id, client_secret }: ExchangeSettings, env: TokenExchangeOptions['env']) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  if (client_secret === undefined) return headers;
  const secret = secretOf(`upstreams: client_secret of ${source}`, client_secret, env);
  const pair = [client_id, secret].map(encodeURIComponent).join(':');
  return { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';

function formOf({ client_id, client_secret, audience, resource, scope }: ExchangeSettings, subject: string) {
  const fields = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: subject,
    subject_token_type: accessTokenType,
    requested_token_type: accessTokenType,
    ...(client_secret === undefined ? { client_id } : {}),
    ...(audience === undefined ? {} : { audience }),
    ...(resource === undefined ? {} : { resource }),
    ...(scope === undefined ? {} : { scope }),
  };
  return new URLSearchParams(fields).toString();
}

function denied(source: string, why: string): PegboardError {
  return new PegboardError('authentication_required', `You have no access to "${source}": ${why}.`, {
    data: { source, caller: true },
  });
}

function unreachable(source: string, why: string): PegboardError {
  return new PegboardError('server_unreachable', `The gateway could not get a token for "${source}": ${why}.`, {
    data: { source },
  });
}
