import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { countTextTokens } from '#core/prompt/count-tokens.ts';
import { catalogOf, queriesFor, readMaterial } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { withScratch } from './scratch.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

const project = resolve(import.meta.dirname, '../..');
const bin = join(project, 'src-main/hosts/cli/bin.mjs');
const server = (name: string) => join(project, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** A workspace and the home that its commands share. */
interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command of Pegboard to its end. */
async function pegboard({ root, env }: Place, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`pegboard ${args.join(' ')} ended with ${String(code)}.`);
}

function placeIn(scratch: Scratch): Place {
  return { root: scratch.folder(), env: { PEGBOARD_HOME: scratch.folder() } };
}

const newClient = () =>
  new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });

/** A host at `pegboard mcp` over stdio. */
async function stdioHost({ root, env }: Place, more: readonly string[] = []): Promise<Client> {
  const client = newClient();
  const args = [bin, 'mcp', '--workspace', root, ...more];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { ...process.env, ...env } as never }),
  );
  return client;
}

const search = (client: Client, query: string) => client.callTool({ name: 'tool_search', arguments: { query } });
const tokens = (value: unknown) => countTextTokens(typeof value === 'string' ? value : JSON.stringify(value)).o200k;

/** What the definitions cost in every prompt: without Pegboard, and with it; and what a search costs when it is made. */
async function measureWorth(place: Place, label: string, queries: readonly string[]): Promise<string[]> {
  const direct = await stdioHost(place, ['--mode', 'direct']);
  const all = (await direct.listTools()).tools;
  await direct.close();
  const client = await stdioHost(place);
  const { tools } = await client.listTools();
  const answers: number[] = [];
  for (const query of queries) {
    const { content } = await search(client, query);
    answers.push(tokens((content as { text: string }[]).map(({ text }) => text).join('\n')));
  }
  await client.close();
  const [before, after] = [tokens(all), tokens(tools)];
  const mean = answers.reduce((sum, one) => sum + one, 0) / answers.length;
  return [
    label,
    count(all.length),
    count(before),
    count(after),
    `${Math.round((1 - after / before) * 100)} %`,
    count(Math.round(mean)),
  ];
}

async function worth(): Promise<void> {
  print(
    '1. What it is worth: tokens (o200k) of the definitions in every prompt, nothing always loaded, and of a search answer',
  );
  print();
  const rows: string[][] = [];
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    await pegboard(place, ['init', '.']);
    await pegboard(place, [
      'import',
      '--mcp',
      '--name',
      'files',
      '--yes',
      '--',
      process.execPath,
      server('filesystem'),
      place.root,
    ]);
    await pegboard(place, ['import', '--mcp', '--name', 'memory', '--yes', '--', process.execPath, server('memory')]);
    await pegboard(place, [
      'import',
      '--mcp',
      '--name',
      'everything',
      '--yes',
      '--',
      process.execPath,
      server('everything'),
    ]);
    rows.push(
      await measureWorth(place, 'filesystem, memory, everything', [
        'read a text file',
        'add to the knowledge graph',
        'sum of numbers',
      ]),
    );
    const github = githubCatalog();
    const captured = placeIn(scratch);
    await pegboard(captured, ['init', '.']);
    writeFileSync(join(captured.root, 'github.json'), github.text);
    await pegboard(captured, ['import', 'github.json', '--name', 'github']);
    rows.push(
      await measureWorth(captured, github.label, [
        'create an issue',
        'merge a pull request',
        'search code',
        'list commits',
      ]),
    );
  });
  print(table(['servers', 'tools', 'all definitions', 'the list of the gateway', 'less', 'a search answer'], rows));
}

/** The captured list of GitHub's server where it is there, else the one of the demo. */
function githubCatalog(): { text: string; label: string } {
  const folder = join(project, '../shared/data/catalogs/github-mcp-server');
  try {
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return { text: readFileSync(join(folder, file), 'utf8'), label: 'GitHub, captured' };
  } catch {
    const demo = join(project, 'src-main/core/workspace/demo/github.json');
    return { text: readFileSync(demo, 'utf8'), label: 'GitHub, of the demo' };
  }
}

async function starts(): Promise<void> {
  print('2. From the start of the process to the first list, milliseconds; no server started');
  print();
  const rows: string[][] = [];
  for (const size of [100, 1000, 10_000]) {
    await withScratch(async (scratch) => {
      const place = placeIn(scratch);
      writeWorkspace(place.root, catalogOf(size, readMaterial().tools));
      const times: number[] = [];
      for (let i = 0; i < 7; i++) {
        const start = performance.now();
        const client = await stdioHost(place);
        await client.listTools();
        times.push(performance.now() - start);
        await client.close();
      }
      rows.push([count(size), milliseconds(percentile(times, 0.5)), milliseconds(Math.max(...times))]);
    });
  }
  print(table(['tools', 'median', 'slowest of 7'], rows));
}

/** `pegboard mcp --http` in a process of its own, and how much memory it has. */
async function httpGateway({ root, env }: Place) {
  const args = [bin, 'mcp', '--workspace', root, '--http', '--format', 'json'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((done) => child.stdout.setEncoding('utf8').once('data', done));
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  const connect = async () => {
    const client = newClient();
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    return client;
  };
  const megabytes = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
  return { connect, megabytes, end: () => child.kill('SIGTERM') };
}

/** Does work `total` times, `clients` at once; the time of each, milliseconds. */
async function timesOf(
  total: number,
  clients: readonly Client[],
  work: (client: Client, i: number) => Promise<unknown>,
) {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let i = next++; i < total; i = next++) {
        const begun = performance.now();
        await work(client, i);
        times.push(performance.now() - begun);
      }
    }),
  );
  return { times, elapsed: performance.now() - start };
}

async function load(requests: number): Promise<void> {
  print('3. Searches over HTTP among 10,000 tools, clients in this process; memory of the gateway');
  print();
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    const material = readMaterial();
    writeWorkspace(place.root, catalogOf(10_000, material.tools));
    const gateway = await httpGateway(place);
    const queries = queriesFor(500, material);
    const clients = await Promise.all(Array.from({ length: 64 }, gateway.connect));
    const ask = (client: Client, i: number) => search(client, queries[i % queries.length] ?? '');
    await timesOf(200, clients, ask);
    const rows: string[][] = [];
    for (const at of [1, 16, 64]) {
      const { times, elapsed } = await timesOf(2000, clients.slice(0, at), ask);
      const perSecond = count(Math.round((times.length / elapsed) * 1000));
      rows.push([count(at), perSecond, milliseconds(percentile(times, 0.5)), milliseconds(percentile(times, 0.95))]);
    }
    print(table(['clients', 'searches a second', 'p50 ms', 'p95 ms'], rows));
    const memory: string[][] = [];
    for (let part = 0; part <= 4; part++) {
      if (part > 0) await timesOf(requests / 4, clients, ask);
      memory.push([count((requests / 4) * part), gateway.megabytes().toFixed(0)]);
    }
    print(table(['requests', 'MB'], memory));
    for (const client of clients) await client.close();
    gateway.end();
  });
}

async function overhead(): Promise<void> {
  print('4. What the gateway adds to a call: echo of the everything server, direct and through it, 16 at once');
  print();
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    await pegboard(place, ['init', '.']);
    await pegboard(place, [
      'import',
      '--mcp',
      '--name',
      'everything',
      '--yes',
      '--',
      process.execPath,
      server('everything'),
    ]);
    const gateway = await httpGateway(place);
    const through = await Promise.all(Array.from({ length: 16 }, gateway.connect));
    const plain = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await plain.connect(
      new StdioClientTransport({ command: process.execPath, args: [server('everything')], stderr: 'ignore' }),
    );
    const args = { message: 'x' };
    const cases: [string, readonly Client[], (client: Client) => Promise<unknown>][] = [
      [
        'direct, one connection',
        Array.from({ length: 16 }, () => plain),
        (client) => client.callTool({ name: 'echo', arguments: args }),
      ],
      [
        'through the gateway',
        through,
        (client) =>
          client.callTool({ name: 'tool_call_read', arguments: { name: 'everything.echo', arguments: args } }),
      ],
    ];
    const rows: string[][] = [];
    for (const [label, clients, call] of cases) {
      await timesOf(200, clients, call);
      const { times } = await timesOf(3000, clients, call);
      rows.push([label, milliseconds(percentile(times, 0.5)), milliseconds(percentile(times, 0.95))]);
    }
    print(table(['', 'p50 ms', 'p95 ms'], rows));
    for (const client of through) await client.close();
    await plain.close();
    gateway.end();
  });
}

/** `npm run bench:gateway`: measures the gateway in processes of its own; asserts nothing. `--quick` asks a tenth. */
const quick = process.argv.includes('--quick');
await worth();
if (!process.argv.includes('--worth')) {
  await starts();
  await load(quick ? 10_000 : 100_000);
  await overhead();
}
