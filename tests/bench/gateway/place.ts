import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Scratch } from '../engines/engine.ts';

export const project = resolve(import.meta.dirname, '../../..');
export const bin = join(project, 'src-main/hosts/cli/bin.mjs');

/** A workspace and the home that its commands share. */
export interface Place {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

export function placeIn(scratch: Scratch): Place {
  return { root: scratch.folder(), env: { PEGBOARD_HOME: scratch.folder() } };
}

/** Runs a command of Pegboard to its end; what it printed. */
export async function pegboard({ root, env }: Place, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`pegboard ${args.join(' ')} ended with ${String(code)}.`);
  return printed;
}

/** Script of one of the servers of the protocol's own authors. */
export const serverScript = (name: string) =>
  join(project, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);

/** Makes one of these servers a source of the place. */
export async function importServer(place: Place, name: string, server: string, ...args: string[]): Promise<void> {
  const command = [process.execPath, serverScript(server), ...args];
  await pegboard(place, ['import', '--mcp', '--name', name, '--yes', '--', ...command]);
}

/** A host at `pegboard mcp` over stdio. */
export async function stdioHost({ root, env }: Place, more: readonly string[] = []): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  const args = [bin, 'mcp', '--workspace', root, ...more];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { ...process.env, ...env } as never }),
  );
  return client;
}

/** Processor time of a process until now, milliseconds; Linux counts it in steps of ten. NaN elsewhere. */
export function processorMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** How busy the machine is: processes that want a processor, in the last minute. */
export function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? '-';
}
