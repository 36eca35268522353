import { homedir } from 'node:os';
import type { Machine } from '#core/client-configs/client-definition.ts';

/** This computer, for the discovery of client configurations. Systems that are neither macOS nor Windows are as Linux. */
export function hostMachine(env: Machine['env']): Machine {
  const { platform } = process;
  return { platform: platform === 'darwin' || platform === 'win32' ? platform : 'linux', home: homedir(), env };
}
