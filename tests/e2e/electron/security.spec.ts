import { readFileSync } from 'node:fs';
import path from 'node:path';
import { desktopKind, expect, test } from './desktop.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const preload = path.join(root, 'out/preload/preload.cjs');
const manifest = path.join(root, 'package.json');

test.describe(`security of the window, on ${desktopKind.kind}`, () => {
  // In order, in one app.
  test.describe.configure({ mode: 'default' });

  test('is isolated, sandboxed and without Node, and exposes named methods only (R19.05)', async ({
    sharedDesktop: desktop,
  }) => {
    const { page } = desktop;
    if (desktop.kind === 'stand-in') {
      // What the window was made with; Electron does not tell, and shows it by what the page cannot do.
      const [options] = await desktop.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((window) => Reflect.get(window, 'options')),
      );
      expect(options.webPreferences).toEqual({
        preload,
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
      });
    }
    const seen = await page.evaluate(() => {
      // What a page has that nothing was added to.
      const blank = document.body.appendChild(document.createElement('iframe'));
      const usual = new Set(Object.getOwnPropertyNames(blank.contentWindow));
      blank.remove();
      const added = Object.getOwnPropertyNames(window).filter((name) => !usual.has(name));
      return {
        // Zod keeps its settings in globals.
        added: added.filter((name) => !/^__(zod|playwright)/.test(name)),
        exposed: Object.entries(window.pegboard ?? {}).map(([name, value]) => `${name}: ${typeof value}`),
        node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
      };
    });
    expect(seen).toEqual({
      added: ['pegboard'],
      exposed: ['host: string', 'connect: function', 'pathOf: function'],
      node: [],
    });
    expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())).toBe(
      'app://pegboard/index.html',
    );
  });

  test('the sandbox and the scheme are set before the app is ready (the stand-in only: Electron does not tell the order of calls)', async ({
    sharedDesktop: desktop,
  }) => {
    test.skip(desktop.kind === 'electron', 'Electron does not tell in which order main called it.');
    const seen = await desktop.evaluate((electron) => {
      const { calls } = Reflect.get(electron, 'standIn');
      return { calls, about: Reflect.get(electron.app, 'aboutPanel') };
    });
    expect(seen.calls).toEqual([
      'app.enableSandbox',
      'app.commandLine.appendSwitch disable-features=DeferRendererTasksAfterInput',
      'protocol.registerSchemesAsPrivileged [{"scheme":"app","privileges":{"standard":true,"secure":true,"supportFetchAPI":true}}]',
      'app.whenReady',
      'ready',
    ]);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
    expect(seen.about).toMatchObject({ applicationName: 'Pegboard', applicationVersion: version });
  });

  test('its pages come from one folder and one host, by GET alone, under the CSP', async ({
    sharedDesktop: desktop,
  }) => {
    const answers = await desktop.evaluate(
      async ({ net }, asked) => {
        const answer = async ([url, method]: readonly [string, string]) => {
          const response = await net.fetch(url, { method, ...(method === 'POST' ? { body: 'x' } : {}) });
          const csp = response.headers.get('content-security-policy');
          return `${method} ${url}: ${response.status}, ${csp === null ? 'no CSP' : csp.split(';')[0]}`;
        };
        return Promise.all(asked.map(answer));
      },
      [
        ['app://pegboard/index.html', 'GET'],
        ['app://pegboard/', 'GET'],
        ['app://pegboard/..%2fmain%2felectron.js', 'GET'],
        ['app://pegboard/%2e%2e%2fmain%2felectron.js', 'GET'],
        ['app://pegboard/assets/..%2f..%2fmain/electron.js', 'GET'],
        ['app://pegboard/..%5cmain%5celectron.js', 'GET'],
        ['app://pegboard//etc/passwd', 'GET'],
        ['app://pegboard/index.html%00.js', 'GET'],
        ['app://evil/index.html', 'GET'],
        ['app://pegboard/index.html', 'POST'],
      ] as const,
    );
    expect(answers).toEqual([
      "GET app://pegboard/index.html: 200, default-src 'none'",
      "GET app://pegboard/: 200, default-src 'none'",
      "GET app://pegboard/..%2fmain%2felectron.js: 404, default-src 'none'",
      "GET app://pegboard/%2e%2e%2fmain%2felectron.js: 404, default-src 'none'",
      "GET app://pegboard/assets/..%2f..%2fmain/electron.js: 404, default-src 'none'",
      "GET app://pegboard/..%5cmain%5celectron.js: 404, default-src 'none'",
      "GET app://pegboard//etc/passwd: 404, default-src 'none'",
      "GET app://pegboard/index.html%00.js: 404, default-src 'none'",
      "GET app://evil/index.html: 404, default-src 'none'",
      "POST app://pegboard/index.html: 404, default-src 'none'",
    ]);
    // And as the page itself asks.
    const { page } = desktop;
    expect(await page.evaluate(async () => (await fetch('/..%2fmain%2felectron.js')).status)).toBe(404);
    expect(await page.evaluate(async () => (await fetch('/index.html', { method: 'POST', body: 'x' })).status)).toBe(
      404,
    );
  });

  test('Chromium refuses what the CSP forbids', async ({ sharedDesktop: { page } }) => {
    const refused = await page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        violations.push(`${effectiveDirective} ${blockedURI}`),
      );
      const inject = (tag: string, properties: object) =>
        document.body.append(Object.assign(document.createElement(tag), properties));
      inject('script', { textContent: 'window.ranInline = true' });
      inject('script', { src: 'https://evil.example/script.js' });
      inject('script', { src: 'data:text/javascript,window.ranData=true' });
      inject('img', { src: 'https://evil.example/pixel.png' });
      inject('iframe', { src: 'https://evil.example/frame' });
      inject('object', { data: 'https://evil.example/object' });
      inject('link', { rel: 'stylesheet', href: 'https://evil.example/style.css' });
      inject('base', { href: 'https://evil.example/' });
      const failures: string[] = [];
      await fetch('https://evil.example/data').catch((error: Error) => failures.push(`fetch: ${error.name}`));
      try {
        new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      } catch (error) {
        failures.push(`worker: ${(error as Error).name}`);
      }
      // Later, outside of this evaluation: what a test evaluates may use eval, what the page does may not.
      await new Promise((resolve) =>
        setTimeout(() => {
          try {
            // biome-ignore lint/security/noGlobalEval: that it is refused is what is tested.
            // biome-ignore lint/complexity/noCommaOperator: an indirect eval.
            (0, eval)('window.ranEval = true');
          } catch (error) {
            failures.push(`eval: ${(error as Error).name}`);
          }
          resolve(null);
        }),
      );
      const wanted = 11;
      for (let frame = 0; violations.length < wanted && frame < 600; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      const ran = ['ranInline', 'ranData', 'ranEval'].filter((name) => name in window);
      return { violations: violations.toSorted(), failures: failures.toSorted(), ran, base: document.baseURI };
    });
    expect(refused.violations).toEqual(
      expect.arrayContaining([
        'base-uri https://evil.example/',
        'connect-src https://evil.example/data',
        'frame-src https://evil.example',
        'img-src https://evil.example/pixel.png',
        'object-src https://evil.example',
        'script-src eval',
        'script-src-elem data',
        'script-src-elem https://evil.example/script.js',
        'script-src-elem inline',
        'style-src-elem https://evil.example/style.css',
        'worker-src blob',
      ]),
    );
    expect(refused.failures).toEqual(expect.arrayContaining(['eval: EvalError', 'fetch: TypeError']));
    expect(refused.ran).toEqual([]);
    expect(refused.base).toBe(page.url());
  });

  test('a port goes to the top frame of our page in our window, and to nobody else', async ({
    sharedDesktop: desktop,
  }) => {
    const given = await desktop.evaluate(async ({ BrowserWindow, ipcMain }, preload) => {
      const ours = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!ours) throw new Error('There is no window.');
      const given: string[] = [];
      const connect = (name: string, sender: Electron.WebContents, senderFrame: object | null) => {
        const { postMessage } = sender;
        sender.postMessage = () => {
          given.push(name);
        };
        ipcMain.emit('pegboard:connect', { sender, senderFrame });
        sender.postMessage = postMessage;
      };
      const top = { origin: 'app://pegboard', parent: null };
      connect('another origin', ours, { origin: 'https://evil.example', parent: null });
      connect('another host of the scheme', ours, { origin: 'app://evil', parent: null });
      connect('a prefix of the origin', ours, { origin: 'app://pegboard.evil', parent: null });
      connect('an opaque origin', ours, { origin: 'null', parent: null });
      connect('a frame inside of the page', ours, { origin: 'app://pegboard', parent: top });
      connect('a frame that is gone', ours, null);
      connect('our page', ours, top);

      // Our own page with our own preload, in a window that main did not open: it asks for itself.
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload } });
      stranger.webContents.postMessage = () => {
        given.push('an unknown window');
      };
      const asked = new Promise((resolve) =>
        ipcMain.on('pegboard:connect', (event) => event.sender === stranger.webContents && resolve(null)),
      );
      await stranger.loadURL('app://pegboard/index.html');
      await asked;
      stranger.destroy();
      return given;
    }, preload);
    expect(given).toEqual(['our page']);

    // A frame in the page has no preload, so it has nothing to ask with.
    const inFrame = await desktop.page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      return frame.contentWindow !== null && 'pegboard' in frame.contentWindow;
    });
    expect(inFrame).toBe(false);
  });

  test('the page stays: no navigation, no new windows, no permissions; only https goes to the browser', async ({
    sharedDesktop: desktop,
  }) => {
    const { page } = desktop;
    await desktop.evaluate(({ shell }) => {
      const opened: string[] = [];
      Object.assign(globalThis, { opened });
      shell.openExternal = async (url) => {
        opened.push(url);
      };
    });
    const address = page.url();
    await page.evaluate(() => Object.assign(window, { marked: true }));
    for (const target of ['https://evil.example/', '/assets/none.html', '/index.html?other']) {
      await page.evaluate((to) => {
        const link = Object.assign(document.createElement('a'), { href: to, textContent: 'leave' });
        document.body.append(link);
        link.click();
        window.location.assign(to);
      }, target);
    }
    for (const target of [
      'https://example.com/docs?q=1',
      'http://example.com/',
      'file:///etc/passwd',
      'https://user:secret@example.com/',
      'ms-msdt:/id',
      '/index.html',
    ]) {
      await page.evaluate((to) => void window.open(to), target);
    }
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), {
        href: 'https://example.com/by-link',
        target: '_blank',
      });
      document.body.append(link);
      link.click();
    });
    await expect
      .poll(() => desktop.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
      .toEqual(['https://example.com/docs?q=1', 'https://example.com/by-link']);
    await expect.poll(() => page.context().pages().length).toBe(1);
    expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    expect(page.url()).toBe(address);
    expect(await page.evaluate(() => 'marked' in window)).toBe(true);

    const prevented = await desktop.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return ['will-redirect', 'will-attach-webview'].filter((name) => {
        let isPrevented = false;
        const event = {
          preventDefault: () => {
            isPrevented = true;
          },
        };
        contents?.emit(name as 'will-redirect', event);
        return isPrevented;
      });
    });
    expect(prevented).toEqual(['will-redirect', 'will-attach-webview']);

    const permissions = await page.evaluate(async () => {
      const query = async (name: string) => (await navigator.permissions.query({ name: name as 'geolocation' })).state;
      return [await query('geolocation'), await query('notifications'), await query('clipboard-read')];
    });
    expect(permissions).toEqual(['denied', 'denied', 'denied']);

    // What the page may do is load itself again.
    const loaded = page.waitForEvent('load');
    await page.evaluate(() => void setTimeout(() => window.location.reload()));
    await loaded;
    expect(await page.evaluate(() => 'marked' in window)).toBe(false);
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  });
});
