import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import WebSocket from 'ws';
import { bin, type Place, processorMs } from './place.ts';

/** A request of revision 2026-07-28 as text. */
export function requestText(id: number, method: string, params: Readonly<Record<string, unknown>> = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
}

/** A host over HTTP that keeps one connection. It does little itself, so that what is measured is the gateway. */
export type BenchHost = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<string>;

export interface BenchGateway {
  readonly host: () => BenchHost;
  /** Processor time until now, milliseconds. */
  readonly processorMs: () => number;
  /** What the gateway holds after everything that nobody needs was collected, MB. */
  readonly heldMb: () => Promise<number>;
  readonly end: () => Promise<void>;
}

/** `pegboard mcp --http` in a process of its own, with Node's inspector to look at its memory. */
export async function httpGateway({ root, env }: Place): Promise<BenchGateway> {
  const args = ['--inspect=127.0.0.1:0', bin, 'mcp', '--workspace', root, '--http', '--format', 'json'];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const inspector = new Promise<string>((found) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /ws:\/\/\S+/.exec(said)?.[0];
      if (address !== undefined) found(address);
    });
  });
  const line = await new Promise<string>((done) => child.stdout.setEncoding('utf8').once('data', done));
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const agents: Agent[] = [];
  let id = 0;
  const host = (): BenchHost => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return (method, params = {}) => {
      const headers: Record<string, string> = {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
      };
      if (typeof params.name === 'string') headers['mcp-name'] = params.name;
      return post(new URL(url), { agent, headers, text: requestText(++id, method, params) });
    };
  };
  return {
    host,
    processorMs: () => processorMs(child.pid),
    heldMb: async () => heldMb(await inspector),
    end: async () => {
      for (const agent of agents) agent.destroy();
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

interface Posted {
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The body of the answer. Error for anything but a result. */
export function post(url: URL, { agent, headers, text }: Posted): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => {
        if (response.statusCode === 200 && body.includes('"result"')) resolve(body);
        else reject(new Error(`HTTP ${response.statusCode}: ${body.slice(0, 500)}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

/** Collects garbage in a process by its inspector; MB that its heap holds then, buffers outside of it included. */
async function heldMb(address: string): Promise<number> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let id = 0;
  const ask = async (method: string) => {
    const own = ++id;
    socket.send(JSON.stringify({ id: own, method }));
    for (;;) {
      const [data] = await once(socket, 'message');
      const message = JSON.parse(String(data)) as { id?: number; result?: Record<string, number> };
      if (message.id === own) return message.result ?? {};
    }
  };
  // Twice: what a finaliser let go is collected the second time.
  await ask('HeapProfiler.collectGarbage');
  await ask('HeapProfiler.collectGarbage');
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
  socket.close();
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 2 ** 20;
}

/** Does work `total` times, on all hosts at once, each after a pause; the time of each, and all, milliseconds. */
export async function timesOf(
  { total, hosts, pauseMs = 0 }: { total: number; hosts: readonly BenchHost[]; pauseMs?: number },
  work: (host: BenchHost, i: number) => Promise<unknown>,
): Promise<{ readonly times: readonly number[]; readonly elapsed: number }> {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    hosts.map(async (host, at) => {
      // Not all in one moment: hosts do not know of each other.
      if (pauseMs > 0) await new Promise((done) => setTimeout(done, (pauseMs * at) / hosts.length));
      for (let i = next++; i < total; i = next++) {
        const begun = performance.now();
        await work(host, i);
        times.push(performance.now() - begun);
        if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
      }
    }),
  );
  return { times, elapsed: performance.now() - start };
}
