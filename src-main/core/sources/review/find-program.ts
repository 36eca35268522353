import { posix, win32 } from 'node:path';
import type { Values } from '../../secrets/variable-values.ts';

/** Where a program is looked for. */
export interface ProgramPlace {
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly env: Values;
  /** Folder that the program would start in. */
  readonly cwd: string;
  readonly isFile: (path: string) => Promise<boolean>;
}

/** Whether a command names a program that is there: by its path, else in the folders of PATH, on Windows with PATHEXT. */
export async function programExists(command: string, place: ProgramPlace): Promise<boolean> {
  const isWindows = place.platform === 'win32';
  const paths = isWindows ? win32 : posix;
  const isPath = (isWindows ? /[\\/]/ : /\//).test(command);
  const folders = isPath ? [''] : [...(isWindows ? ['.'] : []), ...variableOf(place, 'PATH').split(paths.delimiter)];
  for (const folder of new Set(folders)) {
    for (const ending of endings(command, place)) {
      // An empty folder in PATH is the current one.
      if (await place.isFile(paths.resolve(place.cwd, folder, `${command}${ending}`))) return true;
    }
  }
  return false;
}

/** Names of variables have no case on Windows. */
function variableOf({ env, platform }: ProgramPlace, name: string): string {
  if (platform !== 'win32') return env[name] ?? '';
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1] ?? '';
}

function endings(command: string, place: ProgramPlace): string[] {
  if (place.platform !== 'win32') return [''];
  const known = (variableOf(place, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  return win32.extname(command) === '' ? known : ['', ...known];
}
