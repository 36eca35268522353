import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { createServices } from '#core/create-services.ts';
import { hashOfToken } from '#core/gateway/store/stored-tokens.ts';
import { silentLogger } from '#core/logger.ts';
import { findPostgres } from '../find-postgres.ts';
import { PostgresServer } from '../support/postgres-server.ts';
import { bin, type Place, placeIn } from './gateway/place.ts';
import { withScratch } from './scratch.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { type SlowNetwork, slowNetwork } from './team/slow-network.ts';

/**
 * `npm run bench:team -- --minutes 10 [--kills]`: three gateway servers with a PostgreSQL, 200 callers with 8 personas, 10,000 tools and 20 servers
 * behind, of which some are slow and some fail. It ends with exit code 1 when somebody was answered by the view of another persona, when a line of the log that
 * the store had is gone, and, without `--kills`, when an answered request is not in the log.
 */
const [personas, callersCount, toolsCount, upstreamsCount] = [8, 200, 10_000, 20];
const option = (name: string, usual: number) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : Number(process.argv[at + 1]);
};
const minutes = option('--minutes', 10);
const withKills = process.argv.includes('--kills');
const host = 'team.example.test';

interface Gateway {
  port: number;
  child: ChildProcess;
}
interface Phase {
  readonly name: string;
  readonly times: number[];
  readonly causes: Map<string, number>;
  answered: number;
  ms: number;
}

const violations: string[] = [];
const tokenOf = (caller: number) => `caller-${caller}-`.padEnd(43, '0');

async function writeTeam(place: Place, addresses: readonly string[]): Promise<void> {
  writeFileSync(join(place.root, 'pegboard.yaml'), 'tool_search: {enabled: true, default_loading_mode: deferred}\n');
  const userDataDir = place.env.PEGBOARD_HOME ?? '';
  const services = await createServices({
    userDataDir,
    host: 'test',
    logger: silentLogger,
    watch: false,
    env: process.env,
  });
  await services.workspace.open({ path: place.root });
  for (const [i, url] of addresses.entries())
    for await (const _ of services.sources.importMcp({
      connection: { url },
      source: `up${i}`,
      apply: true,
      consent: true,
    }));
  services.close();
  const text = readFileSync(join(place.root, 'pegboard.yaml'), 'utf8').trimEnd();
  const list = Array.from({ length: personas }, (_, persona) => {
    return { name: `p${persona}`, visible_tools: [`g${persona}_*`, 'up*'] };
  });
  const gateway = { max_requests: 1000 };
  const head = `personas: ${JSON.stringify(list)}\ngateway: ${JSON.stringify(gateway)}\n`;
  const big = '  - {name: big, path: sources/big.jsonl, format: tools_jsonl}\n';
  writeFileSync(join(place.root, 'pegboard.yaml'), `${head}${text}\n${big}`);
  writeVersion(place, 0);
  const entries = Array.from({ length: callersCount }, (_, i) => {
    return { name: `caller ${i}`, hash: hashOfToken(tokenOf(i)), persona: `p${i % personas}` };
  });
  const settings = {
    ...{ public_url: `https://${host}`, tokens: entries, drain_seconds: 5 },
    limits: { requests_per_minute: 1_000_000, concurrent: 1000 },
    store: { postgres: { url: '${env:STORE_URL}' } },
  };
  writeFileSync(join(place.root, 'pegboard-gateway.yaml'), JSON.stringify(settings));
}

/** All tools say which version of the catalog they are of. */
function writeVersion(place: Place, version: number): void {
  const words = ['orders', 'invoices', 'customers', 'stock', 'mail', 'tickets', 'reports', 'payments'];
  const lines = Array.from({ length: toolsCount }, (_, i) => {
    const [persona, number] = [i % personas, Math.floor(i / personas)];
    const word = words[number % words.length] ?? '';
    const description = `Works with ${word} of kind ${number}. Version ${version}.`;
    return JSON.stringify({ name: `g${persona}_tool_${number}`, description });
  });
  const path = join(place.root, 'sources/big.jsonl');
  writeFileSync(`${path}.next`, lines.join('\n'));
  renameSync(`${path}.next`, path);
}

async function startGateway({ root, env }: Place, store: string): Promise<Gateway> {
  const child = spawn(process.execPath, [bin, 'gateway', 'serve', '--format', 'json'], {
    cwd: root,
    env: {
      ...process.env,
      ...env,
      STORE_URL: store,
      PEGBOARD_GATEWAY_PORT: '0',
      PEGBOARD_GATEWAY_OPERATIONS_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface(child.stdout ?? process.stdin), 'line');
  return { port: (JSON.parse(line) as { port: number }).port, child };
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });
function ask(
  port: number,
  caller: number,
  params: { name: string; arguments: object },
): Promise<{ status: number; body: string }> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } });
  const headers = {
    ...{ host, authorization: `Bearer ${tokenOf(caller)}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
    ...{ 'mcp-method': 'tools/call', 'mcp-name': params.name },
  };
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** What a caller asks in its turn: mostly searches, calls of servers behind, and now and then a tool of somebody else. */
function turn(caller: number, number: number) {
  const dice = (caller * 7 + number * 13) % 20;
  if (dice === 0) {
    const foreign = `g${(caller + 1) % personas}_tool_${number % 100}`;
    return {
      kind: 'foreign',
      params: { name: 'tool_call_read', arguments: { name: foreign, arguments: {} } },
    } as const;
  }
  if (dice < 10) {
    const query = `stock and invoices of kind ${number % 1000}`;
    return { kind: 'search', params: { name: 'tool_search', arguments: { query } } } as const;
  }
  const name = `up${(caller + number) % upstreamsCount}.work`;
  return { kind: 'call', params: { name: 'tool_call_read', arguments: { name, arguments: {} } } } as const;
}

/** Why a request was not answered as it was meant; null when it was. Notes what must never happen. */
function causeOf(caller: number, kind: string, status: number, body: string): string | null {
  const seen = [...body.matchAll(/\bg(\d)_tool_\d+/g)].map(([, persona]) => Number(persona));
  if (kind !== 'foreign' && seen.some((persona) => persona !== caller % personas))
    violations.push(
      `Caller ${caller} of p${caller % personas} was answered with tools of ${[...new Set(seen)].join(', ')}.`,
    );
  if (kind === 'foreign' && status === 200 && !body.includes('There is no such tool'))
    violations.push(`Caller ${caller} may use a tool of somebody else: ${body.slice(0, 200)}`);
  const versions = new Set([...body.matchAll(/Version (\d+)\./g)].map(([, version]) => version));
  if (versions.size > 1) violations.push(`Half a catalog: versions ${[...versions].join(', ')}.`);
  if (status !== 200) return `HTTP ${status}`;
  if (kind === 'search' && seen.length === 0) return 'a search without a result';
  const trouble = /does not work now \((\w+)\)|did not answer in time/.exec(body);
  return kind === 'call' && trouble ? `server behind: ${trouble[1] ?? 'server_timeout'}` : null;
}

async function load(name: string, seconds: number, gateways: () => readonly Gateway[]): Promise<Phase> {
  const phase: Phase = { name, times: [], causes: new Map(), answered: 0, ms: 0 };
  const start = performance.now();
  const until = start + seconds * 1000;
  const callers = Array.from({ length: callersCount }, async (_, caller) => {
    for (let number = 0; performance.now() < until; number++) {
      const { kind, params } = turn(caller, number);
      const running = gateways();
      const begun = performance.now();
      let cause: string | null;
      try {
        const { status, body } = await ask(running[(caller + number) % running.length]?.port ?? 0, caller, params);
        cause = causeOf(caller, kind, status, body);
        if (status === 200) phase.answered++;
      } catch (error) {
        cause = `connection: ${(error as { code?: string }).code ?? 'cut'}`;
        await setTimeout(20);
      }
      phase.times.push(performance.now() - begun);
      if (cause !== null) phase.causes.set(cause, (phase.causes.get(cause) ?? 0) + 1);
    }
  });
  await Promise.all(callers);
  phase.ms = performance.now() - start;
  return phase;
}

const perSecond = ({ times, ms }: Phase) => (times.length / ms) * 1000;
const residentMb = ({ child }: Gateway) => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return Number.NaN;
  }
};

/** Reads the log as it grows: a line that was there once must stay. */
function followLog(database: PostgresServer, url: string) {
  let [last, seen, isOver] = [0, 0, false];
  const read = async () => {
    const [row] = await database.run(
      url,
      `SELECT count(*)::int AS n, coalesce(max(id), ${last})::text AS last FROM pegboard.requests WHERE id > ${last}`,
    );
    seen += Number(row?.n ?? 0);
    last = Number(row?.last ?? last);
  };
  const loop = (async () => {
    while (!isOver) {
      // While PostgreSQL is restarted there is nothing to read.
      await read().catch(() => {});
      await setTimeout(500);
    }
  })();
  return async () => {
    isOver = true;
    await loop;
    await read();
    const [row] = await database.run(url, 'SELECT count(*)::int AS n FROM pegboard.requests');
    return { seen, stored: Number(row?.n ?? 0) };
  };
}

interface Disturbed {
  readonly place: Place;
  readonly gateways: Gateway[];
  readonly store: string;
  readonly database: PostgresServer;
  readonly network: SlowNetwork;
}

/** Kills and replaces until it is told to stop; what happened, by kind. */
function disturb({ place, gateways, store, database, network }: Disturbed, seconds: number) {
  const counts = { kills: 0, restarts: 0, cuts: 0, catalogs: 0 };
  let isOver = false;
  const until = async (share: number, begun: number) => {
    while (!isOver && performance.now() < begun + share * seconds * 1000) await setTimeout(50);
  };
  const begun = performance.now();
  const killing = (async () => {
    for (let i = 0; !isOver; i++) {
      await setTimeout(Math.min(10_000, (seconds * 1000) / 4));
      const gateway = gateways[i % gateways.length];
      if (isOver || !gateway) break;
      gateway.child.kill('SIGKILL');
      counts.kills++;
      // One that cannot start while the database is away is started again.
      for (;;) {
        const next = await Promise.race([startGateway(place, store), setTimeout(15_000, null)]).catch(() => null);
        if (next) Object.assign(gateway, next);
        if (next || isOver) break;
      }
    }
  })();
  const storing = (async () => {
    await until(0.3, begun);
    if (isOver) return;
    await database.stop();
    await setTimeout(1000);
    await database.start();
    counts.restarts++;
    await until(0.55, begun);
    network.cut();
    await setTimeout(2000);
    network.mend();
    counts.cuts++;
    await until(0.75, begun);
    network.delayMs = 100;
    await until(0.9, begun);
    network.delayMs = 0;
  })();
  const replacing = (async () => {
    for (let version = 1; version <= 100 && !isOver; version++) {
      await until(version / 101, begun);
      writeVersion(place, version);
      counts.catalogs++;
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([killing, storing, replacing]);
    return counts;
  };
}

await withScratch(async (scratch) => {
  const folder = findPostgres();
  if (folder === undefined) throw new Error('This needs PostgreSQL: node tests/find-postgres.ts --install');
  const database = new PostgresServer(folder);
  await database.make();
  const place = placeIn(scratch);
  const upstreams = spawn(process.execPath, [join(import.meta.dirname, 'team/upstreams.ts'), String(upstreamsCount)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gateways: Gateway[] = [];
  const network = await slowNetwork(database.port);
  try {
    const [line] = await once(createInterface(upstreams.stdout), 'line');
    await writeTeam(place, JSON.parse(line) as string[]);
    const url = await database.database();
    const store = url.replace(`:${database.port}/`, `:${network.port}/`);
    for (let i = 0; i < 3; i++) gateways.push(await startGateway(place, store));
    const seconds = minutes * 60;
    const logged = followLog(database, url);
    const warming = await load('warming up', Math.min(10, seconds / 6), () => gateways);
    const phases = [
      await load('1 process', seconds / 6, () => gateways.slice(0, 1)),
      await load('2 processes', seconds / 6, () => gateways.slice(0, 2)),
    ];
    const disturbing = withKills ? disturb({ place, gateways, store, database, network }, (seconds * 2) / 3) : null;
    phases.push(await load(withKills ? '3, with kills' : '3 processes', (seconds * 2) / 3, () => gateways));
    const counts = await disturbing?.();
    const rows = phases.map((phase) => [
      phase.name,
      count(Math.round(perSecond(phase))),
      ...[0.5, 0.95, 0.99].map((share) => milliseconds(percentile(phase.times, share))),
      count(phase.times.length),
    ]);
    print(table(['', 'requests a second', 'p50 ms', 'p95 ms', 'p99 ms', 'requests'], rows));
    const [one, two] = phases;
    if (one && two) print(`  2 processes do ${(perSecond(two) / perSecond(one)).toFixed(2)} times the work of 1.`);
    print(`  Memory of each process, MB: ${gateways.map((gateway) => residentMb(gateway).toFixed(0)).join(', ')}`);
    if (counts) print(`  Disturbed by: ${JSON.stringify(counts)}`);
    for (const { name, causes, times } of phases)
      for (const [cause, number] of causes) print(`  ${name}: ${cause}: ${count(number)} of ${count(times.length)}`);
    for (const { child } of gateways) child.kill('SIGTERM');
    await Promise.all(gateways.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    const { seen, stored } = await logged();
    print(`  Lines of the log: ${count(stored)}; a reader that followed it saw ${count(seen)}.`);
    if (seen !== stored) violations.push(`${Math.abs(seen - stored)} lines of the log came out of order, or are gone.`);
    const answered = [warming, ...phases].reduce((sum, phase) => sum + phase.answered, 0);
    if (!withKills && stored !== answered)
      violations.push(`${answered} requests were answered, ${stored} are in the log.`);
    print(violations.length === 0 ? '  Nothing that must never happen happened.' : violations.slice(0, 20).join('\n'));
    if (violations.length > 0) process.exitCode = 1;
  } finally {
    for (const { child } of gateways) child.kill('SIGKILL');
    upstreams.kill();
    network.close();
    await database.remove();
  }
});
