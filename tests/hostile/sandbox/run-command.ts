import { resolve } from 'node:path';
import { runCli } from '../../../src-main/hosts/cli/program.ts';
import { environmentSecret } from '../mutate/values.ts';
import type { Sandbox } from './sandbox.ts';

export const projectFolder = resolve(import.meta.dirname, '../../..');

export interface CommandRun {
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment of a run: what a user has, and a secret. */
export function sandboxEnvironment(sandbox: Sandbox): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: sandbox.home,
    PEGBOARD_HOME: sandbox.user,
    PEGBOARD_DEBUG: '1',
    [environmentSecret.name]: environmentSecret.value,
  };
}

/** Runs the `pegboard` command in this process, in a sandbox, as where nobody is at a terminal. */
export async function runCommand(
  sandbox: Sandbox,
  args: readonly string[],
  options: { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<CommandRun> {
  let [stdout, stderr] = ['', ''];
  const code = await runCli(args, {
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
    openBrowser: undefined,
    cwd: sandbox.workspace,
    env: { ...sandboxEnvironment(sandbox), ...options.env },
    userDataDir: sandbox.user,
    builtDir: resolve(projectFolder, 'out/main'),
    signal: new AbortController().signal,
  });
  return { args, code, stdout, stderr };
}
