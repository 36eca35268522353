import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultMcpLimits, type McpLimits } from '#core/mcp/mcp-limits.ts';
import type { ImportMcpEvent } from '#shared/domain/live-source.ts';
import type { McpConnection } from '#shared/domain/mcp-connection.ts';
import { fixtureServer, httpServer } from '../support/mcp-servers.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { searchOn, testServices, write } from '../support/workspace.ts';

/** Imports in an empty workspace; what happened, and how it failed. */
async function importFrom(connection: McpConnection, limits: Partial<McpLimits>) {
  const root = temporaryFolder();
  write(root, 'pegboard.yaml', searchOn);
  const services = await testServices({ mcpLimits: limits, env: process.env });
  await services.workspace.open({ path: root });
  const events: ImportMcpEvent[] = [];
  let error: unknown;
  const start = performance.now();
  try {
    const input = { connection, source: 's', apply: true, consent: true };
    for await (const event of services.sources.importMcp(input)) events.push(event);
  } catch (thrown) {
    error = thrown;
  }
  return { events, error, elapsed: (performance.now() - start) / 1000, types: events.map(({ type }) => type) };
}

function slow(kind: string) {
  const [command = '', ...args] = fixtureServer('slow');
  const starts = join(temporaryFolder(), 'starts');
  const count = () => (existsSync(starts) ? readFileSync(starts, 'utf8').length : 0);
  return { connection: { command, args, env: { KIND: kind, STARTS: starts } }, count };
}

/** As the usual limits, but nobody waits for seconds until the first question is given up. */
const scaled = { connectMs: 60_000, probeMs: 100 };

describe('a server over stdio that wakes up after both questions were asked', () => {
  it.each([
    ['of before the current protocol is added, and started once', 'older', '2025-06-18', 1],
    ['that ends at the first question is started again and added', 'touchy', '2025-06-18', 2],
    ['that refuses the older handshake is started again and added', 'current', '2026-07-28', 2],
  ])('%s', async (_what, kind, protocol, starts) => {
    const server = slow(kind);
    const { events, error } = await importFrom(server.connection, scaled);
    expect(error).toBeUndefined();
    expect(events.find(({ type }) => type === 'connected')).toMatchObject({ protocol_version: protocol });
    expect(events.at(-1)).toMatchObject({ type: 'done', result: { written: true } });
    expect(server.count()).toBe(starts);
  });

  it('and one that never does: the message tells the time that really passed', async () => {
    const { error, elapsed } = await importFrom(slow('never').connection, { connectMs: 3_000, probeMs: 100 });
    expect(error).toMatchObject({ code: 'server_timeout' });
    const told = Number(/no answer within (\S+) s while starting/.exec((error as Error).message)?.[1]);
    expect(Math.abs(told - elapsed)).toBeLessThan(1);
    expect(told).toBe(3);
  });

  it('the usual limits leave a server three minutes, and ask the second question early', () => {
    const { connectMs, probeMs, totalMs } = defaultMcpLimits;
    expect([connectMs, probeMs < 10_000, totalMs > connectMs]).toEqual([180_000, true, true]);
  });
});

describe('a server over HTTP that wakes up after both questions were asked', () => {
  const answers = (refusesOlder: boolean) => {
    let asked = 0;
    return httpServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      request.on('end', () => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const { id, method } = JSON.parse(body) as { id?: string | number; method: string };
        if (id === undefined) return void response.writeHead(202).end();
        const reply = (message: object) =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
        const done = refusesOlder ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
        if (method === 'server/discover') {
          asked += 1;
          if (asked === 1) return;
          return void reply({ result: { ...done, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } } });
        }
        if (method === 'initialize' && !refusesOlder) {
          const serverInfo = { name: 'slow', version: '1' };
          return void reply({ result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo } });
        }
        if (method === 'tools/list')
          return void reply({ result: { ...done, tools: [{ name: 'one', inputSchema: { type: 'object' } }] } });
        reply({ error: { code: -32601, message: `Method not found: ${method}` } });
      });
    });
  };

  it.each([
    ['is added', false, '2025-06-18'],
    ['that refuses the older handshake is asked for the current one again, and added', true, '2026-07-28'],
  ])('%s', async (_what, refusesOlder, protocol) => {
    const { events, error, types } = await importFrom({ url: await answers(refusesOlder) }, scaled);
    expect(error).toBeUndefined();
    expect(events.find(({ type }) => type === 'connected')).toMatchObject({ protocol_version: protocol });
    expect(types.at(-1)).toBe('done');
  });
});

describe('the start of a server is shown', () => {
  it('with what it writes to stderr, its secrets hidden', async () => {
    const server = slow('older');
    const { events } = await importFrom(server.connection, { ...scaled, probeMs: 600 });
    expect(events[0]).toMatchObject({ type: 'connecting' });
    expect(events[1]).toEqual({ type: 'starting', downloading: false });
    expect(events).toContainEqual({ type: 'stderr', text: 'fetching a thing' });
  });

  it('while the server never answers, the last lines of stderr only, secrets masked', async () => {
    const script = `
      for (let i = 0; i < 3000; i++) process.stderr.write('line ' + i + ' of ' + process.env.API_TOKEN + '\\n');
      process.stderr.write('half a line ' + process.env.API_TOKEN.slice(0, 8));
      setInterval(() => {}, 1000);
      process.stdin.on('end', () => process.exit());
    `;
    const connection = { command: process.execPath, args: ['-e', script], env: { API_TOKEN: 'planted-4711-secret' } };
    const { events } = await importFrom(connection, { connectMs: 1_500, probeMs: 100 });
    const told = events.filter(({ type }) => type === 'stderr').map((event) => (event as { text: string }).text);
    const last = told.at(-1)?.split('\n') ?? [];
    expect([last.length, last.at(-1)]).toEqual([12, 'line 2999 of ${env:API_TOKEN}']);
    expect(JSON.stringify(events)).not.toContain('planted');
  });

  it('a package runner counts as downloading until it has started the server that it fetched', async () => {
    const folder = temporaryFolder();
    const server = slow('older');
    const [command = '', ...args] = fixtureServer('slow');
    // What npx does: it takes its time, then starts the server as a child of its own.
    const fetched = [command, ...args].map((word) => JSON.stringify(word)).join(' ');
    write(folder, 'npx', `#!/bin/sh\n${fetched}\n`);
    chmodSync(join(folder, 'npx'), 0o755);
    const { events } = await importFrom(
      { ...server.connection, command: join(folder, 'npx'), args: ['-y', 'x'] },
      { ...scaled, probeMs: 1_000 },
    );
    const starts = events.filter(({ type }) => type === 'starting');
    const after = process.platform === 'linux' ? [{ type: 'starting', downloading: false }] : [];
    expect(starts).toEqual([{ type: 'starting', downloading: true }, ...after]);
  });
});
