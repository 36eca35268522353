import { catalogOf, queriesFor, readMaterial } from '../catalog.ts';
import { withScratch } from '../scratch.ts';
import { percentile } from '../statistics.ts';
import { count, milliseconds, print, table } from '../table.ts';
import { writeWorkspace } from '../workspace-on-disk.ts';
import { type BenchHost, httpGateway, timesOf } from './http-gateway.ts';
import { importServer, loadNow, placeIn } from './place.ts';

const rounds = 3;
const median = (values: readonly number[]) => percentile(values, 0.5);

/** Searches over HTTP among 10,000 tools. */
export async function searches(total: number): Promise<void> {
  print(`3. Searches over HTTP among 10,000 tools; medians of ${rounds} rounds of ${count(total)} searches`);
  print();
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    const material = readMaterial();
    writeWorkspace(place.root, catalogOf(10_000, material.tools));
    const gateway = await httpGateway(place);
    const queries = queriesFor(500, material);
    const hosts = Array.from({ length: 64 }, gateway.host);
    const ask = (host: BenchHost, i: number) =>
      host('tools/call', { name: 'tool_search', arguments: { query: queries[i % queries.length] ?? '' } });
    await timesOf({ total: 200, hosts }, ask);
    const taken = new Map<number, { perSecond: number; p50: number; p95: number; processor: number }[]>();
    for (let round = 0; round < rounds; round++) {
      for (const at of [1, 16, 64]) {
        const before = gateway.processorMs();
        const { times, elapsed } = await timesOf({ total, hosts: hosts.slice(0, at) }, ask);
        const one = {
          perSecond: (total / elapsed) * 1000,
          p50: percentile(times, 0.5),
          p95: percentile(times, 0.95),
          processor: (gateway.processorMs() - before) / total,
        };
        taken.set(at, [...(taken.get(at) ?? []), one]);
      }
    }
    const rows = [...taken].map(([at, all]) => [
      count(at),
      count(Math.round(median(all.map(({ perSecond }) => perSecond)))),
      milliseconds(median(all.map(({ p50 }) => p50))),
      milliseconds(median(all.map(({ p95 }) => p95))),
      milliseconds(median(all.map(({ processor }) => processor))),
      loadNow(),
    ]);
    print(table(['clients', 'searches a second', 'p50 ms', 'p95 ms', 'processor ms each', 'load'], rows));
    await gateway.end();
  });
}

/** What the gateway holds while 64 clients list, search, get, call and are refused. */
export async function memory(requests: number): Promise<void> {
  print(`4. What the gateway holds, MB, after collecting garbage: lists, searches, gets, calls, refusals; 1,000 tools`);
  print();
  await withScratch(async (scratch) => {
    const place = placeIn(scratch);
    const material = readMaterial();
    writeWorkspace(place.root, catalogOf(1000, material.tools));
    await importServer(place, 'everything', 'everything');
    const gateway = await httpGateway(place);
    const queries = queriesFor(500, material);
    const hosts = Array.from({ length: 64 }, gateway.host);
    const kinds: readonly ((host: BenchHost, i: number) => Promise<unknown>)[] = [
      (host) => host('tools/list'),
      (host, i) => host('tools/call', { name: 'tool_search', arguments: { query: queries[i % queries.length] ?? '' } }),
      (host) => host('tools/call', { name: 'tool_get', arguments: { names: ['everything.echo'] } }),
      (host, i) =>
        host('tools/call', {
          name: 'tool_call_read',
          arguments: { name: 'everything.echo', arguments: { message: String(i) } },
        }),
      (host) => host('tools/call', { name: 'tool_call_read', arguments: { name: 'nobody.knows', arguments: {} } }),
    ];
    const work = (host: BenchHost, i: number) => (kinds[i % kinds.length] ?? kinds[0])?.(host, i) ?? Promise.resolve();
    // What is made once, such as the index and compiled code, is there before the first look.
    await timesOf({ total: 2000, hosts }, work);
    const rows = [[count(0), (await gateway.heldMb()).toFixed(1), loadNow()]];
    for (let part = 1; part <= 4; part++) {
      await timesOf({ total: requests / 4, hosts }, work);
      rows.push([count((requests / 4) * part), (await gateway.heldMb()).toFixed(1), loadNow()]);
    }
    print(table(['requests', 'MB', 'load'], rows));
    await gateway.end();
  });
}
