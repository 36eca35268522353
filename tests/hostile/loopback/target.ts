import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { pegboardBin } from '../../support/serve-app.ts';
import { sandboxEnvironment } from '../sandbox/run-command.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';

/** The app as a browser reaches it, in a process of its own. */
export interface Target {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  /** Everything that it logged. */
  log(): string;
  /** Ends it as Ctrl+C does; whether it ended by itself. */
  stop(): Promise<boolean>;
}

/** How long the app may take to end, milliseconds, on a busy machine. */
const endMs = 60_000;

/** Serves the workspace of the sandbox on loopback. */
export async function serveTarget(sandbox: Sandbox): Promise<Target> {
  const args = ['serve', '--no-open', '--format', 'json', '--workspace', sandbox.workspace];
  const child = spawn(process.execPath, [pegboardBin, ...args], {
    cwd: sandbox.workspace,
    env: { ...sandboxEnvironment(sandbox), NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const url = new URL(await firstUrl(child));
  return {
    pid: child.pid ?? 0,
    port: Number(url.port),
    token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '',
    log: () => log,
    stop: async () => {
      const timer = setTimeout(() => child.kill('SIGKILL'), endMs);
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      const [, signal] = (await ended) as [number | null, NodeJS.Signals | null];
      clearTimeout(timer);
      return signal !== 'SIGKILL';
    },
  };
}

async function firstUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The app has no output.');
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) return url;
  }
  throw new Error('The app ended before it had an address.');
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request whose path and headers stay as they are given. Null where no answer came. */
export async function send(
  { port }: Target,
  options: {
    readonly path: string;
    readonly method?: string;
    readonly headers?: OutgoingHttpHeaders;
    readonly body?: string;
  },
): Promise<HttpAnswer | null> {
  const { path, method = 'GET', headers = {}, body } = options;
  return new Promise((done) => {
    try {
      const outgoing = request({
        host: '127.0.0.1',
        port,
        path,
        method,
        setHost: false,
        headers: { host: `127.0.0.1:${port}`, ...headers },
      });
      outgoing.on('error', () => done(null));
      outgoing.on('response', (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        incoming.on('end', () => done({ status: incoming.statusCode ?? 0, body: text }));
        incoming.on('error', () => done(null));
      });
      outgoing.end(body);
    } catch {
      // Node itself refuses to send it.
      done(null);
    }
  });
}

/** Sends bytes as they are and reads until the connection ends, or some bytes came. */
export function sendRaw({ port }: Target, bytes: string | Buffer): Promise<string> {
  return new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    const finish = () => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(2000, finish);
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', finish);
    socket.on('close', finish);
  });
}

/** A WebSocket with what is offered; whether it was opened, and the status when not. */
export async function upgrade(
  { port, token }: Target,
  options: {
    readonly path?: string;
    readonly protocols?: readonly string[];
    readonly headers?: Record<string, string>;
  } = {},
): Promise<{ readonly socket: WebSocket; readonly status: number }> {
  const { path = '/rpc', protocols = ['pegboard', `token.${token}`], headers = {} } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...protocols], {
    headers: { origin: `http://127.0.0.1:${port}`, ...headers },
  });
  const status = await new Promise<number>((done) => {
    socket.on('open', () => done(101));
    socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
    socket.on('error', () => done(0));
  });
  socket.on('error', () => undefined);
  return { socket, status };
}
