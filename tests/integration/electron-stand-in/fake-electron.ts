import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * Stands in for the module `electron` in a plain Node process: it records what the main process asks for and lets a test
 * play the part of the browser. It shows wiring only; nothing here is evidence for the sandbox, permissions or menus of
 * the real one. Only what src-main/hosts/electron uses is here.
 */

interface Call {
  readonly name: string;
  readonly args: readonly unknown[];
}

export const calls: Call[] = [];
const record = (name: string, ...args: unknown[]) => {
  calls.push({ name, args });
};

const readiness = Promise.withResolvers<void>();

/** What the real Electron does once the main module has been evaluated, and not before. */
export function becomeReady(): void {
  record('ready');
  readiness.resolve();
}

class FakeApp extends EventEmitter {
  enableSandbox() {
    record('app.enableSandbox');
  }
  requestSingleInstanceLock(data: unknown) {
    record('app.requestSingleInstanceLock', data);
    return process.env.STAND_IN_LOCK !== 'taken';
  }
  whenReady() {
    record('app.whenReady');
    return readiness.promise;
  }
  getPath(name: string) {
    record('app.getPath', name);
    return process.env.STAND_IN_USER_DATA ?? '';
  }
  quit() {
    record('app.quit');
    this.emit('quit-asked');
  }
  exit(code: number) {
    record('app.exit', code);
    this.emit('exit-asked', code);
  }
}
export const app = new FakeApp();

export type SchemeHandler = (request: Request) => Promise<Response>;
export const schemeHandlers = new Map<string, SchemeHandler>();
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown) => record('protocol.registerSchemesAsPrivileged', schemes),
  handle: (scheme: string, handler: SchemeHandler) => schemeHandlers.set(scheme, handler),
};

/** A keychain whose encryption turns the bytes around: enough to see that nothing is written as it is. */
const turned = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
export const safeStorage = {
  isEncryptionAvailable: () => process.env.STAND_IN_KEYCHAIN !== 'none',
  getSelectedStorageBackend: () => process.env.STAND_IN_KEYCHAIN ?? 'gnome_libsecret',
  encryptString: (text: string) => turned(Buffer.from(text)),
  decryptString: (sealed: Buffer) => turned(sealed).toString(),
};

type Permit = (...args: unknown[]) => unknown;
export const permissionHandlers: { request?: Permit; check?: Permit; device?: Permit } = {};
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: Permit) => {
      permissionHandlers.request = handler;
    },
    setPermissionCheckHandler: (handler: Permit) => {
      permissionHandlers.check = handler;
    },
    setDevicePermissionHandler: (handler: Permit) => {
      permissionHandlers.device = handler;
    },
  },
};

/** One end of a channel, with the events of Electron's MessagePortMain over a real port of worker threads. */
export class FakeMessagePortMain extends EventEmitter {
  readonly native: MessagePort;
  constructor(native: MessagePort) {
    super();
    this.native = native;
    native.on('close', () => this.emit('close'));
  }
  start() {
    this.native.on('message', (data) => this.emit('message', { data, ports: [] }));
  }
  postMessage(data: unknown) {
    this.native.postMessage(data);
  }
  close() {
    this.native.close();
  }
}

export class MessageChannelMain {
  readonly port1: FakeMessagePortMain;
  readonly port2: FakeMessagePortMain;
  constructor() {
    const channel = new MessageChannel();
    this.port1 = new FakeMessagePortMain(channel.port1);
    this.port2 = new FakeMessagePortMain(channel.port2);
  }
}

export interface FakeFrame {
  readonly origin: string;
  readonly parent: FakeFrame | null;
}

type OpenHandler = (details: { url: string }) => { action: string };

export class FakeWebContents extends EventEmitter {
  windowOpenHandler: OpenHandler | undefined;
  readonly sent: { channel: string; ports: readonly FakeMessagePortMain[] }[] = [];
  setWindowOpenHandler(handler: OpenHandler) {
    this.windowOpenHandler = handler;
  }
  postMessage(channel: string, _message: unknown, ports: readonly FakeMessagePortMain[]) {
    this.sent.push({ channel, ports });
    this.emit('stand-in:port', ports);
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static getAllWindows() {
    return BrowserWindow.all;
  }
  readonly webContents = new FakeWebContents();
  readonly options: Record<string, unknown>;
  url = '';
  constructor(options: Record<string, unknown>) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(url: string) {
    this.url = url;
    app.emit('stand-in:loaded', this);
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 1000, height: 700 };
  }
  isMaximized() {
    return false;
  }
  isMinimized() {
    return false;
  }
  focus() {
    record('window.focus');
  }
  show() {
    record('window.show');
  }
}

export const ipcMain = new EventEmitter();
export const ipcRenderer = Object.assign(new EventEmitter(), {
  send: (channel: string) => ipcRenderer.emit('stand-in:sent', channel),
});
export const exposed: Record<string, unknown> = {};
export const contextBridge = {
  exposeInMainWorld: (name: string, api: unknown) => {
    exposed[name] = api;
  },
};

export const shell = { openExternal: async (url: string) => record('shell.openExternal', url) };
export const dialog = { showErrorBox: (...args: unknown[]) => record('dialog.showErrorBox', ...args) };
export const nativeTheme = { shouldUseDarkColors: false };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }] };
export const Menu = {
  buildFromTemplate: (template: unknown) => template,
  setApplicationMenu: (menu: unknown) => record('Menu.setApplicationMenu', menu),
};
