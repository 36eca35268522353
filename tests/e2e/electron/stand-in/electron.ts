import { app, calls } from './app.ts';
import { BrowserWindow } from './browser-window.ts';
import { ipcMain } from './ipc-main.ts';
import { Menu } from './menu.ts';
import { MessageChannelMain } from './message-ports.ts';
import { permissionHandlers } from './permissions.ts';
import { safeStorage } from './safe-storage.ts';
import { answerScheme, handleScheme } from './schemes.ts';
import { askedOfTheNetwork } from './web-contents.ts';

/*
 * Stands in for the module `electron`: only what src-main/hosts/electron uses, with windows that are pages of a real
 * Chromium. docs/contributing/electron-stand-in.md says what it cannot show.
 */

export { app, BrowserWindow, ipcMain, Menu, MessageChannelMain, safeStorage };

type Handler = (...args: unknown[]) => unknown;

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: Handler) => {
      permissionHandlers.request = handler;
    },
    setPermissionCheckHandler: (handler: Handler) => {
      permissionHandlers.check = handler;
    },
    setDevicePermissionHandler: (handler: Handler) => {
      permissionHandlers.device = handler;
    },
  },
};

export const protocol = {
  registerSchemesAsPrivileged: (schemes: object) =>
    calls.push(`protocol.registerSchemesAsPrivileged ${JSON.stringify(schemes)}`),
  handle: handleScheme,
};
export const net = {
  fetch: (url: string, init?: RequestInit) => answerScheme(url, init) ?? Promise.reject(new Error('net::ERR_FAILED')),
};

/** A test answers in its place; nobody else can. */
const unexpected = (name: string) => (): never => {
  throw new Error(`${name} was not expected`);
};
export const dialog = {
  showErrorBox: (title: string, content: string) => {
    throw new Error(`An error box was not expected: ${title}: ${content}`);
  },
  showMessageBox: unexpected('dialog.showMessageBox'),
  showMessageBoxSync: unexpected('dialog.showMessageBoxSync'),
  showOpenDialog: unexpected('dialog.showOpenDialog'),
};
export const shell = { openExternal: unexpected('shell.openExternal') };
export const nativeTheme = { shouldUseDarkColors: false };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1600, height: 1000 } }] };

/** For the test alone; the real module has nothing of the kind. */
export const standIn = { calls, askedOfTheNetwork, permissionHandlers };
