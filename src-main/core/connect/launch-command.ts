import type { Machine } from '../client-configs/client-definition.ts';
import { pathsOf } from '../client-configs/machine-folders.ts';
import type { Files } from '../files/files.ts';

/** The Pegboard that runs. */
export interface PegboardProgram {
  /** The Node or Electron that runs it. */
  readonly execPath: string;
  readonly isElectron: boolean;
  /** The file that the command `pegboard` runs. */
  readonly script: string;
}

/** How a client starts Pegboard: the command and arguments before `mcp`. */
export interface LaunchCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface LaunchOptions {
  readonly program: PegboardProgram;
  readonly machine: Machine;
  readonly files: Pick<Files, 'exists' | 'realPath'>;
}

/**
 * The command by which a client finds this Pegboard: `npx -y pegboard` when npx runs it, `pegboard` when that name in PATH leads to it,
 * else its own Node with the path of its script. The desktop package cannot run as Node: there `npx` gets the npm package. On Windows the
 * first two are scripts, which only `cmd /c` starts.
 */
export async function launchCommand({ program, machine, files }: LaunchOptions): Promise<LaunchCommand> {
  const { execPath, isElectron, script } = program;
  const isWindows = machine.platform === 'win32';
  const byName = (...words: readonly string[]): LaunchCommand => {
    const [command = '', ...args] = isWindows ? ['cmd', '/c', ...words] : words;
    return { command, args, env: {} };
  };
  if (/[\\/](?:_npx|app\.asar)[\\/]/.test(script)) return byName('npx', '-y', 'pegboard');
  if (await isInPath({ program, machine, files })) return byName('pegboard');
  if (!isElectron) return { command: execPath, args: [script], env: {} };
  const { join, dirname } = pathsOf(machine);
  const root = join(dirname(script), '..', '..', '..');
  const node = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (await files.exists(node)) return { command: node, args: [script], env: {} };
  return { command: execPath, args: [script], env: { ELECTRON_RUN_AS_NODE: '1' } };
}

/** Whether `pegboard` in PATH is this very program. On Windows a script beside the packages starts it. */
async function isInPath({ program, machine, files }: LaunchOptions): Promise<boolean> {
  const { join, delimiter, isAbsolute } = pathsOf(machine);
  const isWindows = machine.platform === 'win32';
  const [, path = ''] = Object.entries(machine.env).find(([name]) => /^path$/i.test(name)) ?? [];
  const script = await files.realPath(program.script);
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    // A script of a project is in PATH only while npm runs one of that project.
    if (/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder)) continue;
    const found = join(folder, isWindows ? 'pegboard.cmd' : 'pegboard');
    if (!(await files.exists(found))) continue;
    const leadsTo = isWindows ? join(folder, 'node_modules', 'pegboard') : found;
    const real = await files.realPath(leadsTo);
    return isWindows ? script.startsWith(`${real}\\`) : real === script;
  }
  return false;
}
