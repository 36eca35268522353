import { type ChildProcess, execFile, spawn as spawnPlain } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import type { ServerLog } from '#shared/domain/live-source.ts';
import { killAll, type RunPs, startedBy } from './process-tree.ts';

/** How much of a cut line without an end is left out; bytes. */
const cutLineBytes = 1024;

/** The end of what a process wrote, in bounded memory. */
class LogTail {
  readonly #maximumBytes: number;
  #chunks: Buffer[] = [];
  #bytes = 0;
  #lost = false;

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes;
  }

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    // Joined only now and then, so that a server that writes a lot costs little.
    if (this.#bytes <= 2 * this.#maximumBytes && this.#chunks.length < 1024) return;
    const whole = Buffer.concat(this.#chunks);
    const kept = Buffer.from(whole.subarray(-this.#maximumBytes));
    this.#lost ||= kept.length < whole.length;
    this.#chunks = [kept];
    this.#bytes = kept.length;
  }

  /**
   * The last so many bytes. Where something is cut off, the text starts with a whole line: the rest of a line could be the
   * rest of a secret, which nobody would recognise.
   */
  last(maximumBytes: number): ServerLog {
    const whole = Buffer.concat(this.#chunks);
    if (!this.#lost && whole.length <= maximumBytes) return { text: whole.toString('utf8'), truncated: false };
    const end = whole.subarray(-maximumBytes);
    const line = end.indexOf(10);
    const isLine = line >= 0 && line < end.length - 1;
    return { text: end.subarray(isLine ? line + 1 : cutLineBytes).toString('utf8'), truncated: true };
  }
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A started server. This module is the only one of the core that starts processes. */
export interface ServerProcess {
  /** Undefined when there was nothing to start. */
  readonly pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Rejects when there is nothing to start. */
  readonly started: Promise<void>;
  /** Resolves when it ended and its output is read; never rejects. */
  readonly ended: Promise<ProcessExit>;
  /** The last 4 KiB that it wrote to stderr, for an error. */
  stderrTail(): string;
  /** The last 64 KiB of it. */
  stderrLog(): ServerLog;
  /** Calls back whenever it wrote to stderr. */
  onStderr(listener: () => void): void;
  /** Ends it with everything it started: closes its input, then asks, then kills. Resolves when all are gone. */
  stop(graceMs: number): Promise<void>;
}

export type StartServer = (command: ServerCommand) => ServerProcess;

const tailBytes = 4 * 1024;
const logBytes = 64 * 1024;
const isWindows = process.platform === 'win32';

/** A variable of every server, each time with another value: whatever the server starts inherits it, and is found by it. */
const markVariable = 'PEGBOARD_SERVER';

/** Starts a server as the leader of a process group of its own, so that all of it can be ended at once. */
export const startServerProcess: StartServer = ({ command, args, cwd, env }) => {
  const mark = randomUUID();
  // Before the server: at no moment is there one that nobody would end.
  const guard = startGuard(mark);
  let child: ChildProcess;
  try {
    child = spawn(command, [...args], {
      cwd,
      env: { ...env, [markVariable]: mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: !isWindows,
      windowsHide: true,
    });
  } catch (error) {
    guard?.kill('SIGKILL');
    throw error;
  }
  if (child.pid === undefined) guard?.kill('SIGKILL');
  else guard?.stdin?.write(`${child.pid}\n`);
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('A process was started without pipes.');
  // Nothing can be written to a server that is gone; `ended` reports its end.
  stdin.on('error', () => {});
  const log = new LogTail(logBytes);
  stderr.on('data', (chunk: Buffer) => log.add(chunk));
  const ended = Promise.withResolvers<ProcessExit>();
  const started = new Promise<void>((proceed, fail) => {
    child.once('spawn', proceed);
    child.once('error', (error) => {
      fail(error);
      ended.resolve({ code: null, signal: null });
    });
  });
  started.catch(() => {});
  child.once('exit', (code, signal) => {
    // Helpers that outlive the server may hold its pipes open, so "close" may never come.
    const done = () => ended.resolve({ code, signal });
    child.once('close', done);
    setTimeout(done, 100).unref();
  });
  return {
    pid: child.pid,
    stdin,
    stdout,
    started,
    ended: ended.promise,
    stderrTail: () => log.last(tailBytes).text,
    stderrLog: () => log.last(logBytes),
    onStderr: (listener) => void stderr.on('data', () => listener()),
    async stop(graceMs) {
      const { pid } = child;
      if (pid === undefined || isWindows) {
        stdin.end();
        if (pid !== undefined) await stopGroup(child, pid, ended.promise, graceMs);
      } else {
        const own = { pid, variable: markVariable, value: mark };
        // Looked for before the server ends: what it leaves behind has no parent any more.
        const before = await startedBy(own, runPs);
        stdin.end();
        await stopGroup(child, pid, ended.promise, graceMs);
        await killAll([...before, ...(await startedBy(own, runPs))], runPs);
      }
      guard?.kill('SIGKILL');
      for (const stream of [stdin, stdout, stderr]) stream.destroy();
    },
  };
};

async function stopGroup(child: ChildProcess, pid: number, ended: Promise<unknown>, graceMs: number): Promise<void> {
  // The pipe tells a well-behaved server to end; the rest of the time is for one that wants to be asked.
  await settledWithin(ended, graceMs / 2);
  if (isRunning(child)) {
    signalGroup(child, pid, 'SIGTERM');
    await settledWithin(ended, graceMs / 2);
  }
  // Also when the server itself is gone: what it started may not be.
  signalGroup(child, pid, 'SIGKILL');
  await ended;
}

const runPs: RunPs = (args) =>
  new Promise((resolve) => {
    const limits = { timeout: 2_000, maxBuffer: 16 * 1024 * 1024 };
    execFile('/bin/ps', [...args], { env: { LC_ALL: 'C' }, ...limits }, (_error, stdout) => resolve(stdout));
  });

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function signalGroup(child: ChildProcess, pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (isWindows) {
    if (isRunning(child))
      spawnPlain('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

/**
 * Ends the group whose number it is told, and on Linux whatever has the mark, when this process dies without a chance to do so: a small
 * shell waits at a pipe that closes with us. On Windows there is no such thing, and a server sees its input close.
 */
function startGuard(mark: string): ChildProcess | undefined {
  if (isWindows) return undefined;
  const script = `
    read -r group
    read -r _
    if [ -n "$group" ]; then kill -TERM -"$group" 2>/dev/null; fi
    sleep 1
    if [ -n "$group" ]; then kill -KILL -"$group" 2>/dev/null; fi
    for file in /proc/[0-9]*/environ; do
      if grep -qs "${markVariable}=$1" "$file"; then
        process=\${file#/proc/}
        kill -KILL "\${process%/environ}" 2>/dev/null
      fi
    done`;
  const guard = spawnPlain('/bin/sh', ['-c', script, 'pegboard-guard', mark], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' },
  });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  return guard;
}

function settledWithin(promise: Promise<unknown>, milliseconds: number): Promise<void> {
  return new Promise((proceed) => {
    const timer = setTimeout(proceed, milliseconds);
    void promise.then(() => {
      clearTimeout(timer);
      proceed();
    });
  });
}
