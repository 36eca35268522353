import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** An authorization server that gives access tokens as JWTs: real keys, real signatures, its metadata and its keys over HTTP. */
export interface TokenIssuer {
  readonly issuer: string;
  /** How often its keys were asked for. */
  readonly keyRequests: () => number;
  /** A token with these claims; `exp` is in an hour. */
  token(claims: JWTPayload, how?: { readonly expires?: string | number }): Promise<string>;
  /** Signs with another key from now on; the old one is no longer published. */
  rotate(): Promise<void>;
  /** Answers 500 to everything, until it is called again. */
  fail(isFailing: boolean): void;
}

export async function tokenIssuer(): Promise<TokenIssuer> {
  const make = async (kid: string) => ({ kid, ...(await generateKeyPair('RS256', { extractable: true })) });
  let key = await make('first');
  const state = { failing: false, asked: 0 };
  const server = createServer(async (request, response) => {
    const say = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (state.failing) return say(500, {});
    if (request.url === '/.well-known/oauth-authorization-server')
      return say(200, { issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` });
    if (request.url !== '/keys') return say(404, {});
    state.asked++;
    say(200, { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256', use: 'sig' }] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    keyRequests: () => state.asked,
    token: (claims, { expires = '1h' } = {}) =>
      new SignJWT({ iss: issuer, sub: 'ada', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid })
        .setIssuedAt()
        .setExpirationTime(expires)
        .sign(key.privateKey),
    rotate: async () => {
      key = await make('second');
    },
    fail: (isFailing) => {
      state.failing = isFailing;
    },
  };
}
