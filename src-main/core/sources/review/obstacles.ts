import { posix, resolve, win32 } from 'node:path';
import { type Finding, finding } from '#shared/domain/finding.ts';
import { connectionKind, type McpConnection } from '#shared/domain/mcp-connection.ts';
import { editorPlaceholders } from '../../client-configs/client-references.ts';
import { servedEntry } from '../../client-configs/served-entry.ts';
import type { Files } from '../../files/files.ts';
import { replaceReferences } from '../../secrets/variable-references.ts';
import type { Values } from '../../secrets/variable-values.ts';

export interface ObstacleContext {
  readonly files: Pick<Files, 'exists' | 'isDirectory'>;
  readonly platform: ProgramPlace['platform'];
  /** The values that variables have now. */
  readonly values: Values;
  /** The open workspace, from which folders count; null without one. */
  readonly root: string | null;
  /** The configuration file, for messages. */
  readonly path: string;
}

/** Findings of a reader after which a server cannot run. */
const fatalFindings = new Set(['transport_sse']);

/** Why a server cannot run whatever its variables are. Starts nothing; looks at files only. */
export async function obstaclesOf(
  connection: McpConnection,
  found: readonly Finding[],
  context: ObstacleContext,
): Promise<readonly Finding[]> {
  const own = connectionKind(connection);
  const known = found.filter(({ code }) => fatalFindings.has(code));
  const placeholders = editorPlaceholders(
    JSON.stringify(own.kind === 'http' ? own.url : [own.command, own.args, own.cwd]),
  );
  if (placeholders.length > 0) return [...known, unfilled(placeholders, context)];
  if (known.length > 0) return known;
  if (own.kind === 'http') return addressObstacles(own.url, context);
  const served = servedEntry('', own)?.workspace;
  if (served === null || (served !== undefined && served === context.root)) return [servesItself(context)];
  const cwd = filled(own.cwd ?? '.', context.values);
  const command = filled(own.command, context.values);
  if (cwd === undefined) return [];
  const folder = resolve(context.root ?? '/', cwd);
  const isKnown = context.root !== null || own.cwd !== undefined;
  if (isKnown && !(await context.files.isDirectory(folder))) return [missingFolder(folder, context)];
  if (command === undefined) return [];
  const isFile = async (path: string) => (await context.files.exists(path)) && !(await context.files.isDirectory(path));
  const env = { ...context.values, ...ownPath(own.env, context.values) };
  const { platform } = context;
  return (await programExists(command, { platform, env, cwd: folder, isFile }))
    ? []
    : [missingProgram(command, context)];
}

function addressObstacles(url: string, { path }: ObstacleContext): Finding[] {
  const filled = replaceReferences(url, ({ offset, fallback }) => fallback || (offset === 0 ? 'http://x' : 'x'));
  if (/^https?:\/\//i.test(filled) && URL.canParse(filled)) return [];
  return [
    finding('address_invalid', {
      message: 'The address is not valid. It must start with https:// or http://.',
      path,
      hint: 'Correct it in the configuration, or edit the connection.',
    }),
  ];
}

function unfilled(placeholders: readonly string[], { path }: ObstacleContext): Finding {
  return finding('placeholder_unfilled', {
    message: `Only the editor can fill in ${placeholders.slice(0, 5).join(', ')}.`,
    path,
    hint: 'Edit the connection and write the value itself.',
  });
}

function servesItself({ path }: ObstacleContext): Finding {
  return finding('serves_itself', {
    message: 'This entry starts Pegboard for this workspace, which cannot be a source of itself.',
    path,
    hint: 'Leave it out.',
  });
}

function missingFolder(folder: string, { path }: ObstacleContext): Finding {
  return finding('folder_missing', {
    message: `The folder ${folder} does not exist. The server starts in it.`,
    path,
    hint: 'Make the folder, or edit the connection.',
  });
}

function missingProgram(command: string, { path }: ObstacleContext): Finding {
  const isPath = /[\\/]/.test(command);
  return finding('program_not_found', {
    message: isPath ? `There is no program ${command}.` : `The program ${command} is not on the PATH of Pegboard.`,
    path,
    hint: isPath
      ? 'Install it, or edit the connection.'
      : 'Install it, or start Pegboard with a PATH that has it, or enter its full path in the connection.',
  });
}

/** A text with the values that variables have now, or their defaults; undefined while one has neither. */
function filled(text: string, values: Values): string | undefined {
  let isKnown = true;
  const found = replaceReferences(text, ({ name, fallback }) => {
    const value = values[name] ?? fallback;
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown ? found : undefined;
}

/** The PATH that the configuration gives the server, under our own name for it. */
function ownPath(env: Readonly<Record<string, string>>, values: Values): Values {
  const [, given] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? [];
  const path = given === undefined ? undefined : filled(given, values);
  const name = Object.keys(values).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  return path === undefined ? {} : { [name]: path };
}

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
