import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket as WsClient } from 'ws';
import { isPegboardError } from '#shared/errors.ts';
import { type HttpHost, startHttpHost } from '../../src-main/hosts/http/start-http-host.ts';
import { recordingLogger } from '../contract/recording-logger.ts';
import { scriptedServices } from '../contract/scripted-services.ts';
import type { PegboardClient } from '../support/in-process-client.ts';

const secretOutside = 'a file outside of the renderer';
const logger = recordingLogger();
const { services, calls } = scriptedServices({
  system: {
    report: async () => ({ versions: {}, host: 'http' as const, fts_available: true, findings: [] }),
  },
});

let folder: string;
let rendererDir: string;
let host: HttpHost;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pegboard-http-'));
  rendererDir = path.join(folder, 'renderer');
  await mkdir(path.join(rendererDir, 'assets'), { recursive: true });
  await writeFile(path.join(rendererDir, 'index.html'), '<!doctype html><title>Pegboard</title>');
  await writeFile(path.join(rendererDir, 'assets', 'index-a1b2c3.js'), 'export {};');
  await writeFile(path.join(rendererDir, '..still-inside.txt'), 'inside');
  await writeFile(path.join(folder, 'outside.txt'), secretOutside);
  await mkdir(path.join(folder, 'renderer-2'));
  await writeFile(path.join(folder, 'renderer-2', 'outside.txt'), secretOutside);
  await symlink(path.join(folder, 'outside.txt'), path.join(rendererDir, 'link.txt'));
  host = await startHttpHost({ services, rendererDir, logger });
});

afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends the path as it is: fetch would tidy it up first. */
async function send(
  pathname: string,
  options: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<Answer> {
  const outgoing = request({
    host: '127.0.0.1',
    port: host.port,
    path: pathname,
    method: options.method ?? 'GET',
    headers: { host: `127.0.0.1:${host.port}`, ...options.headers },
    setHost: false,
  });
  outgoing.end(options.body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
  return { status: incoming.statusCode ?? 0, headers: incoming.headers, body };
}

interface SocketOptions {
  readonly path?: string;
  readonly protocols?: string[];
  readonly origin?: string | undefined;
  readonly headers?: Record<string, string>;
}

function openSocket(options: SocketOptions = {}): WsClient {
  const origin = 'origin' in options ? options.origin : `http://127.0.0.1:${host.port}`;
  const socket = new WsClient(
    `ws://127.0.0.1:${host.port}${options.path ?? '/rpc'}`,
    options.protocols ?? ['pegboard', `token.${host.token}`],
    { headers: { ...(origin === undefined ? {} : { origin }), ...options.headers } },
  );
  onTestFinished(() => socket.terminate());
  return socket;
}

/** The HTTP status with which an upgrade is refused. */
async function refusalOf(options: SocketOptions): Promise<number> {
  const socket = openSocket(options);
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  return response.statusCode ?? 0;
}

function clientOver(socket: WsClient): PegboardClient {
  return createORPCClient(new RPCLink({ websocket: socket as unknown as WebSocket }));
}

describe('files', () => {
  it('come with the content security policy and their type', async () => {
    const { status, headers, body } = await send('/');
    expect(status).toBe(200);
    expect(body).toContain('<title>Pegboard</title>');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; " +
        "img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; object-src 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    // Both together isolate the page, so that it may share memory with its worker.
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('with a hash in their name may be kept for good', async () => {
    const { headers } = await send('/assets/index-a1b2c3.js');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toContain('immutable');
  });

  it('are described without a body to HEAD', async () => {
    const { status, headers, body } = await send('/', { method: 'HEAD' });
    expect([status, body]).toEqual([200, '']);
    expect(Number(headers['content-length'])).toBeGreaterThan(0);
  });

  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/..%5coutside.txt',
    '/..%2frenderer-2/outside.txt',
    '/%252e%252e%252foutside.txt',
    '/link.txt',
    '/%00',
    '/%zz',
    '/assets',
    '/nothing.js',
    '//outside.txt',
  ])('outside of the renderer, or not there, are not found: %s', async (pathname) => {
    const { status, body, headers } = await send(pathname);
    expect(status).toBe(404);
    expect(body).not.toContain(secretOutside);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('are named by a path, not by a URL', async () => {
    expect((await send(`http://127.0.0.1:${host.port}/`)).status).toBe(400);
  });

  it('are answered before any other work gets its turn, so that a page does not wait for the work on a large catalog', async () => {
    const started = 'http.server.request.start';
    const hasEnded = Promise.withResolvers<boolean>();
    const look = (message: unknown) => {
      const { response } = message as { response: ServerResponse };
      setImmediate(() => hasEnded.resolve(response.writableEnded));
    };
    diagnostics.subscribe(started, look);
    onTestFinished(() => void diagnostics.unsubscribe(started, look));
    expect((await send('/')).status).toBe(200);
    expect(await hasEnded.promise).toBe(true);
  });

  it('may begin with two dots', async () => {
    expect((await send('/..still-inside.txt')).body).toBe('inside');
  });
});

describe('a request', () => {
  it.each([
    ['of another name, as after DNS rebinding', 'evil.example'],
    ['of another name with our port', 'evil.example:{port}'],
    ['without our port', '127.0.0.1'],
    ['with another port', '127.0.0.1:1'],
    ['of another address of this computer', '[::1]:{port}'],
    ['that only starts like ours', '127.0.0.1:{port}.evil.example'],
  ])('with a Host %s is refused', async (_, name) => {
    const answer = await send('/', { headers: { host: name.replace('{port}', String(host.port)) } });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('Pegboard');
  });

  it('with localhost as its Host is served', async () => {
    expect((await send('/', { headers: { host: `localhost:${host.port}` } })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('by %s is refused', async (method) => {
    const { status, headers } = await send('/', { method, body: 'x'.repeat(100) });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
  });
});

describe('a connection', () => {
  it('with Host, Origin and token right carries calls', async () => {
    const socket = openSocket();
    await once(socket, 'open');
    await expect(clientOver(socket).system.report()).resolves.toMatchObject({ host: 'http' });
  });

  it('from localhost carries calls', async () => {
    const name = `localhost:${host.port}`;
    const socket = openSocket({ origin: `http://${name}`, headers: { host: name } });
    await once(socket, 'open');
    await expect(clientOver(socket).system.report()).resolves.toMatchObject({ host: 'http' });
  });

  it('speaks the subprotocol pegboard, whatever the order, and never repeats the token', async () => {
    const socket = openSocket({ protocols: [`token.${host.token}`, 'pegboard'] });
    const [response] = (await once(socket, 'upgrade')) as [IncomingMessage];
    expect(response.headers['sec-websocket-protocol']).toBe('pegboard');
    expect(response.rawHeaders.join(' ')).not.toContain(host.token);
  });

  it('with another Host is refused', async () => {
    expect(await refusalOf({ headers: { host: `evil.example:${host.port}` } })).toBe(403);
  });

  it.each([
    ['of another page', 'https://evil.example'],
    ['of another port', 'http://127.0.0.1:1'],
    ['by https', 'https://127.0.0.1:{port}'],
    ['that only starts like ours', 'http://127.0.0.1:{port}.evil.example'],
    ['of a sandboxed frame', 'null'],
    ['of nobody', undefined],
  ])('with the Origin %s is refused', async (_, origin) => {
    expect(await refusalOf({ origin: origin?.replace('{port}', String(host.port)) })).toBe(403);
  });

  it.each([
    ['no token', ['pegboard']],
    ['an empty token', ['pegboard', 'token.']],
    ['a wrong token', ['pegboard', `token.${'A'.repeat(43)}`]],
    ['the start of the token', ['pegboard', 'token.{start}']],
    ['the token without its prefix', ['pegboard', '{token}']],
  ])('with %s is refused', async (_, protocols) => {
    const offered = protocols.map((name) =>
      name.replace('{token}', host.token).replace('{start}', host.token.slice(0, -1)),
    );
    expect(await refusalOf({ protocols: offered })).toBe(401);
  });

  it('that does not offer the subprotocol is refused', async () => {
    expect(await refusalOf({ protocols: [`token.${host.token}`] })).toBe(400);
  });

  it('to another path is refused', async () => {
    expect(await refusalOf({ path: '/' })).toBe(404);
    expect(await refusalOf({ path: '/rpc/more' })).toBe(404);
  });

  it('that sends a frame over the limit is closed, and the host lives on', async () => {
    const socket = openSocket();
    await once(socket, 'open');
    socket.on('error', () => undefined);
    socket.send(Buffer.alloc(64 * 2 ** 20 + 1));
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1009);
    expect((await send('/')).status).toBe(200);
  });

  it('that sends a malformed frame is closed, and the host lives on', async () => {
    const socket = openSocket();
    await once(socket, 'open');
    socket.send('not a call');
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1007);
    expect((await send('/')).status).toBe(200);
  });

  it('over the number that is allowed is refused', async () => {
    const own = await startHttpHost({ services, rendererDir, logger });
    onTestFinished(() => own.close());
    const connect = () => {
      const socket = new WsClient(`ws://127.0.0.1:${own.port}/rpc`, ['pegboard', `token.${own.token}`], {
        origin: `http://127.0.0.1:${own.port}`,
      });
      socket.on('error', () => undefined);
      return socket;
    };
    await Promise.all(Array.from({ length: 16 }, () => once(connect(), 'open')));
    const [, response] = (await once(connect(), 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(503);
  });
});

describe('the host', () => {
  it('has a URL with the port and the token of this launch', () => {
    expect(host.url).toBe(`http://127.0.0.1:${host.port}/#token=${host.token}`);
    expect(Buffer.from(host.token, 'base64url')).toHaveLength(32);
  });

  it('takes a port that is asked for, and says when it is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const error = await startHttpHost({ services, rendererDir, logger, port }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'address_in_use', data: { port }, hint: expect.stringContaining('--port') });
  });

  it('says when a port cannot be one', async () => {
    const error = await startHttpHost({ services, rendererDir, logger, port: 70_000 }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'usage' });
  });

  it('says when the renderer is not built', async () => {
    const missing = path.join(folder, 'nothing');
    const error = await startHttpHost({ services, rendererDir: missing, logger }).catch((reason: unknown) => reason);
    expect(isPegboardError(error) && [error.code, error.hint]).toEqual([
      'file_not_found',
      expect.stringContaining('npm run build'),
    ]);
  });

  it('ends connections and frees the port when it closes', async () => {
    const own = await startHttpHost({ services, rendererDir, logger });
    const socket = new WsClient(`ws://127.0.0.1:${own.port}/rpc`, ['pegboard', `token.${own.token}`], {
      origin: `http://127.0.0.1:${own.port}`,
    });
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await own.close();
    await closed;
    const again = await startHttpHost({ services, rendererDir, logger, port: own.port });
    await again.close();
  });

  // Elsewhere the other addresses of loopback are not there to be tried.
  it.runIf(process.platform === 'linux')('listens on 127.0.0.1 only', async () => {
    const elsewhere = new WsClient(`ws://127.0.0.2:${host.port}/rpc`);
    const [error] = (await once(elsewhere, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });

  it('logs what it refuses, and not without limit', async () => {
    const quiet = recordingLogger();
    const own = await startHttpHost({ services, rendererDir, logger: quiet });
    onTestFinished(() => own.close());
    for (let n = 0; n < 300; n++) {
      const answer = await fetch(`http://127.0.0.1:${own.port}/`, { method: 'POST' });
      expect(answer.status).toBe(405);
    }
    expect(quiet.lines).toHaveLength(20 + 4);
    expect(quiet.lines.at(-1)).toContain('256');
  });

  it('never logs the token, nor calls a service for what it refuses', () => {
    expect(logger.lines.length).toBeGreaterThan(0);
    expect(logger.lines.join('\n')).not.toContain(host.token);
    expect(new Set(calls)).toEqual(new Set(['system.report']));
  });
});
