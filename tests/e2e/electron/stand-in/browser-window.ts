import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import type { Session } from './chromium.ts';
import { ipcMain } from './ipc-main.ts';
import { applyPermissions } from './permissions.ts';
import { PreventableEvent } from './preventable-event.ts';
import { WebContents } from './web-contents.ts';

interface Bounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
}

interface WindowOptions extends Bounds {
  readonly title?: string;
  readonly show?: boolean;
  readonly webPreferences?: { readonly preload?: string };
}

/** A window whose page is one of Chromium's. Its frame is only remembered: nothing draws it. */
export class BrowserWindow extends EventEmitter {
  static #start: () => Promise<Session>;
  static #started: Promise<Session> | undefined;
  static readonly #all = new Set<BrowserWindow>();
  /** How to start the browser, which the first window does. */
  static drivenBy(start: () => Promise<Session>): void {
    BrowserWindow.#start = start;
  }
  static get #browser(): Promise<Session> {
    BrowserWindow.#started ??= BrowserWindow.#start();
    return BrowserWindow.#started;
  }
  static getAllWindows(): BrowserWindow[] {
    return [...BrowserWindow.#all];
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }

  readonly webContents: WebContents;
  /** For the test: what the window was made with. */
  readonly options: WindowOptions;
  #bounds: Bounds;
  #title: string;
  #visible: boolean;
  #maximized = false;
  #minimized = false;

  constructor(options: WindowOptions) {
    super();
    this.options = options;
    this.#bounds = options;
    this.#title = options.title ?? '';
    this.#visible = options.show ?? true;
    this.webContents = new WebContents({
      browser: BrowserWindow.#browser,
      preload: options.webPreferences?.preload,
      onAllowed: () => new BrowserWindow({ width: 800, height: 600 }),
      toMain: (sender, channel, args, origin) =>
        ipcMain.emit(channel, { sender, senderFrame: { origin, parent: null } }, ...args),
    });
    BrowserWindow.#all.add(this);
    this.webContents.once('dom-ready', () => this.emit('ready-to-show'));
    this.webContents.on('page-title-updated', (event: PreventableEvent, title: string) => {
      this.emit('page-title-updated', event, title);
      if (!event.defaultPrevented) this.#title = title;
    });
    app.emit('web-contents-created', {}, this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    await applyPermissions(await BrowserWindow.#browser, this.webContents, url);
    await this.webContents.loadURL(url);
  }
  getTitle = () => this.#title;
  getNormalBounds = () => ({
    x: this.#bounds.x ?? 0,
    y: this.#bounds.y ?? 0,
    width: this.#bounds.width,
    height: this.#bounds.height,
  });
  setBounds(bounds: Bounds): void {
    this.#bounds = { ...this.#bounds, ...bounds };
  }
  isVisible = () => this.#visible;
  isMaximized = () => this.#maximized;
  isMinimized = () => this.#minimized;
  isDestroyed = () => !BrowserWindow.#all.has(this);
  maximize(): void {
    this.#maximized = true;
  }
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    this.#minimized = false;
  }
  show(): void {
    this.#visible = true;
  }
  focus(): void {
    this.emit('focus', {});
  }
  close(): void {
    const event = new PreventableEvent();
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }
  destroy(): void {
    if (!BrowserWindow.#all.delete(this)) return;
    void this.webContents.destroy();
    this.emit('closed', {});
    if (BrowserWindow.#all.size === 0) app.windowsGone();
  }
}
