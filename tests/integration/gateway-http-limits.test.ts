import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hosts } from '../support/gateway-hosts.ts';
import {
  eventually,
  hostHeaders,
  modernHeaders,
  modernMessage,
  type RunningGateway,
  runGateway,
  sendRaw,
  testGateway,
} from '../support/gateway-http.ts';
import { malformedMessage } from '../support/malformed-messages.ts';

const call = (name: string, args = {}, id: number | string = 1) =>
  modernMessage('tools/call', { name, arguments: args }, id);

/** Calls a tool as a host of 2026-07-28. */
function callTool({ http, token }: RunningGateway, name: string, args = {}, id: number | string = 1) {
  return sendRaw(http.port, { headers: modernHeaders(token, 'tools/call', name), body: call(name, args, id) });
}

/** A connection that sends the given text and keeps the answer. */
async function rawSocket(port: number): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return { socket, text: () => text };
}

const head = (headers: Record<string, string | number>) =>
  `POST /mcp HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

describe('the limits of the gateway over HTTP', () => {
  it('reads no body that is too long, whether it says how long it is or not', async () => {
    const running = await runGateway({ gateway: testGateway({ maxBodyBytes: 20_000 }) });
    const { http, token, gateway } = running;
    expect((await callTool(running, 'echo', { text: 'x'.repeat(19_000) })).status).toBe(200);
    const served = gateway.callers.length;

    const declared = await callTool(running, 'echo', { text: 'x'.repeat(30_000) });
    expect(declared.status).toBe(413);
    expect(JSON.parse(declared.body)).toMatchObject({ jsonrpc: '2.0', error: { message: /20000 bytes/ }, id: null });

    const chunked = httpRequest({ port: http.port, path: '/mcp', method: 'POST', headers: hostHeaders(token) });
    onTestFinished(() => {
      chunked.destroy();
    });
    chunked.on('error', () => {});
    // It never ends: the answer comes as soon as it is too long.
    for (let n = 0; n < 30; n++) chunked.write('x'.repeat(1000));
    const [answer] = await once(chunked, 'response');
    expect(answer.statusCode).toBe(413);
    expect(gateway.callers).toHaveLength(served);
  });

  it('tells a request beyond the limit to come again, by its id, and lets cancellations through', async () => {
    const running = await runGateway({ gateway: testGateway({ maxRequests: 2 }) });
    const { gateway, http, token } = running;
    const host = await hosts['the old client']?.({ url: http.url, token });
    const begun = vi.fn();
    gateway.calls.on('started', begun);
    const controllers = [new AbortController(), new AbortController()];
    for (const { signal } of controllers) host?.call('wait', {}, { signal }).catch(() => {});
    await eventually(() => expect(begun).toHaveBeenCalledTimes(2));

    const refused = await callTool(running, 'echo', { text: 'x' }, 'the third');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(JSON.parse(refused.body)).toMatchObject({
      id: 'the third',
      error: { message: /^2 requests are under way/ },
    });

    for (const controller of controllers) controller.abort();
    await eventually(async () => expect((await callTool(running, 'echo', { text: 'x' })).status).toBe(200));
  });

  it('lets the answer of a user through when all places are taken', async () => {
    const { http, token } = await runGateway({ gateway: testGateway({ maxRequests: 1 }) });
    const host = await hosts['the old client']?.({ url: http.url, token });
    expect(await host?.call('ask')).toBe('the user said true');
  });

  it('counts no stream that waits for changes', async () => {
    const running = await runGateway({ gateway: testGateway({ maxRequests: 1 }) });
    const { http, token } = running;
    for (const connectHost of Object.values(hosts)) {
      await connectHost({ url: http.url, token, onListChanged: () => {} });
      await connectHost({ url: http.url, token, onListChanged: () => {} });
    }
    expect((await callTool(running, 'echo', { text: 'x' })).status).toBe(200);
  });

  it('ends connections that send nothing, half a header or half a body', async () => {
    const running = await runGateway({ limits: { headersMs: 100, requestMs: 300 } });
    const { http, token } = running;
    const own = { host: `127.0.0.1:${http.port}`, ...hostHeaders(token) };
    const beginnings = [
      '',
      'POST /mcp HT',
      `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:${http.port}\r\n`,
      `${head({ ...own, 'content-length': 1000 })}{"jsonrpc":`,
      `${head({ ...own, 'transfer-encoding': 'chunked' })}5\r\n{"jso`,
    ];
    const sockets = await Promise.all(beginnings.map(() => rawSocket(http.port)));
    const ended = sockets.map(({ socket }) => once(socket, 'close'));
    for (const [index, text] of beginnings.entries()) sockets[index]?.socket.write(text);
    await Promise.all(ended);
    expect((await callTool(running, 'echo', { text: 'x' })).status).toBe(200);
  });

  it('answers a request that came while its idle connection was to end and nothing was read', async () => {
    const keepAliveMs = 50;
    const running = await runGateway({ limits: { keepAliveMs } });
    const { http, token } = running;
    const { socket, text } = await rawSocket(http.port);
    const send = (words: string) => {
      const body = call('echo', { text: words });
      const headers = { ...modernHeaders(token, 'tools/call', 'echo'), 'content-length': body.length };
      socket.write(`${head({ host: `127.0.0.1:${http.port}`, ...headers })}${body}`);
    };
    send('first');
    await eventually(() => expect(text()).toContain('first'));
    // What is due after this is done comes before anything is read.
    await new Promise(setImmediate);
    send('second');
    // Node adds a second to the time of an idle connection.
    for (const end = performance.now() + keepAliveMs + 1500; performance.now() < end; );
    await eventually(() => expect(text()).toContain('second'));
    // One that sends nothing is ended.
    await eventually(() => expect(socket.closed).toBe(true));
  });

  it('ends the connection of a host that reads nothing of a long answer', async () => {
    const running = await runGateway({ gateway: testGateway({ maxRequests: 1 }), limits: { stuckMs: 100 } });
    const { http, token } = running;
    const body = call('big', { bytes: 50_000_000 });
    const { socket } = await rawSocket(http.port);
    const headers = { ...modernHeaders(token, 'tools/call', 'big'), 'content-length': body.length };
    socket.pause();
    socket.write(`${head({ host: `127.0.0.1:${http.port}`, ...headers })}${body}`);
    await eventually(() => expect(running.gateway.callers).toHaveLength(1));
    // Its place is free again.
    await eventually(async () => expect((await callTool(running, 'echo', { text: 'x' })).status).toBe(200));
  });

  it('takes no more connections than it has places for', async () => {
    const running = await runGateway({
      gateway: testGateway({ maxRequests: 1 }),
      limits: { maxSessions: 0, maxSubscriptions: 0 },
    });
    const { port } = running.http;
    const [first] = [await rawSocket(port), await rawSocket(port)];
    const third = await rawSocket(port);
    if (!third.socket.closed) await once(third.socket, 'close');
    first.socket.destroy();
    await eventually(async () => expect((await callTool(running, 'echo', { text: 'x' })).status).toBe(200));
  });

  it('closes while bodies and headers are half there', async () => {
    const { http, token } = await runGateway();
    const { socket } = await rawSocket(http.port);
    socket.write(`${head({ host: `127.0.0.1:${http.port}`, ...hostHeaders(token), 'content-length': 1000 })}{`);
    const other = await rawSocket(http.port);
    const ended = [once(socket, 'close'), once(other.socket, 'close')];
    await http.close();
    await Promise.all(ended);
    await runGateway({ port: http.port });
  });
});

describe('malformed messages over HTTP', () => {
  it('are answered, 10,000 of them, and leave nothing', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const running = await runGateway({ gateway: testGateway({ maxRequests: 64 }) });
    const { http, token, gateway, logger } = running;
    const statuses = new Map<number, number>();
    const send = async (n: number) => {
      const headers = n % 2 ? hostHeaders(token) : modernHeaders(token, 'tools/list');
      const answer = await fetch(http.url, { method: 'POST', headers, body: malformedMessage(n) as BodyInit });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    };
    const sendAll = async (from: number, to: number) => {
      for (let n = from; n < to; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => send(n + i)));
    };
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    await sendAll(0, 2000);
    const before = heap();
    await sendAll(2000, 10_000);
    const grown = heap() - before;

    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBe(10_000);
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    expect(gateway.connected.size).toBe(0);
    expect(grown).toBeLessThan(8 * 2 ** 20);
    expect(logger.lines.length).toBeLessThan(60);
    expect((await callTool(running, 'echo', { text: 'still here' })).body).toContain('still here');
  }, 400_000);
});
