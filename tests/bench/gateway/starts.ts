import { spawn } from 'node:child_process';
import { catalogOf, readMaterial } from '../catalog.ts';
import { withScratch } from '../scratch.ts';
import { percentile } from '../statistics.ts';
import { count, milliseconds, print, table } from '../table.ts';
import { writeWorkspace } from '../workspace-on-disk.ts';
import { requestText } from './http-gateway.ts';
import { bin, loadNow, type Place, placeIn, processorMs } from './place.ts';

interface Start {
  /** Until the whole list was there, milliseconds. */
  readonly ms: number;
  readonly processorMs: number;
}

/** Starts `pegboard mcp` and asks for the list at once, as the first message. */
async function startOnce({ root, env }: Place): Promise<Start> {
  const start = performance.now();
  const child = spawn(process.execPath, [bin, 'mcp', '--workspace', root], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${requestText(1, 'tools/list')}\n`);
  let answer = '';
  await new Promise<void>((done) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.includes('\n')) done();
    });
  });
  const taken = { ms: performance.now() - start, processorMs: processorMs(child.pid) };
  if (!answer.includes('"tool_search"')) throw new Error(`No list: ${answer.slice(0, 500)}`);
  child.stdin.end();
  await new Promise((done) => child.on('close', done));
  return taken;
}

/** Time of a Node that does nothing, milliseconds: what the machine takes for a process at this moment. */
async function emptyNode(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((done) => child.on('close', done));
  return performance.now() - start;
}

/** From the start of the process to the first list. */
export async function starts(times: number): Promise<void> {
  print('2. From the start of the process to the first list, milliseconds; no server started');
  print();
  const rows: string[][] = [];
  for (const size of [100, 1000, 10_000]) {
    await withScratch(async (scratch) => {
      const place = placeIn(scratch);
      writeWorkspace(place.root, catalogOf(size, readMaterial().tools));
      await startOnce(place);
      const taken: Start[] = [];
      const empty: number[] = [];
      for (let i = 0; i < times; i++) {
        empty.push(await emptyNode());
        taken.push(await startOnce(place));
      }
      const walls = taken.map(({ ms }) => ms);
      rows.push([
        count(size),
        milliseconds(percentile(walls, 0.5)),
        milliseconds(Math.min(...walls)),
        milliseconds(Math.max(...walls)),
        milliseconds(
          percentile(
            taken.map((one) => one.processorMs),
            0.5,
          ),
        ),
        milliseconds(percentile(empty, 0.5)),
        loadNow(),
      ]);
    });
  }
  print(table(['tools', 'median', 'fastest', 'slowest', 'processor time', 'an empty Node', 'load'], rows));
}
