import { once } from 'node:events';
import { Agent } from 'node:http';
import { Worker } from 'node:worker_threads';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { withScratch } from '../scratch.ts';
import { percentile } from '../statistics.ts';
import { milliseconds, print, table } from '../table.ts';
import { type BenchHost, httpGateway, post, requestText, timesOf } from './http-gateway.ts';
import { importServer, loadNow, pegboard, placeIn, serverScript } from './place.ts';

const rounds = 3;
const clients = 16;
/** A client of a model does not call without pause; with this one, 16 make some 60 calls a second. */
const pauseMs = 250;

/** What the gateway adds to a call: in it, by its log, and for the host, beside the same server asked directly. */
export async function calls(total: number): Promise<void> {
  print(
    `5. What the gateway adds to a call of echo, ${clients} clients, ${pauseMs} ms between their calls, milliseconds`,
  );
  print();
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    await pegboard(place, ['init', '.']);
    await importServer(place, 'everything', 'everything');
    const gateway = await httpGateway(place);
    const through = Array.from({ length: clients }, gateway.host);
    const plain = await plainHttp();
    const direct = new Client({ name: 'bench', version: '1' });
    await direct.connect(
      new StdioClientTransport({ command: process.execPath, args: [serverScript('everything')], stderr: 'ignore' }),
    );
    const echo = (host: BenchHost) =>
      host('tools/call', {
        name: 'tool_call_read',
        arguments: { name: 'everything.echo', arguments: { message: 'x' } },
      });
    const bare = Array.from({ length: clients }, plain.host);
    const directly = Array.from(
      { length: clients },
      (): BenchHost => async () => {
        await direct.callTool({ name: 'echo', arguments: { message: 'x' } });
        return '';
      },
    );
    const cases = [
      { label: 'the server asked directly, over stdio', hosts: directly, work: (host: BenchHost) => host('') },
      { label: 'an HTTP server that answers at once', hosts: bare, work: (host: BenchHost) => host('tools/call') },
      { label: 'through the gateway, over HTTP', hosts: through, work: echo },
    ];
    const answered = JSON.parse((await echo(through[0] as BenchHost)).replace(/^[^{]*/, '')) as {
      result: { isError?: boolean };
    };
    if (answered.result.isError) throw new Error('The call through the gateway failed.');
    for (const { hosts, work } of cases) await timesOf({ total: 200, hosts }, work);
    await new Promise((done) => setTimeout(done, 1000));
    await pegboard(place, ['gateway', 'log', '--clear']);
    const taken = new Map<string, number[]>();
    const before = gateway.processorMs();
    // Turn by turn, so that each meets the same machine.
    for (let round = 0; round < rounds; round++) {
      for (const { label, hosts, work } of cases) {
        const { times } = await timesOf({ total: total / rounds, hosts, pauseMs }, work);
        taken.set(label, [...(taken.get(label) ?? []), ...times]);
      }
    }
    const processor = (gateway.processorMs() - before) / total;
    await direct.close();
    await plain.end();
    await gateway.end();
    const logged = JSON.parse(await pegboard(place, ['gateway', 'log', '--json', '--limit', '10000'])) as {
      entries: { record: { kind: string; elapsed_ms: number; upstream_ms: number } }[];
    };
    const records = logged.entries.map(({ record }) => record).filter(({ kind }) => kind === 'call');
    taken.set(
      'of that: the server, by the log',
      records.map(({ upstream_ms }) => upstream_ms),
    );
    taken.set(
      'of that: the gateway beyond the server, by the log',
      records.map((one) => one.elapsed_ms - one.upstream_ms),
    );
    const rows = [...taken].map(([label, times]) => [
      label,
      milliseconds(percentile(times, 0.5)),
      milliseconds(percentile(times, 0.95)),
      String(times.length),
    ]);
    print(table(['', 'p50', 'p95', 'calls'], rows));
    print(`  Processor time of the gateway for each call: ${milliseconds(processor)} ms. Load: ${loadNow()}.`);
    print();
  });
}

/** The least that HTTP takes on this machine at this moment: a server in a thread of its own that answers the same at once. */
async function plainHttp() {
  const worker = new Worker(new URL('./plain-http.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  const url = new URL(`http://127.0.0.1:${port}/`);
  const agents: Agent[] = [];
  const host = (): BenchHost => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return (method) =>
      post(url, { agent, headers: { 'content-type': 'application/json' }, text: requestText(1, method) });
  };
  const end = async () => {
    for (const agent of agents) agent.destroy();
    await worker.terminate();
  };
  return { host, end };
}
