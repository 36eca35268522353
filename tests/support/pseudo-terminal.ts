import { spawn, spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { onTestFinished } from 'vitest';

const bin = resolve(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');

/** Why no terminal can be stood in for here; null where one can: by the `script` of util-linux. */
export const noTerminal: string | null =
  process.platform !== 'linux'
    ? 'only the script command of Linux is used'
    : spawnSync('script', ['--version']).status === 0
      ? null
      : 'there is no script command';

export interface AtTerminal {
  /** Everything that the terminal showed. */
  readonly shown: () => string;
  /** Presses keys: `\r` is Enter, `\x03` is Ctrl+C. */
  readonly type: (keys: string) => void;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

/** Runs the built `pegboard` command at a terminal of its own. */
export function pegboardAtTerminal(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): AtTerminal {
  const command = [process.execPath, bin, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols 200 rows 50; exec ${command}`, '/dev/null'], {
    cwd,
    env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', ...env },
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { shown: () => shown, type: (keys) => void child.stdin.write(keys), ended };
}
