import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron';
import type { Logger } from '#core/logger.ts';
import { appUrl } from './app-protocol.ts';
import { readWindowState, writeWindowState } from './window-bounds.ts';

interface WindowOptions {
  /** File of the built preload. */
  readonly preload: string;
  /** Where the window's place and size are remembered. */
  readonly stateFile: string;
  /** The web contents of our windows; the new one is in it for as long as it lives. */
  readonly windows: Set<WebContents>;
  readonly logger: Logger;
}

/** Opens the app's window where it was last time. The page runs sandboxed and isolated, without Node (R19.05). */
export function openWindow({ preload, stateFile, windows, logger }: WindowOptions): BrowserWindow {
  const state = readWindowState(
    stateFile,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...state?.bounds,
    minWidth: 800,
    minHeight: 560,
    show: false,
    title: 'Pegboard',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#242424' : '#ffffff',
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
    },
  });
  const contents = window.webContents;
  windows.add(contents);
  window.on('closed', () => windows.delete(contents));
  window.on('close', () => {
    try {
      writeWindowState(stateFile, { bounds: window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      logger.warn('The place of the window was not saved.', { error: String(error) });
    }
  });
  window.once('ready-to-show', () => {
    if (state?.maximized) window.maximize();
    window.show();
  });
  window.loadURL(appUrl).catch((error: unknown) => {
    logger.error('The page did not load.', { error: String(error) });
  });
  return window;
}
