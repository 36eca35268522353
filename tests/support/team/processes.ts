import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type TeamPlace, teamHost } from './workspace.ts';

const bin = resolve(import.meta.dirname, '../../../src-main/hosts/cli/bin.mjs');

/** One life of a process: from its start until it was killed or ended. */
export interface Gateway {
  /** `0.2` is the second life of process 0. Its callers say so, and the log keeps it. */
  readonly life: string;
  readonly port: number;
  readonly operationsPort: number;
  readonly child: ChildProcess;
  /** From the moment before the signal. */
  ends: 'killed' | 'told' | null;
  /** Lines of the log that the store acknowledged and that were lost, as its metrics said last. */
  written: number;
  dropped: number;
}

/** The gateway servers of a team: each has a place, and one life after the other. */
export class Processes {
  readonly #place: TeamPlace;
  readonly #store: string;
  readonly #started = new Set<ChildProcess>();
  readonly lives: Gateway[] = [];
  /** The last life at each place. */
  readonly running: Gateway[] = [];
  /** Why a process ended before it served, by reason. */
  readonly refusedStarts = new Map<string, number>();
  #count = 0;

  constructor(place: TeamPlace, store: string) {
    this.#place = place;
    this.#store = store;
  }

  /** Starts the next life at a place. Error: the reason of a process that ended instead. */
  async start(at: number): Promise<Gateway> {
    const life = `${at}.${++this.#count}`;
    const log = this.#logOf(life);
    const file = openSync(log, 'w');
    const child = spawn(process.execPath, [bin, 'gateway', 'serve', '--format', 'json'], {
      cwd: this.#place.root,
      env: {
        ...process.env,
        ...this.#place.env,
        STORE_URL: this.#store,
        PEGBOARD_GATEWAY_PORT: '0',
        PEGBOARD_GATEWAY_OPERATIONS_PORT: '0',
      },
      stdio: ['ignore', 'pipe', file],
    });
    closeSync(file);
    this.#started.add(child);
    const ended = once(child, 'exit').then(() => null);
    const lines = createInterface(child.stdout ?? process.stdin);
    const first = await Promise.race([once(lines, 'line'), ended]);
    if (first === null) throw new Error(reasonIn(readFileSync(log, 'utf8')));
    const { port, operations_port } = JSON.parse(String(first[0])) as { port: number; operations_port: number };
    const gateway = { life, port, operationsPort: operations_port, child, ends: null, written: 0, dropped: 0 };
    this.lives.push(gateway);
    this.running[at] = gateway;
    return gateway;
  }

  /** Starts the next life, again and again while the reason is that the store is away. Error: any other reason. */
  async startAgain(at: number): Promise<void> {
    for (;;) {
      try {
        await this.start(at);
        return;
      } catch (error) {
        const reason = (error as Error).message;
        this.refusedStarts.set(reason, (this.refusedStarts.get(reason) ?? 0) + 1);
        if (reason !== 'server_unreachable') throw error;
        await setTimeout(200);
      }
    }
  }

  async kill(at: number): Promise<void> {
    const gateway = this.running[at];
    if (!gateway) return;
    await readMetrics(gateway);
    gateway.ends = 'killed';
    gateway.child.kill('SIGKILL');
    await gone(gateway.child);
  }

  /** Reads the metrics of those that run. */
  async look(): Promise<void> {
    await Promise.all(this.running.filter(({ ends }) => ends === null).map(readMetrics));
  }

  /** Tells all to end; names of the lives that did not within the time, in milliseconds. */
  async end(withinMs: number): Promise<string[]> {
    const live = this.running.filter(({ ends }) => ends === null);
    for (const gateway of live) {
      gateway.ends = 'told';
      gateway.child.kill('SIGTERM');
    }
    const late = setTimeout(withinMs, true as const, { ref: false });
    const ended = await Promise.all(live.map(({ child }) => Promise.race([gone(child), late])));
    return live.flatMap(({ life }, i) => (ended[i] === true ? [life] : []));
  }

  /** What the logs of all lives say went wrong, by message. */
  problems(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { life } of this.lives) {
      for (const line of readFileSync(this.#logOf(life), 'utf8').split('\n')) {
        if (!line.includes('"level":"error"') && !line.includes('"level":"warn"')) continue;
        const { message = line } = parsed(line) as { message?: string };
        found.set(message, (found.get(message) ?? 0) + 1);
      }
    }
    return found;
  }

  /** Beside the workspace: each process reads the workspace again when a file in its folder changes. */
  #logOf(life: string): string {
    return join(this.#place.env.PEGBOARD_HOME ?? '', `gateway-${life}.log`);
  }

  close(): void {
    for (const child of this.#started) child.kill('SIGKILL');
  }
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

function parsed(line: string): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    return {};
  }
}

/** The code of the error that a process ended with; its whole log where it has none. */
function reasonIn(log: string): string {
  const codes = log.split('\n').flatMap((line) => (parsed(line) as { code?: string }).code ?? []);
  return codes.at(-1) ?? `A gateway ended without a reason: ${log.slice(-500)}`;
}

/** No error: one that is killed meanwhile says no more. */
async function readMetrics(gateway: Gateway): Promise<void> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const text = await (await fetch(`http://127.0.0.1:${gateway.operationsPort}/metrics`, { signal })).text();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    gateway.written = figure('pegboard_log_written_total');
    gateway.dropped = figure('pegboard_log_dropped_total');
  } catch {
    // The figures stay.
  }
}

/** Headers of a request of a caller. */
export function headersOf(token: string, method: string, name: string): Record<string, string> {
  return {
    ...{ host: teamHost, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28' },
    ...{ 'mcp-method': method, 'mcp-name': name },
  };
}
