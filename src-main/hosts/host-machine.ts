import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Machine } from '#core/client-configs/client-definition.ts';
import type { PegboardProgram } from '#core/connect/launch-command.ts';

/**
 * This computer, where MCP clients keep their configurations. Systems that are neither macOS nor Windows are as Linux. The home folder is
 * that of the given environment, so that a run with another one touches no file of the user.
 */
export function hostMachine(env: Machine['env']): Machine {
  const { platform } = process;
  const home = (platform === 'win32' ? env.USERPROFILE : env.HOME) || homedir();
  return { platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux', home, env };
}

/** The Pegboard that runs, by the folder of its built main process: what MCP clients are told to start. */
export function thisProgram(builtDir: string): PegboardProgram {
  const { execPath, versions } = process;
  const script = resolve(builtDir, '../../src-main/hosts/cli/bin.mjs');
  return { execPath, script, isElectron: versions.electron !== undefined };
}
