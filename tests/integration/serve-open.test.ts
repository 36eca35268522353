import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLaunchPage } from '../../src-main/hosts/http/launch-page.ts';
import { browserStandIn } from '../support/browser-stand-in.ts';
import { connectTo } from '../support/rpc-client.ts';
import { serveApp } from '../support/serve-app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workspaceFolder } from '../support/workspace.ts';

/** The address that a launch page leads to. */
const targetOf = (page: string) => /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page)?.[1] ?? '';

/** The command lines of a process and of all that it started. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    });
}

describe.runIf(process.platform === 'linux')('pegboard serve, when it opens a browser', () => {
  it('puts the token on no command line, and in a file that only the user can read', async () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    const browser = browserStandIn(folder);
    const env = { ...process.env, ...browser.env, PEGBOARD_HOME: home };
    const served = await serveApp({ workspace: workspaceFolder([{ name: 'files.read' }]), env, opens: true });
    onTestFinished(() => served.close());
    const token = new URLSearchParams(new URL(served.url).hash.slice(1)).get('token') ?? '';
    expect(token.length).toBeGreaterThan(40);

    const { args, environment } = await browser.started();
    expect([args.join(' ').includes(token), environment.includes(token)]).toEqual([false, false]);
    expect(commandLines().filter((line) => line.includes(token))).toEqual([]);
    // The system's own xdg-open gives browsers the path of a file: address.
    const [given = '', ...more] = args;
    const page = given.startsWith('file:') ? fileURLToPath(given) : given;
    expect([page.startsWith(join(home, 'open')), more]).toEqual([true, []]);
    expect([lstatSync(page).mode & 0o777, lstatSync(join(page, '..')).mode & 0o777]).toEqual([0o600, 0o700]);

    // Where the page leads to is the app, and the page goes once somebody came through it.
    const target = targetOf(readFileSync(page, 'utf8'));
    expect(target).toBe(served.url);
    const client = await connectTo(target);
    expect((await client.catalog.list()).map(({ name }) => name)).toEqual(['files.read']);
    await expect.poll(() => existsSync(page)).toBe(false);
  });

  it('leaves no page behind at its end, and removes those of processes that were killed', async () => {
    const home = temporaryFolder();
    const open = async () => {
      const browser = browserStandIn(temporaryFolder());
      const env = { ...process.env, ...browser.env, PEGBOARD_HOME: home };
      const served = await serveApp({ workspace: workspaceFolder([]), env, opens: true });
      onTestFinished(() => served.close());
      await browser.started();
      return served;
    };
    const pages = () => readdirSync(join(home, 'open'));
    const killed = await open();
    expect(pages()).toHaveLength(1);
    await killed.kill();
    expect(pages()).toHaveLength(1);
    const second = await open();
    expect(pages()).toEqual([expect.stringMatching(new RegExp(`^${second.pid}-`))]);
    await second.close();
    expect(pages()).toEqual([]);
  });
});

describe.runIf(process.platform !== 'win32')('a page that leads to the app', () => {
  const url = 'http://127.0.0.1:1/#token=x';

  it('is refused where the folder is a link, or others can write to it', async () => {
    const [linked, elsewhere] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(elsewhere, join(linked, 'open'));
    await expect(openLaunchPage({ userDataDir: linked, url })).rejects.toMatchObject({ code: 'folder_read_only' });
    const shared = temporaryFolder();
    chmodSync(shared, 0o777);
    await expect(openLaunchPage({ userDataDir: shared, url })).rejects.toMatchObject({ code: 'folder_read_only' });
    expect([readdirSync(elsewhere), readdirSync(shared)]).toEqual([[], []]);
  });

  it.runIf(process.getuid?.() === 0)('is refused where the folder belongs to another user', async () => {
    const { chownSync } = await import('node:fs');
    const home = temporaryFolder();
    mkdirSync(join(home, 'open'));
    chownSync(join(home, 'open'), 65_534, 65_534);
    await expect(openLaunchPage({ userDataDir: home, url })).rejects.toMatchObject({ code: 'folder_read_only' });
    expect(readdirSync(join(home, 'open'))).toEqual([]);
  });

  it('closes a folder that others could look into', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, 'open'));
    chmodSync(join(home, 'open'), 0o755);
    const page = await openLaunchPage({ userDataDir: home, url });
    expect(lstatSync(join(home, 'open')).mode & 0o777).toBe(0o700);
    await page.remove();
    expect(readdirSync(join(home, 'open'))).toEqual([]);
  });
});
