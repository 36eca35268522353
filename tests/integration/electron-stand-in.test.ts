import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const runner = path.join(import.meta.dirname, 'electron-stand-in', 'run.ts');
const built = path.resolve(import.meta.dirname, '../../out/main/electron.js');

interface Seen {
  readonly calls: { name: string; args: unknown[] }[];
  readonly [key: string]: unknown;
}

let folder: string;

async function run(env: Record<string, string> = {}): Promise<Seen> {
  const child = fork(runner, {
    env: {
      ...process.env,
      PEGBOARD_HOME: path.join(folder, 'home'),
      STAND_IN_USER_DATA: folder,
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const gone = once(child, 'exit').then(() => {
    throw new Error(`The stand-in ended early:\n${complaint}`);
  });
  gone.catch(() => undefined);
  const [seen] = (await Promise.race([once(child, 'message'), gone])) as [Seen];
  return seen;
}

beforeAll(async () => {
  if (!existsSync(built)) throw new Error('There is no out/main/electron.js: run `npm run build` first.');
  folder = await mkdtemp(path.join(tmpdir(), 'pegboard-electron-'));
  process.stdout.write('The real Electron was not run: its main process and preload ran on a stand-in.\n');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the built main process, on a stand-in for Electron', () => {
  let seen: Seen;
  beforeAll(async () => {
    seen = await run();
  }, 30_000);

  const indexOf = (name: string) => seen.calls.findIndex((call) => call.name === name);

  it('turns the sandbox on and registers its scheme before it is ready (R19.05)', () => {
    const before = ['app.enableSandbox', 'protocol.registerSchemesAsPrivileged', 'app.whenReady'].map(indexOf);
    expect(Math.min(...before)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...before)).toBeLessThan(indexOf('ready'));
    const [schemes] = seen.calls[indexOf('protocol.registerSchemesAsPrivileged')]?.args ?? [];
    expect(schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
  });

  it('opens one isolated, sandboxed window on app://pegboard (R19.05)', () => {
    expect(seen.url).toBe('app://pegboard/index.html');
    expect(seen.options).toMatchObject({
      webPreferences: {
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        preload: path.resolve(built, '../../preload/preload.cjs'),
      },
    });
  });

  it('denies permissions, asked for and looked up', () => {
    expect(seen.granted).toEqual([false, false, false]);
  });

  it('denies navigation, redirects, webviews and new windows; only https goes to the browser', () => {
    expect(Object.values(seen.navigation as object)).toEqual([true, true, true, true]);
    expect(new Set(seen.opened as string[])).toEqual(new Set(['deny']));
    const external = seen.calls.filter((call) => call.name === 'shell.openExternal').map((call) => call.args);
    expect(external).toEqual([['https://example.com/docs?q=1']]);
  });

  it('gives a port to nobody but the top frame of its own page (R19.05)', () => {
    expect(seen.refused).toEqual({
      'another origin': false,
      'another host of the scheme': false,
      'an opaque origin': false,
      'a frame inside of the page': false,
      'a frame that is gone': false,
      'an unknown window': false,
    });
  });

  it('serves the page through the preload and a port: demo, search, progress (R19.02, R19.03)', () => {
    expect(seen.exposed).toEqual(['pegboard']);
    expect(seen.workspace).toMatchObject({ is_demo: true });
    expect(seen.found).toBeGreaterThan(0);
    expect((seen.events as string[]).at(-1)).toBe('done');
    expect(seen.systemReport).toMatchObject({ host: 'electron' });
  });

  it('serves files of the renderer under the content security policy, and none from elsewhere', () => {
    const answers = seen.answers as Record<string, { status: number; csp: string; type: string; body: string }>;
    expect(answers['app://pegboard/index.html']).toMatchObject({
      status: 200,
      type: 'text/html; charset=utf-8',
      csp: expect.stringContaining("default-src 'none'; script-src 'self';"),
    });
    expect(answers['app://pegboard/']?.status).toBe(200);
    expect(answers['app://pegboard/..%2fmain%2felectron.js']?.status).toBe(404);
    expect(answers['app://evil/index.html']?.status).toBe(404);
    expect(seen.posted).toBe(404);
  });

  it('comes to the front when it is started again, and remembers where its window was', async () => {
    expect(indexOf('window.focus')).toBeGreaterThan(0);
    const state: unknown = JSON.parse(await readFile(path.join(folder, 'window.json'), 'utf8'));
    expect(state).toEqual({ bounds: { x: 10, y: 20, width: 1000, height: 700 }, maximized: false });
  });

  it('closes its services before it quits', () => {
    expect(seen.quit).toEqual({ prevented: true });
    expect(indexOf('app.quit')).toBeGreaterThan(0);
  });

  it('shows no error', () => {
    expect(indexOf('dialog.showErrorBox')).toBe(-1);
  });
});

describe('a second instance', () => {
  it('hands its workspace to the first and quits without a window', async () => {
    const seen = await run({ STAND_IN_LOCK: 'taken' });
    expect(seen.windows).toBe(0);
    expect(seen.calls.map((call) => call.name)).toContain('app.quit');
    expect(seen.calls.map((call) => call.name)).not.toContain('app.whenReady');
  });
});
