import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { decodeJwt } from 'jose';
import { onTestFinished } from 'vitest';
import { sendResponse } from '../../src-main/hosts/gateway/answers.ts';

/** A request as an MCP server behind the gateway got it. */
export interface SeenRequest {
  readonly server: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** MCP servers that want a token with each request, and the authorization server that gives them. */
export interface GuardedUpstreams {
  /** Address of the MCP server of a name; its only tool, `whoami`, says whose token it got. */
  url(name: string): string;
  readonly tokenEndpoint: string;
  /** A token that is accepted everywhere, such as that of an operator. */
  readonly operator: string;
  /** Everything that reached an MCP server. */
  readonly seen: readonly SeenRequest[];
  /** Grants that the token endpoint was asked for, in order. */
  readonly grants: readonly string[];
  /** Tokens that were given, of every kind. */
  readonly given: readonly string[];
  /** The access tokens that were given so far are not accepted any more; with `all`, refresh tokens neither. */
  revoke(all?: boolean): void;
  /** How the token endpoint answers from now on. */
  endpoint: { life: number; refusal: string | null; broken: boolean };
  /** Calls of tools are answered when this resolves. */
  hold: Promise<void> | null;
}

interface Code {
  readonly user: string;
  readonly challenge: string;
  readonly resource: string;
}

/** Everything is on one port of loopback, with real MCP servers of the SDK. */
export async function guardedUpstreams(): Promise<GuardedUpstreams> {
  const seen: SeenRequest[] = [];
  const grants: string[] = [];
  const given: string[] = [];
  const operator = `planted-operator-${randomUUID()}`;
  /** Access tokens, with whose they are and where they work. */
  const access = new Map<string, { readonly user: string; readonly resource: string }>();
  const refresh = new Map<string, { readonly user: string; readonly resource: string }>();
  const codes = new Map<string, Code>();
  const endpoint = { life: 3600, refusal: null as string | null, broken: false };
  const fresh = (kind: string) => {
    const token = `planted-${kind}-${randomUUID()}`;
    given.push(token);
    return token;
  };
  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const give = (response: ServerResponse, whose: { user: string; resource: string }, isRefreshable: boolean) => {
    const access_token = fresh('access');
    access.set(access_token, whose);
    const answer = { access_token, token_type: 'Bearer', expires_in: endpoint.life };
    if (!isRefreshable)
      return json(response, 200, { ...answer, issued_token_type: 'urn:ietf:params:oauth:token-type:access_token' });
    const refresh_token = fresh('refresh');
    refresh.set(refresh_token, whose);
    return json(response, 200, { ...answer, refresh_token });
  };
  const token = (form: URLSearchParams, { headers }: IncomingMessage, response: ServerResponse) => {
    const grant = (form.get('grant_type') ?? '').split(':').at(-1) ?? '';
    grants.push(grant);
    const subject = form.get('subject_token') ?? '';
    // What a careless server would say: it must reach nobody.
    const refuse = (error: string) => json(response, 400, { error, error_description: `not for ${subject}` });
    if (endpoint.broken) return response.writeHead(503).end(subject);
    if (endpoint.refusal !== null) return refuse(endpoint.refusal);
    if (grant === 'token-exchange') {
      const secret = Buffer.from((headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
      if (secret !== 'gateway:planted%20secret') return refuse('invalid_client');
      return give(response, { user: String(decodeJwt(subject).sub), resource: form.get('resource') ?? '' }, false);
    }
    if (grant === 'authorization_code') {
      const code = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      return code?.challenge === proof ? give(response, code, true) : refuse('invalid_grant');
    }
    const old = form.get('refresh_token') ?? '';
    const whose = refresh.get(old);
    refresh.delete(old);
    return whose ? give(response, whose, true) : refuse('invalid_grant');
  };
  const ofServers = new Map<string, ReturnType<typeof createMcpHandler>>();
  const mcp = async (name: string, request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    seen.push({ server: name, headers: request.headers, body });
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
    const known = access.get(bearer);
    if (bearer !== operator && known?.resource !== `${base}/mcp/${name}`) {
      const challenge = `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp/${name}"`;
      return response.writeHead(401, { 'www-authenticate': challenge }).end(`not ${bearer}`);
    }
    if (body.includes('tools/call')) await upstreams.hold;
    const user = known?.user ?? 'operator';
    const handler =
      ofServers.get(name) ?? createMcpHandler(({ requestInfo }) => whoami(requestInfo), { legacy: 'reject' });
    ofServers.set(name, handler);
    const headers = { ...(request.headers as Record<string, string>), 'x-user': user };
    const { method = 'POST' } = request;
    const asked = new Request(`${base}/mcp`, { method, headers, ...(method === 'POST' && { body }) });
    await sendResponse(response, await handler.fetch(asked), 60_000);
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', base);
    const name = /^\/mcp\/([\w-]+)$/.exec(pathname)?.[1];
    if (name !== undefined) return mcp(name, request, response);
    const metadataOf = /^\/\.well-known\/oauth-protected-resource(\/mcp\/[\w-]+)$/.exec(pathname)?.[1];
    if (metadataOf) return json(response, 200, { resource: `${base}${metadataOf}`, authorization_servers: [base] });
    if (pathname === '/.well-known/oauth-authorization-server') {
      return json(response, 200, {
        ...{ issuer: base, authorization_endpoint: `${base}/authorize`, token_endpoint: `${base}/token` },
        ...{ registration_endpoint: `${base}/register`, response_types_supported: ['code'] },
        ...{ code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] },
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === '/register') {
      const { redirect_uris } = JSON.parse(await text(request)) as { redirect_uris: string[] };
      return json(response, 201, { client_id: randomUUID(), redirect_uris, token_endpoint_auth_method: 'none' });
    }
    if (pathname === '/authorize') {
      // The page of a real one would ask who it is.
      const user = String(request.headers['x-user']);
      const code = fresh('code');
      const [challenge, resource] = [searchParams.get('code_challenge') ?? '', searchParams.get('resource') ?? ''];
      codes.set(code, { user, challenge, resource });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const answer = user === 'nobody' ? { error: 'access_denied' } : { code };
      for (const [key, value] of Object.entries({ ...answer, state: searchParams.get('state') ?? '', iss: base }))
        back.searchParams.set(key, value);
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/token') return token(new URLSearchParams(await text(request)), request, response);
    return response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const upstreams: GuardedUpstreams = {
    hold: null,
    url: (name) => `${base}/mcp/${name}`,
    tokenEndpoint: `${base}/token`,
    ...{ operator, seen, grants, given, endpoint },
    revoke(all = false) {
      access.clear();
      if (all) refresh.clear();
    },
  };
  return upstreams;
}

function whoami(request: Request | undefined): McpServer {
  const server = new McpServer({ name: 'guarded', version: '1' }, { capabilities: { tools: {} } });
  const annotations = { readOnlyHint: true };
  server.registerTool('whoami', { description: 'Says whose token this is.', annotations }, async () => ({
    content: [{ type: 'text', text: `I am ${request?.headers.get('x-user')}.` }],
  }));
  return server;
}
