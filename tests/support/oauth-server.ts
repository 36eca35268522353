import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type AtEnd, everythingOverHttp } from './mcp-servers.ts';

export interface OAuthServerOptions {
  /** How the page that the user signs in at sends him back. */
  readonly authorize?: 'code' | 'denied' | 'wrong-issuer';
  /** It gives tokens that are not strings. */
  readonly oddTokens?: boolean;
  /** Address of that page, where it is another one. */
  readonly authorizationEndpoint?: string;
  readonly registration?: boolean;
}

/** A guarded MCP server and the authorization server in front of it. */
export interface OAuthServer {
  readonly url: string;
  /** Everything that must never be seen. */
  readonly secrets: readonly string[];
  /** Kinds of requests to the authorization server, in order. */
  readonly asked: readonly string[];
  /** Tokens that were given so far are not accepted any more. */
  expire(): void;
  /** Refresh tokens neither. */
  revoke(): void;
}

/**
 * The everything server behind OAuth, on loopback: protected-resource and server metadata, registration, an authorize page,
 * and a token endpoint that checks PKCE and gives each refresh token once. Called with `leak`, the tool echo repeats tokens.
 */
export async function oauthServer(
  options: OAuthServerOptions = {},
  atEnd: AtEnd = onTestFinished,
): Promise<OAuthServer> {
  const upstream = await everythingOverHttp(atEnd);
  const asked: string[] = [];
  const secrets: string[] = [];
  const clients = new Map<string, readonly string[]>();
  const codes = new Map<
    string,
    { challenge: string; client: string; redirect: string; resource: string | null; scope: string }
  >();
  const access = new Map<string, string>();
  const refresh = new Set<string>();
  const fresh = (kind: string) => {
    const value = `planted-${kind}-${randomUUID()}`;
    secrets.push(value);
    return value;
  };
  /** What is worth something now; a code that was used, or a token that was renewed, is not. */
  const valid = () => [...access.keys(), ...refresh].join(' ');
  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => unknown> = {
    '/.well-known/oauth-protected-resource/mcp': (_, response) =>
      json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base], scopes_supported: ['tools'] }),
    '/.well-known/oauth-authorization-server': (_, response) =>
      json(response, 200, {
        issuer: base,
        authorization_endpoint: options.authorizationEndpoint ?? `${base}/authorize`,
        token_endpoint: `${base}/token`,
        ...(options.registration !== false && { registration_endpoint: `${base}/register` }),
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/register': async (request, response) => {
      asked.push('register');
      const { redirect_uris } = JSON.parse(await text(request)) as { redirect_uris: string[] };
      const client_id = randomUUID();
      clients.set(client_id, redirect_uris);
      json(response, 201, { client_id, redirect_uris, token_endpoint_auth_method: 'none' });
    },
    '/authorize': (_, response, { searchParams }) => {
      asked.push('authorize');
      const redirect = searchParams.get('redirect_uri') ?? '';
      const client = searchParams.get('client_id') ?? '';
      const challenge = searchParams.get('code_challenge') ?? '';
      if (!clients.get(client)?.includes(redirect) || searchParams.get('code_challenge_method') !== 'S256')
        return response.writeHead(400).end('no');
      const back = new URL(redirect);
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('iss', options.authorize === 'wrong-issuer' ? 'https://elsewhere.example' : base);
      if (options.authorize === 'denied') {
        back.searchParams.set('error', 'access_denied');
      } else {
        const code = fresh('code');
        codes.set(code, {
          challenge,
          client,
          redirect,
          resource: searchParams.get('resource'),
          scope: searchParams.get('scope') ?? '',
        });
        back.searchParams.set('code', code);
      }
      return response.writeHead(302, { location: back.href }).end();
    },
    '/token': async (request, response) => {
      const form = new URLSearchParams(await text(request));
      const kind = form.get('grant_type') ?? '';
      asked.push(kind);
      const refused = () =>
        json(response, 400, { error: 'invalid_grant', error_description: `not ${form.get('refresh_token')}` });
      let scope = 'tools';
      if (kind === 'authorization_code') {
        const code = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const verifier = form.get('code_verifier') ?? '';
        secrets.push(verifier);
        const fits = createHash('sha256').update(verifier).digest('base64url') === code?.challenge;
        const same = code?.client === form.get('client_id') && code.redirect === form.get('redirect_uri');
        if (!fits || !same || code.resource !== `${base}/mcp`) return refused();
        scope = code.scope;
      } else if (!refresh.delete(form.get('refresh_token') ?? '')) return refused();
      const [access_token, refresh_token] = [fresh('access'), fresh('refresh')];
      access.set(access_token, scope);
      refresh.add(refresh_token);
      if (options.oddTokens) return json(response, 200, { access_token: 1, token_type: 'Bearer' });
      json(response, 200, { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, scope });
    },
    '/mcp': async (request, response) => {
      const body = await text(request);
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined || !access.has(token)) {
        const challenge = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp", scope="tools"`;
        return response.writeHead(401, { 'www-authenticate': challenge }).end();
      }
      if (body.includes('"as admin"') && !access.get(token)?.includes('admin')) {
        const challenge = 'Bearer error="insufficient_scope", scope="admin"';
        return response.writeHead(403, { 'www-authenticate': challenge }).end();
      }
      if (body.includes('"leak"')) {
        const { id } = JSON.parse(body) as { id: number };
        const words = `I know ${valid()} and ${Buffer.from(token).toString('base64')}`;
        return json(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: words }] } });
      }
      if (body.includes('"fail"')) return response.writeHead(500).end(`I know ${valid()}`);
      const { authorization: _, host: __, connection: ___, 'content-length': ____, ...headers } = request.headers;
      const answer = await fetch(upstream, {
        method: request.method ?? 'POST',
        headers: headers as Record<string, string>,
        ...(request.method === 'POST' && { body }),
        signal: stop.signal,
      });
      const { 'content-encoding': _____, 'transfer-encoding': ______, ...kept } = Object.fromEntries(answer.headers);
      response.writeHead(answer.status, kept);
      for await (const chunk of answer.body ?? []) response.write(chunk);
      response.end();
    },
  };
  const stop = new AbortController();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', base);
    const route = routes[url.pathname];
    if (!route) return response.writeHead(404).end();
    void Promise.resolve(route(request, response, url)).catch(() => response.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(() => {
    stop.abort();
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `${base}/mcp`,
    secrets,
    asked,
    expire: () => access.clear(),
    revoke: () => {
      access.clear();
      refresh.clear();
    },
  };
}

/** Does what a browser does with the page to sign in at: follows it to where it leads. The text it ends at. */
export async function browse(url: string): Promise<string> {
  const answer = await fetch(url);
  return answer.text();
}
