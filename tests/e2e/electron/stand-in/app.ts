import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PreventableEvent } from './preventable-event.ts';

/** Calls in the order in which main made them, for what only an order proves. */
export const calls: string[] = [];

interface Closable {
  close(): void;
}

/** The life of the app: ready, windows, quit, in the order that Electron documents. */
class App extends EventEmitter {
  readonly #readiness = Promise.withResolvers<void>();
  readonly recentDocuments: string[] = [];
  aboutPanel: object = {};
  #quitting = false;
  windows: () => readonly Closable[] = () => [];
  readonly isPackaged = false;
  readonly name = 'Pegboard';

  /** Chromium's own switches: the browser of the stand-in starts with them. */
  readonly switches = new Map<string, string>();
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      calls.push(`app.commandLine.appendSwitch ${name}=${value}`);
      this.switches.set(name, value);
    },
    getSwitchValue: (name: string): string => this.switches.get(name) ?? '',
  };

  /** What Electron does once the main module has been evaluated, and not before. */
  becomeReady(): void {
    calls.push('ready');
    this.#readiness.resolve();
    this.emit('ready');
  }
  whenReady(): Promise<void> {
    calls.push('app.whenReady');
    return this.#readiness.promise;
  }
  enableSandbox(): void {
    calls.push('app.enableSandbox');
  }
  requestSingleInstanceLock(): boolean {
    return process.env.STAND_IN_LOCK !== 'taken';
  }
  getPath(): string {
    return process.env.STAND_IN_USER_DATA ?? '';
  }
  getVersion(): string {
    const manifest = path.join(import.meta.dirname, '../../../../package.json');
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  }
  addRecentDocument(file: string): void {
    this.recentDocuments.push(file);
  }
  setAboutPanelOptions(options: object): void {
    this.aboutPanel = options;
  }
  focus(): void {}

  quit(): void {
    calls.push('app.quit');
    const before = new PreventableEvent();
    this.emit('before-quit', before);
    if (before.defaultPrevented) return;
    this.#quitting = true;
    for (const window of this.windows()) window.close();
    if (this.windows().length > 0) {
      this.#quitting = false;
      return;
    }
    const last = new PreventableEvent();
    this.emit('will-quit', last);
    if (last.defaultPrevented) return;
    this.exit(0);
  }
  exit(code = 0): void {
    process.exit(code);
  }
  windowsGone(): void {
    if (!this.#quitting) this.emit('window-all-closed');
  }
}
export const app = new App();
