import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startGatewayHttp } from '../../src-main/hosts/gateway/start-gateway-http.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import {
  hostHeaders,
  modernHeaders,
  modernMessage,
  runGateway,
  sendRaw,
  testGateway,
} from '../support/gateway-http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Lists tools as a program does; other headers and another path as given. */
function list(
  port: number,
  token: string,
  { path, headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const all = { ...modernHeaders(token, 'tools/list'), ...headers };
  return sendRaw(port, { path, headers: all, body: modernMessage('tools/list') });
}

describe('the token of the gateway over HTTP', () => {
  it('is made at the first start, kept from others, and not shown again', async () => {
    const [userDataDir, workspace, logger] = [join(temporaryFolder(), 'new'), temporaryFolder(), recordingLogger()];
    const start = () => startGatewayHttp({ gateway: testGateway(), userDataDir, workspace, logger });
    const first = await start();
    await first.close();
    expect(first.newToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const second = await start();
    expect(second.newToken).toBeNull();
    expect((await list(second.port, first.newToken ?? '')).status).toBe(200);
    await second.close();
    const file = join(userDataDir, 'gateway-tokens.json');
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(workspace);
    expect(logger.lines.join('\n')).not.toContain(first.newToken);
  });

  it('is not made by a start that fails', async () => {
    const running = await runGateway();
    const [userDataDir, workspace, logger] = [temporaryFolder(), temporaryFolder(), recordingLogger()];
    const options = { gateway: testGateway(), userDataDir, workspace, logger };
    await expect(startGatewayHttp({ ...options, port: running.http.port })).rejects.toMatchObject({
      code: 'address_in_use',
    });
    const next = await startGatewayHttp(options);
    expect(next.newToken).not.toBeNull();
    await next.close();
  });

  it('opens its own workspace and persona, and tells nothing of others', async () => {
    const { http, token, tokens, workspace, userDataDir } = await runGateway();
    const elsewhere = await tokens.tokenFor(temporaryFolder(), null);
    const support = await tokens.tokenFor(workspace, 'support');
    const gone = await tokens.tokenFor(workspace, 'gone');
    const statusOf = async (path: string, given: string) => (await list(http.port, given, { path })).status;
    expect(await statusOf('/mcp', token)).toBe(200);
    expect(await statusOf('/mcp/support', token)).toBe(200);
    expect(await statusOf('/mcp/ops%20team', token)).toBe(200);
    expect(await statusOf('/mcp', support.token)).toBe(200);
    expect(await statusOf('/mcp/support', support.token)).toBe(200);

    const refused = await Promise.all([
      list(http.port, 'x'.repeat(43)),
      list(http.port, ''),
      list(http.port, token, { headers: { authorization: `Basic ${token}` } }),
      list(http.port, token, { headers: { authorization: `Bearer ${token}x` } }),
      list(http.port, elsewhere.token),
      list(http.port, gone.token),
      list(http.port, gone.token, { path: '/mcp/gone' }),
      list(http.port, support.token, { path: '/mcp/ops%20team' }),
      list(http.port, support.token, { path: '/mcp/nobody' }),
      list(http.port, token, { path: '/mcp/nobody' }),
      list(http.port, token, { path: '/mcp/%zz' }),
      list(http.port, token, { path: '/mcp/__proto__' }),
      sendRaw(http.port, { headers: { 'content-type': 'application/json' }, body: modernMessage('tools/list') }),
    ]);
    const told = new Set(
      refused.map(({ status, body, headers }) => JSON.stringify([status, body, headers['www-authenticate']])),
    );
    expect(told.size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect(userDataDir).not.toBe(workspace);
  });

  it('opens nothing any more once it was reset by another process', async () => {
    const { http, token, tokens, workspace } = await runGateway();
    expect((await list(http.port, token)).status).toBe(200);
    const next = await tokens.resetToken(workspace, null);
    expect((await list(http.port, token)).status).toBe(401);
    expect((await list(http.port, next)).status).toBe(200);
  });
});

describe('the door of the gateway over HTTP', () => {
  it('serves programs and no page of a browser, whatever name leads to it', async () => {
    const { http, token } = await runGateway();
    const { port } = http;
    const statusOf = async (headers: Record<string, string>) => (await list(port, token, { headers })).status;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) expect(await statusOf({ host }), host).toBe(200);
    for (const host of ['127.0.0.1', `evil.example:${port}`, `127.0.0.1.evil.example:${port}`, `[::1]:${port}`]) {
      expect(await statusOf({ host }), host).toBe(403);
    }
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      expect(await statusOf({ origin }), origin).toBe(200);
    }
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', `https://127.0.0.1:${port}`, '']) {
      expect(await statusOf({ origin }), origin).toBe(403);
    }
    const preflight = await sendRaw(port, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } });
    expect(preflight.status).toBe(403);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('has two addresses and three methods', async () => {
    const { http, token } = await runGateway();
    const statusOf = async (path: string) => (await list(http.port, token, { path })).status;
    for (const path of [
      '/',
      '/mcp/',
      '/mcpx',
      '/mcp/a/b',
      '//mcp',
      '/MCP',
      '/../mcp',
      '/.well-known/oauth-protected-resource',
    ]) {
      expect(await statusOf(path), path).toBe(404);
    }
    expect(await statusOf('/mcp?x=1')).toBe(200);
    for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE']) {
      const answer = await sendRaw(http.port, { method, headers: hostHeaders(token) });
      expect(answer, method).toMatchObject({ status: 405, headers: { allow: 'POST, GET, DELETE' } });
    }
    const form = await list(http.port, token, { headers: { 'content-type': 'text/plain' } });
    expect(form.status).toBe(415);
  });

  it('gives no token and no header of a stranger to the log or to a server', async () => {
    const gateway = testGateway();
    const given: (Request | undefined)[] = [];
    const { serverFor } = gateway;
    gateway.serverFor = (caller) => (context) => {
      given.push(context.requestInfo);
      return serverFor(caller)(context);
    };
    const { http, token, logger } = await runGateway({ gateway });
    await list(http.port, token);
    await list(http.port, 'a-wrong-token');
    await list(http.port, token, { headers: { origin: 'https://evil.example' } });
    expect(given).toHaveLength(1);
    expect(given[0]?.headers.get('authorization')).toBeNull();
    const log = logger.lines.join('\n');
    expect(log).toContain('Wrong Origin');
    for (const secret of [token, 'a-wrong-token', 'evil.example']) expect(log).not.toContain(secret);
  });

  it('cannot be made to fill the disk with refusals', async () => {
    const { http, logger } = await runGateway();
    for (let n = 0; n < 500; n++) await list(http.port, 'wrong');
    expect(logger.lines.length).toBeLessThan(40);
    expect(logger.lines.at(-1)).toContain('"refused":256');
  });
});
