import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const bin = resolve(import.meta.dirname, '../../src-main/hosts/cli/bin.mjs');

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The object that stdout holds. */
  readonly result: Record<string, unknown>;
  /** The first line of stderr as an object. */
  readonly error: Record<string, unknown>;
}

export interface CliOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeArgs?: readonly string[];
  readonly uid?: number;
}

/** Runs the built `pegboard` command in a process of its own, as a shell would. Its output is no terminal: json. */
export function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const env = { ...process.env, PEGBOARD_HOME: temporaryFolder(), ...options.env };
  const as = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), bin, ...args], { cwd: options.cwd, env, ...as });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      done({
        code,
        stdout,
        stderr,
        get result() {
          return JSON.parse(stdout) as Record<string, unknown>;
        },
        get error() {
          return JSON.parse(stderr.split('\n')[0] ?? '') as Record<string, unknown>;
        },
      });
    });
  });
}
