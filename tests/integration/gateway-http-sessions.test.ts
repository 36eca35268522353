import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import {
  eventually,
  hostHeaders,
  modernHeaders,
  modernMessage,
  type RawAnswer,
  type RunningGateway,
  runGateway,
  sendRaw,
} from '../support/gateway-http.ts';

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const message = (method: string, id?: number, params = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params });

/** Begins a session of 2025-11-25. */
async function begin({ http, token }: RunningGateway, path = '/mcp'): Promise<string> {
  const answer = await sendRaw(http.port, { path, headers: hostHeaders(token), body: initialize });
  expect(answer.status).toBe(200);
  return String(answer.headers['mcp-session-id']);
}

function send(
  { http, token }: RunningGateway,
  session: string,
  { body, method, path, as = token }: { body?: string; method?: string; path?: string; as?: string },
): Promise<RawAnswer> {
  return sendRaw(http.port, { method, path, headers: { ...hostHeaders(as), 'mcp-session-id': session }, body });
}

/** Opens the stream of a session for messages of the server; resolves when it is open. */
async function listen({ http, token }: RunningGateway, session: string): Promise<Response> {
  const headers = { ...hostHeaders(token), accept: 'text/event-stream', 'mcp-session-id': session };
  return fetch(http.url, { headers });
}

describe('sessions of older hosts over HTTP', () => {
  it('belong to the token and the persona that began them', async () => {
    const running = await runGateway();
    const { tokens, workspace } = running;
    const session = await begin(running, '/mcp/support');
    const support = await tokens.tokenFor(workspace, 'support');
    const body = message('tools/list', 1);
    const statusOf = async (as: string, path: string, given = session) =>
      (await send(running, given, { as, path, body })).status;
    expect(await statusOf(running.token, '/mcp/support')).toBe(200);
    expect(await statusOf(support.token, '/mcp/support')).toBe(404);
    expect(await statusOf(running.token, '/mcp')).toBe(404);
    expect(await statusOf(running.token, '/mcp/support', 'no-such-session')).toBe(404);

    const end = await send(running, session, { as: support.token, path: '/mcp', method: 'DELETE' });
    expect(end.status).toBe(404);
    const unknown = await send(running, 'no-such-session', { body });
    expect(JSON.parse(unknown.body)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32001, message: 'Session not found.' },
    });
  });

  it('are asked for, and begin with initialize', async () => {
    const running = await runGateway();
    const { http, token } = running;
    const answer = await sendRaw(http.port, { headers: hostHeaders(token), body: message('tools/list', 7) });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ id: 7, error: { message: /Mcp-Session-Id/ } });
    // The transport refuses this one: nothing may stay of it.
    const refused = await sendRaw(http.port, {
      headers: { ...hostHeaders(token), accept: 'text/html' },
      body: initialize,
    });
    expect(refused.status).toBe(406);
    expect(running.gateway.connected.size).toBe(0);
  });

  it('end with DELETE, and with their calls', async () => {
    const running = await runGateway();
    const { gateway } = running;
    const session = await begin(running);
    const [begun, ended] = [once(gateway.calls, 'started'), once(gateway.calls, 'ended')];
    const call = send(running, session, { body: message('tools/call', 1, { name: 'wait', arguments: {} }) });
    await begun;
    expect((await send(running, session, { method: 'DELETE' })).status).toBe(200);
    await Promise.all([ended, call]);
    expect(gateway.connected.size).toBe(0);
    expect((await send(running, session, { body: message('tools/list', 2) })).status).toBe(404);
  });

  it('end when nobody uses them, and not while somebody listens', async () => {
    const running = await runGateway({ limits: { sessionIdleMs: 1500 } });
    const { gateway } = running;
    const heard = await begin(running);
    const listening = await listen(running, heard);
    await send(running, heard, { body: message('tools/list', 1) });
    const quiet = await begin(running);
    // They would end in the order of their last request.
    await eventually(() => expect(gateway.connected.size).toBe(1));
    expect((await send(running, heard, { body: message('tools/list', 2) })).status).toBe(200);
    expect((await send(running, quiet, { body: message('tools/list', 1) })).status).toBe(404);
    await listening.body?.cancel();
    await eventually(() => expect(gateway.connected.size).toBe(0));
  });

  it('give way when there are too many: the one that was idle for longest goes, one in use never', async () => {
    const running = await runGateway({ limits: { maxSessions: 2 } });
    const { http, token } = running;
    const [first, second] = [await begin(running), await begin(running)];
    await send(running, first, { body: message('tools/list', 1) });
    const third = await begin(running);
    const statusOf = async (session: string) =>
      (await send(running, session, { body: message('tools/list', 2) })).status;
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([200, 404, 200]);

    const streams = [await listen(running, first), await listen(running, third)];
    const refused = await sendRaw(http.port, { headers: hostHeaders(token), body: initialize });
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(refused.body)).toMatchObject({ id: 0, error: { message: /2 sessions/ } });
    for (const stream of streams) await stream.body?.cancel();
    await eventually(() => begin(running));
  });

  it('answer no second request with the id of one under way', async () => {
    const running = await runGateway();
    const session = await begin(running);
    const begun = once(running.gateway.calls, 'started');
    const call = send(running, session, { body: message('tools/call', 5, { name: 'wait', arguments: {} }) });
    await begun;
    const second = await send(running, session, { body: message('tools/list', 5) });
    expect(second.status).toBe(400);
    expect(JSON.parse(second.body)).toMatchObject({ id: 5, error: { message: /under way/ } });
    await send(running, session, { body: message('notifications/cancelled', undefined, { requestId: 5 }) });
    // A cancelled request gets no answer, and its stream ends.
    expect((await call).body).toBe('');
    expect((await send(running, session, { body: message('tools/list', 5) })).status).toBe(200);
  });

  it('are told why a call ended when the gateway closes', async () => {
    const running = await runGateway();
    const session = await begin(running);
    const begun = once(running.gateway.calls, 'started');
    const call = send(running, session, { body: message('tools/call', 5, { name: 'wait', arguments: {} }) });
    await begun;
    await running.http.close();
    expect((await call).body).toContain('The gateway was closed.');
  });

  it('leave newer hosts alone', async () => {
    const running = await runGateway();
    const { http, token } = running;
    const headers = { ...modernHeaders(token, 'tools/list'), 'mcp-session-id': 'what-an-older-host-left' };
    const answer = await sendRaw(http.port, { headers, body: modernMessage('tools/list') });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
  });
});
