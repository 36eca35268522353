import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Path of the command. */
export const pegboardBin = resolve(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');

/** `pegboard serve` as a process of its own. */
export interface ServedApp {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
  /** Ends it as a crash does, between any two instructions. */
  kill(): Promise<void>;
}

/** Serves the built app; resolves when it answers. Error: the process ended before it had an address. */
export async function serveApp(options: {
  readonly workspace: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Opens a page in the browser that the environment names. */
  readonly opens?: boolean;
  /** Folder that it is started in; that of the test by default. */
  readonly cwd?: string;
}): Promise<ServedApp> {
  const args = ['serve', ...(options.opens ? [] : ['--no-open']), '--format', 'json'];
  if (options.workspace !== undefined) args.push('--workspace', options.workspace);
  const server = spawn(process.execPath, [pegboardBin, ...args], {
    env: options.env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'close');
  };
  return { url: await readUrl(server), pid: server.pid ?? 0, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function readUrl(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const { url } = JSON.parse(line) as { url?: string };
    if (url !== undefined) return url;
  }
  throw new Error('pegboard serve ended without an address');
}
