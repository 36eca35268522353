import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import type { PegboardContract } from '#shared/contract/contract.ts';
import type * as FakeElectron from './fake-electron.ts';

/*
 * Runs the built main process and the built preload on the stand-in, plays the browser and the page, and sends what it saw
 * to the test. A process of its own: main takes over the module `electron` and the life of its process.
 */

const fakeUrl = new URL('./fake-electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fakeUrl, shortCircuit: true } : next(specifier, context),
});
const electron: typeof FakeElectron = await import(fakeUrl);

const out = path.resolve(import.meta.dirname, '../../../out');
const loaded = once(electron.app, 'stand-in:loaded');
const quitAsked = once(electron.app, 'quit-asked');

// Completes only if main awaits nothing at top level that waits for `ready` (architecture §2, pitfalls).
await import(pathToFileURL(path.join(out, 'main', 'electron.js')).href);

if (process.env.STAND_IN_LOCK === 'taken') {
  electron.becomeReady();
  await new Promise((resolve) => setTimeout(resolve, 50));
  report({ calls: electron.calls, windows: electron.BrowserWindow.all.length });
} else {
  electron.becomeReady();
  report(await playTheBrowser());
}

function report(seen: object): void {
  process.send?.(seen, () => process.exit(0));
}

async function playTheBrowser() {
  const [window] = (await loaded) as [FakeElectron.BrowserWindow];
  const contents = window.webContents;
  const top: FakeElectron.FakeFrame = { origin: 'app://pegboard', parent: null };

  const connect = (sender: FakeElectron.FakeWebContents, senderFrame: FakeElectron.FakeFrame | null) => {
    const before = sender.sent.length;
    electron.ipcMain.emit('pegboard:connect', { sender, senderFrame });
    return sender.sent.length > before;
  };
  const refused = {
    'another origin': connect(contents, { origin: 'https://evil.example', parent: null }),
    'another host of the scheme': connect(contents, { origin: 'app://evil', parent: null }),
    'an opaque origin': connect(contents, { origin: 'null', parent: null }),
    'a frame inside of the page': connect(contents, { origin: 'app://pegboard', parent: top }),
    'a frame that is gone': connect(contents, null),
    'an unknown window': connect(new electron.FakeWebContents(), top),
  };

  const page = loadPreload((channel) => electron.ipcMain.emit(channel, { sender: contents, senderFrame: top }));
  contents.on('stand-in:port', (ports: FakeElectron.FakeMessagePortMain[]) =>
    electron.ipcRenderer.emit('pegboard:port', { ports }),
  );
  const first = await page.connect();
  const workspace = await first.client.workspace.current();
  const found = await first.client.search.toolSearch({ input: { query: 'create an issue' } });
  const events: string[] = [];
  for await (const event of await first.client.catalog.syncIndex({ rebuild: true })) events.push(event.type);

  // A reload: the page asks again, and the port of the page before is closed.
  const firstClosed = once(first.port, 'close');
  const second = await page.connect();
  await firstClosed;
  const systemReport = await second.client.system.report();

  const navigation: Record<string, boolean> = {};
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
    navigation[name] = false;
    contents.emit(name, {
      preventDefault: () => {
        navigation[name] = true;
      },
    });
  }
  const opened = [
    'https://example.com/docs?q=1',
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-msdt:/id',
    'https://user:secret@example.com/',
    'not a url',
  ].map((url) => contents.windowOpenHandler?.({ url }).action);

  const answers: Record<string, { status: number; csp: string | null; type: string | null; body: string }> = {};
  const handle = electron.schemeHandlers.get('app');
  for (const url of [
    'app://pegboard/index.html',
    'app://pegboard/',
    'app://pegboard/..%2fmain%2felectron.js',
    'app://evil/index.html',
  ]) {
    const answer = await handle?.(new Request(url));
    if (!answer) continue;
    answers[url] = {
      status: answer.status,
      csp: answer.headers.get('content-security-policy'),
      type: answer.headers.get('content-type'),
      body: await answer.text(),
    };
  }
  const posted = await handle?.(new Request('app://pegboard/index.html', { method: 'POST' }));

  const granted: unknown[] = [];
  electron.permissionHandlers.request?.(contents, 'clipboard-read', (answer: unknown) => granted.push(answer));
  granted.push(electron.permissionHandlers.check?.(contents, 'media', 'app://pegboard', {}));
  granted.push(electron.permissionHandlers.device?.({ deviceType: 'usb' }));

  electron.app.emit('second-instance', {}, [], '/', {});
  window.emit('close');
  let prevented = false;
  electron.app.emit('will-quit', {
    preventDefault: () => {
      prevented = true;
    },
  });
  await quitAsked;

  return {
    calls: electron.calls,
    url: window.url,
    options: window.options,
    refused,
    exposed: Object.keys(electron.exposed),
    workspace,
    found: found.output.tools.length,
    events,
    systemReport,
    navigation,
    opened,
    answers,
    posted: posted?.status,
    granted,
    quit: { prevented },
  };
}

/** Runs the built preload as Electron would, and gives the page's view of it. */
function loadPreload(onSend: (channel: string) => void) {
  const received: ((port: FakeElectron.FakeMessagePortMain) => void)[] = [];
  const pageWindow = {
    location: { origin: 'app://pegboard' },
    postMessage(message: unknown, targetOrigin: string, ports: FakeElectron.FakeMessagePortMain[]) {
      const [port] = ports;
      if (message === 'pegboard:port' && targetOrigin === 'app://pegboard' && port) received.shift()?.(port);
    },
  };
  const requireElectron = (name: string) => {
    if (name !== 'electron') throw new Error(`The preload requires ${name}`);
    return electron;
  };
  const code = readFileSync(path.join(out, 'preload', 'preload.cjs'), 'utf8');
  new Function('require', 'module', 'exports', 'window', code)(requireElectron, { exports: {} }, {}, pageWindow);
  electron.ipcRenderer.on('stand-in:sent', onSend);
  const bridge = electron.exposed.pegboard as { host: string; connect(): void };

  return {
    async connect() {
      const arrived = new Promise<FakeElectron.FakeMessagePortMain>((resolve) => received.push(resolve));
      bridge.connect();
      const port = (await arrived).native;
      const client: ContractRouterClient<PegboardContract> = createORPCClient(new RPCLink({ port }));
      return { client, port };
    },
  };
}
