import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { CaseResult } from './area.ts';
import { areaNamed } from './areas.ts';
import { limits } from './limits.ts';
import type { Order, Report } from './messages.ts';
import { processFigures } from './process-figures.ts';

/** A case that this process has begun and not ended. */
interface Running {
  readonly index: number;
  readonly area: string;
  /** CPU time of the process when it began, milliseconds. */
  readonly cpuMs: number;
}

export interface WorkerEvents {
  readonly onEnd: (ended: Extract<Report, { type: 'ended' }>) => void;
  /** A case that was not ended: the process was too slow, too large, hung, or died. */
  readonly onBroken: (broken: { area: string; index: number; failure: CaseResult['failures'][number] }) => void;
  /** Cases of the order that were not begun, or ended with the process beside a broken one. */
  readonly onReturn: (area: string, indexes: readonly number[]) => void;
}

/** How often a process is looked at, milliseconds. */
const lookMs = 500;

export interface WorkerOptions extends WorkerEvents {
  readonly env: NodeJS.ProcessEnv;
  /** How many times slower this machine is than the one that the limits were set on. */
  readonly slowness: number;
}

/**
 * A process that runs cases, watched from outside: a case may hang it, fill its memory or end it. It is measured by its CPU time,
 * so that a busy machine fails nothing.
 */
export class WorkerProcess {
  #child: ChildProcess | null = null;
  readonly #options: WorkerOptions;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Runs the cases of an order, as far as the process comes. */
  run(order: Order): Promise<void> {
    const child = this.#started();
    const running = new Map<number, Running>();
    const left = new Set(order.indexes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const stopLooking = this.#watch(child, { running, idleMs: areaNamed(order.area).idleMs ?? limits.idleMs });
    let verdict: { index: number; failure: CaseResult['failures'][number] } | null = null;
    const judge = (index: number, failure: CaseResult['failures'][number]) => {
      verdict = { index, failure };
      child.kill('SIGKILL');
    };
    stopLooking.onVerdict = judge;
    const end = () => {
      stopLooking.stop();
      child.off('message', listen);
      child.off('exit', onExit);
      resolve();
    };
    const listen = (message: Report) => {
      if (message.type === 'begun') {
        running.set(message.index, { ...message, cpuMs: processFigures(child.pid ?? 0)?.cpuMs ?? 0 });
      } else if (message.type === 'ended') {
        running.delete(message.index);
        left.delete(message.index);
        this.#options.onEnd(message);
        if (message.memory > limits.memory * 0.6) this.#retire = true;
      } else if (message.type === 'failed') {
        reject(new Error(`${order.area} cannot be opened: ${message.detail}`));
        end();
      } else {
        end();
        if (this.#retire) void this.close();
      }
    };
    const onExit = (code: number | null, signal: string | null) => {
      this.#child = null;
      const broken =
        verdict ??
        [...running.keys()].map((index) => ({ index, failure: death(code, signal) })).at(0) ??
        [...left].map((index) => ({ index, failure: death(code, signal) })).at(0);
      if (broken) {
        left.delete(broken.index);
        this.#options.onBroken({ area: order.area, ...broken });
      }
      this.#options.onReturn(order.area, [...left]);
      end();
    };
    child.on('message', listen);
    child.on('exit', onExit);
    child.send(order);
    return promise;
  }

  /** Ends the process; the next order starts another. */
  async close(): Promise<void> {
    this.#retire = false;
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    child.removeAllListeners();
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  }

  #retire = false;

  #started(): ChildProcess {
    if (this.#child) return this.#child;
    const heap = Math.round(limits.memory / 1024 ** 2);
    this.#child = fork(join(import.meta.dirname, 'worker.ts'), {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heap}`, '--disable-warning=ExperimentalWarning'],
      env: this.#options.env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    // Of a process that ran out of memory Node says pages; the failure says it in a line.
    this.#child.stderr?.resume();
    return this.#child;
  }

  /** Looks at the process now and then. */
  #watch(child: ChildProcess, { running, idleMs }: { running: Map<number, Running>; idleMs: number }) {
    const { slowness } = this.#options;
    let [idleSince, lastCpuMs] = [performance.now(), 0];
    const watch = {
      onVerdict: (_index: number, _failure: CaseResult['failures'][number]) => {},
      stop: () => clearInterval(timer),
    };
    const timer = setInterval(() => {
      const figures = processFigures(child.pid ?? 0);
      const [oldest] = running.values();
      if (!figures || !oldest) {
        idleSince = performance.now();
        return;
      }
      if (figures.cpuMs > lastCpuMs) idleSince = performance.now();
      lastCpuMs = figures.cpuMs;
      const used = figures.cpuMs - oldest.cpuMs;
      if (used > limits.cpuMs * slowness * running.size)
        watch.onVerdict(oldest.index, {
          kind: 'too slow',
          detail: `${(used / 1000).toFixed(1)} s of CPU time, and no end`,
        });
      else if (figures.memory > limits.memory * 1.25)
        watch.onVerdict(oldest.index, {
          kind: 'too much memory',
          detail: `${(figures.memory / 1024 ** 2).toFixed(0)} MiB, and no end`,
        });
      else if (performance.now() - idleSince > idleMs)
        watch.onVerdict(oldest.index, { kind: 'too slow', detail: `hangs: ${idleMs / 1000} s without any work` });
    }, lookMs);
    return watch;
  }
}

function death(code: number | null, signal: string | null): CaseResult['failures'][number] {
  if (signal === 'SIGABRT' || code === 134) return { kind: 'too much memory', detail: 'the process ran out of memory' };
  return { kind: 'internal error', detail: `the process ended: ${signal ?? `exit code ${code}`}` };
}
