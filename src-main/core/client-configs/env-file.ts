import { parseEnv } from 'node:util';
import { isPegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import type { EnvFile, Machine, ReadContext } from './client-definition.ts';
import { pathsOf } from './machine-folders.ts';

/** Largest file of variables that is read, bytes. */
const maximumBytes = 1024 * 1024;

export interface EnvFileOptions {
  readonly machine: Pick<Machine, 'platform' | 'home'>;
  readonly files: Pick<Files, 'exists' | 'readText' | 'realPath'>;
  readonly context: ReadContext;
}

/**
 * Reads the file of variables that a server of a configuration names. Relative paths count from the folder of the project. One
 * that a project's own configuration names must be in that project: a cloned project must not make us read other files.
 */
export async function readEnvFile(named: string, options: EnvFileOptions): Promise<EnvFile> {
  const { files, machine, context } = options;
  const { isAbsolute, resolve, relative, sep } = pathsOf(machine);
  const folder = folderOf(options);
  if (folder === null) return { problem: 'cannot be found, because the location of this configuration is not known' };
  const path = named
    .replaceAll(/\$\{(?:workspaceFolder|workspaceRoot)\}/g, () => folder)
    .replaceAll(/\$\{userHome\}/g, () => machine.home)
    .replace(/^~(?=[\\/])/, () => machine.home);
  if (path.includes('${')) return { problem: 'has a name that only that program can fill in' };
  const whole = isAbsolute(path) ? path : resolve(folder, path);
  try {
    if (!(await files.exists(whole))) return { problem: `is not there: ${whole}` };
    const way = relative(await files.realPath(folder), await files.realPath(whole));
    if (context.scope === 'project' && (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)))
      return { problem: 'is outside the project and was not read' };
    const text = await files.readText(whole, { maximumBytes, regularOnly: true });
    const named = Object.entries(parseEnv(text)).filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
    return { values: Object.fromEntries(named.map(([name, value]) => [name, value ?? ''])) };
  } catch (error) {
    if (!isPegboardError(error)) throw error;
    return { problem: `cannot be read: ${error.message}` };
  }
}

/** The folder of the project that a configuration belongs to; the folder of the file when it does not belong to a project. */
function folderOf({ machine, context: { project, path } }: EnvFileOptions): string | null {
  const { isAbsolute, dirname, basename } = pathsOf(machine);
  if (project !== null) return project;
  if (!isAbsolute(path)) return null;
  const folder = dirname(path);
  return ['.vscode', '.cursor'].includes(basename(folder)) ? dirname(folder) : folder;
}

/**
 * Reads a configuration together with the files of variables that its servers name: once to learn their names, and again with
 * what they hold. Without `where`, no file is read.
 */
export async function readWithEnvFiles<Read>(
  read: (context: ReadContext) => Read,
  context: ReadContext,
  where: Omit<EnvFileOptions, 'context'> | undefined,
): Promise<Read> {
  const named = new Set<string>();
  const first = read({
    ...context,
    envFile: (path) => {
      named.add(path);
      return undefined;
    },
  });
  if (named.size === 0 || !where) return first;
  const found = new Map<string, EnvFile>();
  for (const path of named) found.set(path, await readEnvFile(path, { ...where, context }));
  return read({ ...context, envFile: (path) => found.get(path) });
}
