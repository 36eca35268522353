import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { Machine } from '#core/client-configs/client-definition.ts';
import type { PegboardProgram } from '#core/connect/launch-command.ts';

/** This computer, for the discovery of client configurations. Systems that are neither macOS nor Windows are as Linux. */
export function hostMachine(env: Machine['env']): Machine {
  const { platform } = process;
  return { platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux', home: homedir(), env };
}

/** The Pegboard that runs, by the folder of its built main process: what MCP clients are told to start. */
export function thisProgram(builtDir: string): PegboardProgram {
  const { execPath, versions } = process;
  const script = resolve(builtDir, '../../src-main/hosts/cli/bin.mjs');
  return { execPath, script, isElectron: versions.electron !== undefined };
}
