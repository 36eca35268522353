import { describe, expect, it } from 'vitest';
import type { Machine } from '#core/client-configs/client-definition.ts';
import { launchCommand, type PegboardProgram } from '#core/connect/launch-command.ts';

interface Computer {
  readonly platform?: Machine['platform'];
  readonly path?: string;
  /** Files that are there, each with the place that it leads to. */
  readonly links?: Readonly<Record<string, string>>;
}

const clone: PegboardProgram = {
  execPath: '/opt/node/bin/node',
  isElectron: false,
  script: '/src/pegboard/src-main/hosts/cli/bin.mjs',
};

function launch(program: Partial<PegboardProgram>, { platform = 'linux', path = '', links = {} }: Computer = {}) {
  const machine = { platform, home: '/home/ada', env: { Path: path } };
  const files = {
    exists: async (file: string) => Object.hasOwn(links, file),
    realPath: async (file: string) => links[file] ?? file,
  };
  return launchCommand({ program: { ...clone, ...program }, machine, files });
}

describe('the command by which a client starts Pegboard', () => {
  it('is the Node that runs it and its script, where no other way leads to it', async () => {
    const own = { command: clone.execPath, args: [clone.script], env: {} };
    expect(await launch({})).toEqual(own);
    const other = {
      path: '/usr/bin:/x/bin',
      links: { '/x/bin/pegboard': '/x/lib/pegboard/src-main/hosts/cli/bin.mjs' },
    };
    expect(await launch({}, other)).toEqual(own);
    const npm = { path: '/src/node_modules/.bin', links: { '/src/node_modules/.bin/pegboard': clone.script } };
    expect(await launch({}, npm)).toEqual(own);
  });

  it('is its name, where PATH leads to this very one', async () => {
    const links = { '/usr/local/bin/pegboard': clone.script };
    expect(await launch({}, { path: '/usr/bin:/usr/local/bin', links })).toEqual({
      command: 'pegboard',
      args: [],
      env: {},
    });
    const script = 'C:\\npm\\node_modules\\pegboard\\src-main\\hosts\\cli\\bin.mjs';
    const windows = {
      platform: 'win32' as const,
      path: 'C:\\Windows;C:\\npm',
      links: { 'C:\\npm\\pegboard.cmd': 'C:\\npm\\pegboard.cmd' },
    };
    expect(await launch({ script }, windows)).toEqual({ command: 'cmd', args: ['/c', 'pegboard'], env: {} });
    expect(await launch({ script: script.replace('npm', 'src') }, windows)).toMatchObject({ command: clone.execPath });
  });

  it('is npx, where npx runs it, and for the desktop package, which cannot run as Node', async () => {
    const packaged = '/opt/Pegboard/resources/app.asar/src-main/hosts/cli/bin.mjs';
    const npx = { command: 'npx', args: ['-y', 'pegboard'], env: {} };
    expect(await launch({ script: packaged, execPath: '/opt/Pegboard/pegboard', isElectron: true })).toEqual(npx);
    const script = '/home/ada/.npm/_npx/0a1b/node_modules/pegboard/src-main/hosts/cli/bin.mjs';
    expect(await launch({ script })).toEqual({ command: 'npx', args: ['-y', 'pegboard'], env: {} });
    expect(await launch({ script }, { platform: 'win32' })).toEqual({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'pegboard'],
      env: {},
    });
  });

  it('is the Node beside it in the desktop app, else Electron as a Node', async () => {
    const program = { execPath: '/opt/electron', isElectron: true };
    const node = '/src/pegboard/node_modules/node/bin/node';
    expect(await launch(program, { links: { [node]: node } })).toEqual({
      command: node,
      args: [clone.script],
      env: {},
    });
    expect(await launch(program)).toEqual({
      command: '/opt/electron',
      args: [clone.script],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });
});
