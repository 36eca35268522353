import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { OauthSettings } from '#shared/domain/gateway-server.ts';

/** Algorithms of signatures that are taken: with keys of two halves, so that who can check a token cannot make one. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** Clocks may differ by so many seconds. */
const clockTolerance = 30;

/** Milliseconds for one request to the authorization server. */
const requestTimeout = 5000;

/** What an access token turned out to be. */
export type CheckedToken =
  | { readonly kind: 'valid'; readonly subject: string; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'scope_missing'; readonly missing: readonly string[] }
  /** The keys of the authorization server cannot be had, so nothing can be said about the token. */
  | { readonly kind: 'unavailable'; readonly why: string };

/**
 * Checks access tokens of one authorization server: signature, issuer, audience, times and scopes. Its keys are fetched when the
 * first token comes, kept, and fetched again for a key that is not among them, every 30 seconds at most.
 */
export class AccessTokens {
  readonly #settings: OauthSettings;
  readonly #audience: string;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(settings: OauthSettings, publicUrl: string) {
    this.#settings = settings;
    this.#audience = settings.audience ?? `${publicUrl}/mcp`;
  }

  /** Never rejects; the token is in no answer. */
  async check(token: string): Promise<CheckedToken> {
    const { issuer, scopes } = this.#settings;
    let keys: JWTVerifyGetKey;
    try {
      this.#keys ??= this.#findKeys();
      keys = await this.#keys;
    } catch (error) {
      this.#keys = undefined;
      return { kind: 'unavailable', why: `The metadata of ${issuer} cannot be read: ${words(error)}` };
    }
    try {
      const options = { issuer, audience: this.#audience, algorithms, clockTolerance, requiredClaims: ['exp', 'sub'] };
      const { payload } = await jwtVerify(token, keys, options);
      const given = new Set([payload.scope, payload.scp].flat().flatMap((one) => String(one ?? '').split(' ')));
      const missing = scopes.filter((scope) => !given.has(scope));
      if (missing.length > 0) return { kind: 'scope_missing', missing };
      return { kind: 'valid', subject: payload.sub ?? '', claims: payload };
    } catch (error) {
      if (!isAboutToken(error))
        return { kind: 'unavailable', why: `The keys of ${issuer} cannot be read: ${words(error)}` };
      return { kind: 'wrong', why: words(error) };
    }
  }

  async #findKeys(): Promise<JWTVerifyGetKey> {
    const uri = this.#settings.jwks_uri ?? (await jwksUriOf(this.#settings.issuer));
    return createRemoteJWKSet(new URL(uri), { timeoutDuration: requestTimeout });
  }
}

/** Errors of jose about the token itself; the others are about fetching keys. */
function isAboutToken(error: unknown): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return false;
  return error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC';
}

function words(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown';
}

/** What the metadata of an authorization server names (RFC 8414, then OpenID Connect Discovery). */
async function jwksUriOf(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const answer = await fetch(place, { signal: AbortSignal.timeout(requestTimeout), redirect: 'error' });
    if (!answer.ok) continue;
    const metadata: unknown = await answer.json();
    if (typeof metadata !== 'object' || metadata === null) continue;
    const { issuer: said, jwks_uri } = metadata as Record<string, unknown>;
    // Another issuer's metadata must not decide which keys count.
    if (said !== issuer) throw new Error(`its metadata says that the issuer is ${String(said).slice(0, 100)}`);
    if (typeof jwks_uri === 'string') return jwks_uri;
  }
  throw new Error('it has no metadata with a jwks_uri; name oauth.jwks_uri');
}
