import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { CommandContext, CommandResult } from '../command-context.ts';

/**
 * `pegboard app`: the app in a window of Electron where that is installed beside Pegboard and can run, else in a browser. Ends with
 * the exit code of what it started.
 */
export async function app({ io, workspace }: CommandContext, { open }: { readonly open: boolean }): CommandResult {
  const script = resolve(io.builtDir, '../../src-main/hosts/start.mjs');
  const args = [
    ...(workspace === undefined ? [] : [`--workspace=${resolve(io.cwd, workspace)}`]),
    ...(open ? [] : ['--no-open']),
  ];
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', env: io.env });
  // Ctrl+C in a terminal reaches it by itself; what is sent to this process alone does not.
  const stop = () => child.kill('SIGTERM');
  io.signal.addEventListener('abort', stop);
  try {
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } finally {
    io.signal.removeEventListener('abort', stop);
  }
}
