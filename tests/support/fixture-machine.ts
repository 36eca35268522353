import { readdirSync, readFileSync } from 'node:fs';
import { posix, resolve, sep, win32 } from 'node:path';
import type { Machine } from '#core/client-configs/client-definition.ts';
import type { ConfigFiles } from '#core/client-configs/discover-configs.ts';
import { PegboardError } from '#shared/errors.ts';

const fixtures = resolve(import.meta.dirname, '../fixtures/client-configs');

export interface FixtureMachine {
  readonly machine: Machine;
  readonly project: string;
  /** The path that a file of the fixture, such as `home/.claude.json`, has on that machine. */
  readonly pathOf: (fixture: string) => string;
  readonly files: ConfigFiles;
  /** Paths in the order they were read. */
  readonly read: readonly string[];
}

const folders = {
  linux: { home: '/home/ada', project: '/home/ada/work/pegs' },
  darwin: { home: '/Users/ada', project: '/Users/ada/work/pegs' },
  win32: { home: 'C:\\Users\\ada', project: 'D:\\work\\pegs' },
};

/** A computer of that platform, wherever this runs: its files are the fixtures, with what a test changes or adds. */
export function fixtureMachine(
  platform: Machine['platform'],
  changes: Readonly<Record<string, string>> = {},
): FixtureMachine {
  const { home, project } = folders[platform];
  const { join } = platform === 'win32' ? win32 : posix;
  const pathOf = (fixture: string) => {
    const [top = '', ...rest] = fixture.split('/');
    return join(top === 'home' ? home : project, ...rest);
  };
  const texts = new Map<string, string>();
  for (const name of readdirSync(resolve(fixtures, platform), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(json|toml)$/.test(name)) continue;
    const text = readFileSync(resolve(fixtures, platform, name), 'utf8');
    texts.set(pathOf(name.split(sep).join('/')), text.replace('@PROJECT@', project.replaceAll('\\', '\\\\')));
  }
  for (const [name, text] of Object.entries(changes)) texts.set(pathOf(name), text);
  const read: string[] = [];
  const files: ConfigFiles = {
    exists: async (path) => texts.has(path),
    realPath: async (path) => path,
    readText: async (path) => {
      read.push(path);
      const text = texts.get(path);
      if (text === undefined) throw new PegboardError('file_not_found', `There is no file at ${path}.`);
      return text;
    },
  };
  return { machine: { platform, home, env: {} }, project, pathOf, files, read };
}
