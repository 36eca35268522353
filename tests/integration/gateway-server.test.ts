import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { SignJWT } from 'jose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type GatewayServerSettings, gatewayServerSchema } from '#shared/domain/gateway-server.ts';
import { type GatewayServer, startGatewayServer } from '../../src-main/hosts/gateway/server/start-gateway-server.ts';
import { type RecordingLogger, recordingLogger } from '../contract/recording-logger.ts';
import {
  eventually,
  modernHeaders,
  modernMessage,
  sendRaw,
  type TestGateway,
  testGateway,
} from '../support/gateway-http.ts';
import { tokenIssuer } from '../support/token-issuer.ts';

const publicUrl = 'https://tools.example.test';
const tokens = { everybody: 'token-of-everybody', support: 'token-of-support', gone: 'token-of-gone' };
const hashOf = (token: string) => `sha256:${createHash('sha256').update(token).digest('hex')}`;
const given = [
  { name: 'everybody', hash: hashOf(tokens.everybody), persona: null },
  { name: 'support', hash: hashOf(tokens.support), persona: 'support' },
  { name: 'gone', hash: hashOf(tokens.gone), persona: 'no such persona' },
];

interface Running {
  readonly server: GatewayServer;
  readonly gateway: TestGateway;
  readonly logger: RecordingLogger;
  /** Changes the settings as a new version of the file does. */
  change(settings: object): void;
}

async function run(settings: object = { tokens: given }): Promise<Running> {
  const read = (fields: object): GatewayServerSettings =>
    gatewayServerSchema.parse({
      public_url: publicUrl,
      listen: { port: 0 },
      operations: { port: 0 },
      drain_seconds: 0,
      ...fields,
    });
  let now = read(settings);
  const gateway = testGateway();
  const logger = recordingLogger();
  const server = await startGatewayServer({ gateway, settings: now, settingsNow: async () => now, logger });
  onTestFinished(() => server.close());
  return { server, gateway, logger, change: (fields) => (now = read(fields)) };
}

const own = { host: 'tools.example.test' };

/** Asks the tool that says whom it serves; null where the request is refused. */
async function whoami({ server }: Running, token: string, { path = '/mcp', headers = own as object } = {}) {
  const answer = await sendRaw(server.port, {
    path,
    headers: { ...modernHeaders(token, 'tools/call', 'whoami'), ...headers },
    body: modernMessage('tools/call', { name: 'whoami', arguments: {} }),
  });
  return { ...answer, persona: /"text":"([^"]*)"/.exec(answer.body)?.[1] ?? null };
}

const operations = ({ server }: Running, path: string) => sendRaw(server.operationsPort, { path, method: 'GET' });

describe('the tokens of a gateway server', () => {
  it('serve the persona that the settings name, and no other', async () => {
    const running = await run();
    expect((await whoami(running, tokens.everybody)).persona).toBe('null');
    expect((await whoami(running, tokens.support)).persona).toBe('support');
    expect((await whoami(running, tokens.support, { path: '/mcp/support' })).persona).toBe('support');
    for (const path of ['/mcp/ops%20team', '/mcp/nobody', '/mcp/%ff'])
      expect(await whoami(running, tokens.support, { path }), path).toMatchObject({ status: 403, persona: null });
    expect((await whoami(running, tokens.everybody, { path: '/mcp/support' })).status).toBe(403);
    expect((await whoami(running, tokens.gone)).status).toBe(403);
    for (const wrong of ['', 'x', hashOf(tokens.support)])
      expect((await whoami(running, wrong)).status, wrong).toBe(401);
    expect(running.gateway.callers.every(({ persona }) => persona === null || persona === 'support')).toBe(true);
  });

  it('stop with the next request when they are taken out or expire, and new ones work', async () => {
    const running = await run();
    expect((await whoami(running, tokens.support)).status).toBe(200);
    const expires = (time: string) => ({ tokens: [{ ...given[1], expires_at: time }] });
    running.change(expires('2000-01-01T00:00:00Z'));
    expect((await whoami(running, tokens.support)).status).toBe(401);
    running.change(expires('2999-01-01T00:00:00Z'));
    expect((await whoami(running, tokens.support)).status).toBe(200);
    running.change({ tokens: [given[0]] });
    expect((await whoami(running, tokens.support)).status).toBe(401);
  });

  it('are asked for at the public address only, by no page of a browser', async () => {
    const running = await run();
    const statusOf = async (headers: object) => (await whoami(running, tokens.everybody, { headers })).status;
    expect(await statusOf({ host: `127.0.0.1:${running.server.port}` })).toBe(403);
    expect(await statusOf({ ...own, origin: 'https://elsewhere.example.test' })).toBe(403);
    expect(await statusOf({ ...own, origin: publicUrl })).toBe(200);
  });
});

describe('access tokens of an authorization server', () => {
  const rules = [
    { claim: 'groups', value: 'support', persona: 'support' },
    { claim: 'realm.roles', value: 'operator', persona: 'ops team' },
    { claim: 'scope', value: 'tools:all', persona: null },
  ];
  const settingsOf = (issuer: string, more: object = {}) => ({ oauth: { issuer, personas: rules, ...more } });
  const aud = `${publicUrl}/mcp`;

  it('get the persona of the first rule that fits, or another that fits by its address', async () => {
    const { issuer, token } = await tokenIssuer();
    const running = await run(settingsOf(issuer));
    const both = await token({ aud, groups: ['x', 'support'], realm: { roles: ['operator'] } });
    expect((await whoami(running, both)).persona).toBe('support');
    expect((await whoami(running, both, { path: '/mcp/ops%20team' })).persona).toBe('ops team');
    expect((await whoami(running, await token({ aud, scope: 'openid tools:all' }))).persona).toBe('null');
    expect((await whoami(running, await token({ aud, groups: 'supporters' }))).status).toBe(403);
  });

  it('are refused when anything about them is wrong, and the answer says where to get one', async () => {
    const { issuer, token, keyRequests } = await tokenIssuer();
    const running = await run(settingsOf(issuer, { scopes: ['mcp'] }));
    const good = { aud, groups: ['support'], scope: 'mcp' };
    expect((await whoami(running, await token(good))).status).toBe(200);
    const [head, body = '', signature] = (await token(good)).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...claims, groups: ['operator'] })).toString('base64url');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    const byText = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('a'.repeat(32)));
    const wrong = [
      await token({ ...good, aud: 'https://other.example.test/mcp' }),
      await token({ ...good, iss: 'https://other.example.test' }),
      await token(good, { expires: Math.floor(Date.now() / 1000) - 3600 }),
      `${head}.${other}.${signature}`,
      unsigned,
      byText,
      'not.a.token',
    ];
    for (const one of wrong) {
      const answer = await whoami(running, one);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp", error="invalid_token"`,
      );
      expect(answer.body).not.toContain(one);
    }
    const { scope: _, ...without } = good;
    const lacks = await whoami(running, await token(without));
    expect([lacks.status, lacks.headers['www-authenticate']]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope", scope="mcp"'),
    ]);
    expect(keyRequests()).toBe(1);
    expect(running.logger.lines.join('\n')).not.toContain(signature);
  });

  it('say that the authorization server is away, and work again when it is back', async () => {
    const { issuer, token, fail } = await tokenIssuer();
    const running = await run(settingsOf(issuer));
    const good = await token({ aud, groups: ['support'] });
    fail(true);
    const away = await whoami(running, good);
    expect([away.status, away.headers['retry-after']]).toEqual([503, '5']);
    fail(false);
    expect((await whoami(running, good)).persona).toBe('support');
  });

  it('are described by the metadata of the resource, which needs no token', async () => {
    const { issuer } = await tokenIssuer();
    const running = await run(settingsOf(issuer, { scopes: ['mcp'] }));
    for (const path of ['', '/mcp', '/mcp/support']) {
      const answer = await sendRaw(running.server.port, {
        path: `/.well-known/oauth-protected-resource${path}`,
        method: 'GET',
        headers: own,
      });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.body)).toMatchObject({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [issuer],
        scopes_supported: ['mcp'],
      });
    }
  });
});

describe('the limits of each caller', () => {
  it('stop one caller and leave the others alone', async () => {
    const running = await run({ tokens: given, limits: { requests_per_minute: 3, concurrent: 2 } });
    for (const _ of [1, 2, 3]) expect((await whoami(running, tokens.support)).status).toBe(200);
    const spent = await whoami(running, tokens.support);
    expect(spent.status).toBe(429);
    expect(Number(spent.headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.parse(spent.body).error.message).toContain('3 requests in a minute');
    expect((await whoami(running, tokens.everybody)).status).toBe(200);
  });

  it('count the bytes that a caller sends and gets, and name the limit in the log and the metrics', async () => {
    const running = await run({ tokens: given, limits: { mb_per_minute: 1, requests_per_minute: 100_000 } });
    const body = modernMessage('tools/call', { name: 'echo', arguments: { text: 'x'.repeat(50_000) } });
    const echo = (token: string) =>
      sendRaw(running.server.port, { headers: { ...modernHeaders(token, 'tools/call', 'echo'), ...own }, body });
    const first = await echo(tokens.support);
    expect(first.status).toBe(200);
    const each = body.length + first.body.length;
    let served = 1;
    // Bytes are counted after they went out, so that a few requests more may come in.
    await eventually(async () => {
      const answer = await echo(tokens.support);
      if (answer.status === 200) served += 1;
      expect(answer.status).toBe(429);
      expect(JSON.parse(answer.body).error.message).toContain('1 MB in a minute');
      const wait = Number(answer.headers['retry-after']);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    });
    expect(served * each).toBeGreaterThan(1024 * 1024 - each);
    // A small message is refused too, and nobody else is.
    expect((await whoami(running, tokens.support)).status).toBe(429);
    expect((await echo(tokens.everybody)).status).toBe(200);
    await eventually(async () => {
      const { body: metrics } = await operations(running, '/metrics');
      const bytesOf = (direction: string) =>
        Number(new RegExp(`pegboard_bytes_total\\{direction="${direction}"\\} (\\d+)`).exec(metrics)?.[1]);
      expect(Number(/pegboard_limited_total\{limit="bytes"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
      expect(bytesOf('received')).toBe((served + 1) * body.length);
      expect(bytesOf('sent')).toBeGreaterThanOrEqual((served + 1) * first.body.length);
    });
    expect(running.logger.lines.join('\n')).toContain('You sent and got 1 MB in a minute');
  });

  it('count requests that run at once, and give the place back', async () => {
    const running = await run({ tokens: given, limits: { concurrent: 1 } });
    const abort = new AbortController();
    const waits = callWait(running, abort.signal);
    await once(running.gateway.calls, 'started');
    expect((await whoami(running, tokens.support)).status).toBe(429);
    expect((await whoami(running, tokens.everybody)).status).toBe(200);
    abort.abort();
    await waits;
    await eventually(async () => expect((await whoami(running, tokens.support)).status).toBe(200));
  });
});

describe('the operations of a gateway server', () => {
  it('say how it is, apart from callers', async () => {
    const running = await run();
    await whoami(running, tokens.support);
    await whoami(running, 'wrong');
    expect(await operations(running, '/healthz')).toMatchObject({ status: 200, body: 'ok\n' });
    expect(await operations(running, '/readyz')).toMatchObject({ status: 200, body: 'ready\n' });
    await eventually(async () => {
      const { body } = await operations(running, '/metrics');
      expect(body).toContain('pegboard_requests_total{method="tools/call",persona="support",status="200"} 1');
      expect(body).toContain('pegboard_requests_total{method="none",persona="",status="401"} 1');
      expect(body).toMatch(/pegboard_token_last_used_seconds\{name="support"\} \d+/);
      expect(body).toContain('pegboard_ready 1');
      expect(body).toContain('process_cpu_user_seconds_total');
    });
    expect((await operations(running, '/mcp')).status).toBe(404);
    expect((await sendRaw(running.server.port, { path: '/metrics', method: 'GET', headers: own })).status).toBe(404);
  });

  it('log a line for each request, without arguments, answers and tokens', async () => {
    const running = await run();
    const body = modernMessage('tools/call', { name: 'echo', arguments: { text: 'planted-argument' } });
    await sendRaw(running.server.port, {
      headers: { ...modernHeaders(tokens.support, 'tools/call', 'echo'), ...own },
      body,
    });
    await eventually(() => {
      const lines = running.logger.lines.join('\n');
      expect(lines).toContain('"caller":"support"');
      expect(lines).not.toContain('planted-argument');
      expect(lines).not.toContain(tokens.support);
    });
  });

  it('end without losing a request: not ready at once, new ones refused, those under way answered', async () => {
    const running = await run({ tokens: given, drain_seconds: 60 });
    const abort = new AbortController();
    const waits = callWait(running, abort.signal);
    await once(running.gateway.calls, 'started');
    const closed = running.server.close();
    expect((await operations(running, '/readyz')).status).toBe(503);
    expect((await whoami(running, tokens.everybody)).status).toBe(503);
    abort.abort();
    await waits;
    await closed;
    await expect(operations(running, '/healthz')).rejects.toThrow();
  });

  it('answer requests that finish while the server ends', async () => {
    const running = await run({ tokens: given, drain_seconds: 60 });
    const answers = Promise.all(Array.from({ length: 10 }, () => whoami(running, tokens.everybody)));
    await eventually(() => expect(running.gateway.callers.length).toBeGreaterThan(0));
    const closed = running.server.close();
    for (const { status } of await answers) expect([200, 503]).toContain(status);
    await closed;
  });
});

/** A call that runs until the host goes away. */
async function callWait({ server }: Running, signal: AbortSignal): Promise<void> {
  const headers = { ...modernHeaders(tokens.support, 'tools/call', 'wait'), ...own };
  const asked = request({ host: '127.0.0.1', port: server.port, path: '/mcp', method: 'POST', headers, signal });
  const ended = new Promise<void>((resolve) => asked.once('close', resolve));
  asked.on('error', () => {});
  asked.end(modernMessage('tools/call', { name: 'wait', arguments: {} }));
  await ended;
}
