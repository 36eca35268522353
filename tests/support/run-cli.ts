import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { runCli as runProgram } from '../../src-main/hosts/cli/program.ts';
import { userDataDir } from '../../src-main/hosts/user-data-dir.ts';
import { builtDir } from './built-dir.ts';
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
  /** What stdin holds. */
  readonly stdin?: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Aborted by Ctrl+C. */
  readonly signal?: AbortSignal;
}

/** What only a process has. */
export interface CliProcessOptions extends CliOptions {
  readonly nodeArgs?: readonly string[];
  readonly uid?: number;
}

/**
 * Runs the `pegboard` command in the process of the test, as where nobody is at a terminal: json. Half a second faster than
 * a process of its own, which `runCliProcess` starts: for what a process or the built files may do otherwise.
 */
export async function runCli(args: readonly string[], options: CliOptions): Promise<CliRun> {
  const env = environment(options);
  let [stdout, stderr] = ['', ''];
  const code = await runProgram(args, {
    stdout: {
      isTty: false,
      write: (text) => {
        stdout += text;
      },
    },
    stderr: {
      write: (text) => {
        stderr += text;
      },
    },
    ask: undefined,
    readSecret: async () => options.stdin,
    readInput: async () => options.stdin ?? '',
    openBrowser: undefined,
    cwd: options.cwd,
    env,
    userDataDir: userDataDir(env),
    builtDir,
    signal: options.signal ?? new AbortController().signal,
  });
  return cliRun(code, stdout, stderr);
}

/**
 * Runs the built `pegboard` command in a process of its own, as a shell would. Its output is not a terminal, so it
 * prints JSON.
 */
export function runCliProcess(args: readonly string[], options: CliProcessOptions): Promise<CliRun> {
  const as = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const given = [...(options.nodeArgs ?? []), bin, ...args];
  const child = spawn(process.execPath, given, { cwd: options.cwd, env: environment(options), ...as });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => done(cliRun(code, stdout, stderr)));
  });
}

function environment({ env }: CliOptions): NodeJS.ProcessEnv {
  return { ...process.env, PEGBOARD_HOME: temporaryFolder(), ...env };
}

function cliRun(code: number | null, stdout: string, stderr: string): CliRun {
  return {
    code,
    stdout,
    stderr,
    get result() {
      return JSON.parse(stdout) as Record<string, unknown>;
    },
    get error() {
      return JSON.parse(stderr.split('\n')[0] ?? '') as Record<string, unknown>;
    },
  };
}
