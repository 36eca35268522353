import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const bin = resolve(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');

/** `pegboard mcp` over stdio in a process of its own, with nothing between: what is sent and what comes back are lines. */
export interface GatewayProcess {
  /** Sends one message. */
  send(line: string | Buffer): void;
  /** The line that answers the request of an id, as it came. */
  answerTo(id: number): Promise<string>;
  /** How many lines came until now. */
  lines(): number;
  readonly stderr: () => string;
  /** Closes its stdin; the code that it ends with. */
  end(): Promise<number | null>;
}

/** Starts the gateway of a workspace; it ends with the test. */
export function gatewayProcess({
  cwd,
  env,
}: {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}): GatewayProcess {
  const child = spawn(process.execPath, [bin, 'mcp', '--workspace', cwd], {
    env: { PATH: process.env.PATH ?? '', ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  const answers = new Map<number, string>();
  const waiting = new Map<number, (line: string) => void>();
  let [rest, lines, stderr] = ['', 0, ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines++;
      const { id } = JSON.parse(line) as { id?: unknown };
      if (typeof id !== 'number') continue;
      const wanted = waiting.get(id);
      if (wanted) wanted(line);
      else answers.set(id, line);
      waiting.delete(id);
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // A process that ended takes nothing more; the test sees that by the answer that does not come.
  child.stdin.on('error', () => {});
  return {
    send(line) {
      child.stdin.write(line);
      child.stdin.write('\n');
    },
    answerTo(id) {
      const there = answers.get(id);
      answers.delete(id);
      return there === undefined ? new Promise((done) => waiting.set(id, done)) : Promise.resolve(there);
    },
    lines: () => lines,
    stderr: () => stderr,
    end() {
      child.stdin.end();
      return closed;
    },
  };
}
