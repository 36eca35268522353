import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/*
 * The launchers run in a copy of the project's layout in which everything they start is a stub: the command line, the
 * download of Electron, Electron itself, the pinned Node.
 */

const hosts = path.resolve(import.meta.dirname, '../../../src-main/hosts');
let root: string;

const stubs: Record<string, string> = {
  'out/main/cli.js': 'console.log("cli", process.argv.slice(2).join(" "))',
  'out/main/electron.js': '',
  'out/preload/preload.cjs': '',
  'out/renderer/index.html': '',
  'package.json': '{"type": "module"}',
  'node_modules/electron/package.json': '{"name": "electron"}',
  'node_modules/electron/install.js': 'require("fs").writeFileSync(__dirname + "/path.txt", "electron")',
  'node_modules/electron/dist/electron': '#!/bin/sh\necho electron "$@"\n',
  'node_modules/electron-vite/package.json': '{"name": "electron-vite"}',
  'node_modules/electron-vite/bin/electron-vite.js':
    'console.log("build", ...process.argv.slice(2)); process.exitCode = 3',
};

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
  await chmod(path.join(root, file), 0o755);
}

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'pegboard launchers '));
  for (const [file, text] of Object.entries(stubs)) await put(file, text);
  for (const file of ['node-check.mjs', 'start.mjs', 'cli/bin.mjs']) {
    await cp(path.join(hosts, file), path.join(root, 'src-main/hosts', file));
  }
});

afterEach(() => rm(root, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(file: string, args: string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.join(root, file), ...args],
      { env: { PATH: process.env.PATH, ...env }, cwd: root },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout: stdout.trim(), stderr: stderr.trim() }),
    );
  });
}

// The stubs are shell scripts.
describe.skipIf(process.platform === 'win32')('the check of Node', () => {
  const check = (version: string) =>
    `import { requirePinnedNode } from './node-check.mjs';
     await requirePinnedNode('${version}');
     console.log('went on', process.argv.slice(2).join(' '));`;

  it.each(['22.14.0', '22.20.1', '24.0.0', '30.1.0'])('lets Node %s go on', async (version) => {
    await put('src-main/hosts/script.mjs', check(version));
    expect(await run('src-main/hosts/script.mjs', ['a'])).toEqual({ code: 0, stdout: 'went on a', stderr: '' });
  });

  it.each(['14.21.3', '20.20.2', '22.13.9'])(
    'runs the script of Node %s with the pinned one instead',
    async (version) => {
      await put('src-main/hosts/script.mjs', check(version));
      await put('node_modules/node/package.json', '{"name": "node"}');
      await put('node_modules/node/bin/node', '#!/bin/sh\necho pinned "$@"\nexit 7\n');
      const script = path.join(root, 'src-main/hosts/script.mjs');
      expect(await run('src-main/hosts/script.mjs', ['a', 'b c'])).toEqual({
        code: 7,
        stdout: `pinned ${script} a b c`,
        stderr: '',
      });
    },
  );

  it('says in one line how to get another where it is missing: in a clone the pinned one', async () => {
    await put('src-main/hosts/script.mjs', check('20.20.2'));
    const needs = 'Pegboard needs Node 22.14 or newer, and this is 20.20.2';
    expect(await run('src-main/hosts/script.mjs')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${needs}: install a newer one from https://nodejs.org.`,
    });
    await put('src-main/core/any.ts', '');
    expect((await run('src-main/hosts/script.mjs')).stderr).toBe(`${needs}: run \`npm rebuild node\` in its folder.`);
  });

  it('does not go round in circles when the pinned one is too old itself', async () => {
    await put('src-main/hosts/script.mjs', check('20.20.2'));
    await put('node_modules/node/package.json', '{"name": "node"}');
    await put('node_modules/node/bin/node', `#!/bin/sh\nexec ${process.execPath} "$@"\n`);
    expect(await run('src-main/hosts/script.mjs')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Pegboard needs Node'),
    });
  });
});

describe('the pegboard command', () => {
  it('runs the built command line', async () => {
    expect(await run('src-main/hosts/cli/bin.mjs', ['tools', '--tokens'])).toEqual({
      code: 0,
      stdout: 'cli tools --tokens',
      stderr: '',
    });
  });

  it('says how to build it when it is not built', async () => {
    await rm(path.join(root, 'out/main/cli.js'));
    expect(await run('src-main/hosts/cli/bin.mjs')).toMatchObject({
      code: 70,
      stderr: expect.stringContaining('npm run build'),
    });
  });
});

// Which host it is depends on displays and on root, which only Linux has in this form.
describe.runIf(process.platform === 'linux')('npm start', () => {
  const display = { DISPLAY: ':0' };
  const asUser = process.getuid?.() !== 0;

  it('without a display says so in one line and serves to a browser', async () => {
    expect(await run('src-main/hosts/start.mjs')).toEqual({
      code: 0,
      stdout: 'cli serve --no-open --format=human',
      stderr: 'There is no display: Pegboard runs in a browser instead.',
    });
  });

  it('passes the workspace on, seen from where the user is', async () => {
    const env = { INIT_CWD: '/home/me' };
    const spelled = await run('src-main/hosts/start.mjs', ['--workspace', 'agents', '--port', '4000'], env);
    expect(spelled.stdout).toBe('cli serve --no-open --format=human --workspace=/home/me/agents --port 4000');
    const joined = await run('src-main/hosts/start.mjs', ['--workspace=/srv/agents'], env);
    expect(joined.stdout).toBe('cli serve --no-open --format=human --workspace=/srv/agents');
  });

  it('builds first when something is not built, and ends with the error of the build', async () => {
    await rm(path.join(root, 'out/renderer/index.html'));
    expect(await run('src-main/hosts/start.mjs')).toEqual({ code: 3, stdout: 'build build', stderr: '' });
  });

  it.skipIf(asUser)('as root, where Electron refuses to run, serves to a browser and opens it', async () => {
    expect(await run('src-main/hosts/start.mjs', [], display)).toEqual({
      code: 0,
      stdout: 'cli serve --format=human',
      stderr: 'Electron does not run as root: Pegboard runs in a browser instead.',
    });
  });

  // The launcher refuses root unless it is told otherwise, as here when the tests run as root.
  const asAnyUser = { ...display, NODE_OPTIONS: `--import=data:text/javascript,process.getuid=()=>1000` };

  it('gets Electron and starts it on the package, with the workspace', async () => {
    const { code, stdout, stderr } = await run('src-main/hosts/start.mjs', ['--workspace=/srv/agents'], asAnyUser);
    expect([code, stdout]).toEqual([0, `electron ${root} --workspace=/srv/agents`]);
    expect(stderr).toBe('Downloading Electron; this happens once.');
  });

  it('says why Electron could not be downloaded and serves to a browser', async () => {
    await put(
      'node_modules/electron/install.js',
      'console.error("\\nTypeError: fetch failed\\n at x"); process.exit(1)',
    );
    const { code, stdout, stderr } = await run('src-main/hosts/start.mjs', [], asAnyUser);
    expect([code, stdout]).toEqual([0, 'cli serve --format=human']);
    expect(stderr.split('\n').at(-1)).toBe(
      'Electron could not be downloaded (TypeError: fetch failed): Pegboard runs in a browser instead.',
    );
  });

  it('ends a download that takes too long', async () => {
    await put('node_modules/electron/install.js', 'setInterval(() => {}, 1000)');
    const env = { ...asAnyUser, PEGBOARD_ELECTRON_TIMEOUT_MS: '300' };
    const { code, stdout, stderr } = await run('src-main/hosts/start.mjs', [], env);
    expect([code, stdout]).toEqual([0, 'cli serve --format=human']);
    expect(stderr).toContain('could not be downloaded within 0.3 s: Pegboard runs in a browser instead.');
  });

  it('serves to a browser when Electron fails to start, for want of a library, say', async () => {
    await put('node_modules/electron/dist/electron', '#!/bin/sh\necho "libnss3.so: cannot open" >&2\nexit 127\n');
    const { code, stdout, stderr } = await run('src-main/hosts/start.mjs', [], asAnyUser);
    expect([code, stdout]).toEqual([0, 'cli serve --format=human']);
    expect(stderr).toContain('Electron did not start (exit code 127): Pegboard runs in a browser instead.');
  });
});
