import { posix, win32 } from 'node:path';
import type { Machine } from './client-definition.ts';

/** `node:path` of the machine, which need not be the one this runs on. */
export function pathsOf({ platform }: Pick<Machine, 'platform'>): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

/** A path below the home directory. */
export function inHome(machine: Machine, ...parts: readonly string[]): string {
  return pathsOf(machine).join(machine.home, ...parts);
}

/** A path where programs keep the user's settings: %APPDATA%, ~/Library/Application Support, or $XDG_CONFIG_HOME. */
export function inAppData(machine: Machine, ...parts: readonly string[]): string {
  const { platform, env } = machine;
  const folders = {
    win32: env.APPDATA || inHome(machine, 'AppData', 'Roaming'),
    darwin: inHome(machine, 'Library', 'Application Support'),
    linux: env.XDG_CONFIG_HOME || inHome(machine, '.config'),
  };
  return pathsOf(machine).join(folders[platform], ...parts);
}

/** The same path in VS Code, its Insiders build and VSCodium, which share a layout. */
export function inEachVsCode(machine: Machine, ...parts: readonly string[]): string[] {
  return ['Code', 'Code - Insiders', 'VSCodium'].map((product) => inAppData(machine, product, 'User', ...parts));
}
