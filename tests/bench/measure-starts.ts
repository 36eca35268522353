import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pegboardBin } from '../support/serve-app.ts';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { percentile } from './statistics.ts';
import { milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

/** Short commands, whose cost is mostly their start. */
const commands: readonly (readonly string[])[] = [
  ['--version'],
  ['sources', 'list'],
  ['mcp'],
  ['tools', '--problems'],
  ['search', 'create an issue'],
  ['prompt'],
];

/** Loaded first: at its end the process writes how many milliseconds of the processor it took. */
const tellsCost = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(2, '\\ncost ' + (user + system) / 1000);
  });`)}`;

/** Milliseconds of the processor that one command takes from its start to its end. */
function cost(args: readonly string[], { cwd, home }: { readonly cwd: string; readonly home: string }): number {
  const { stderr } = spawnSync(process.execPath, ['--import', tellsCost, pegboardBin, ...args], {
    cwd,
    env: { ...process.env, PEGBOARD_HOME: home },
    encoding: 'utf8',
    input: '',
  });
  return Number(/\ncost ([\d.]+)$/.exec(stderr)?.[1]);
}

/** Prints what starts of the built command cost in processor time, which other programs on the computer change less than the time. */
export function measureStarts(tools: readonly BenchTool[], repeats: number, scratch: Scratch): void {
  const folder = scratch.folder();
  const place = { cwd: join(folder, 'workspace'), home: join(folder, 'home') };
  writeWorkspace(place.cwd, tools);
  const rows = commands.map((args) => {
    // The first run compiles the program and indexes the workspace.
    cost(args, place);
    const costs = Array.from({ length: repeats }, () => cost(args, place));
    return [`pegboard ${args.join(' ')}`, milliseconds(percentile(costs, 0.5)), milliseconds(Math.min(...costs))];
  });
  print(table(['command', 'p50 ms', 'least ms'], rows));
}
