import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { launchElectron } from './launch-electron.ts';
import { launchStandIn } from './launch-stand-in.ts';
import { whichDesktop } from './which-desktop.ts';

type Electron = typeof import('electron');

/** The desktop app, of either kind. Specs use nothing else, so they say the same of both. */
export interface Desktop {
  readonly kind: 'electron' | 'stand-in';
  /** The page of the first window. */
  readonly page: Page;
  /** What the app wrote to stderr. */
  readonly log: readonly string[];
  /** Settles with the exit code when the app ends. */
  readonly exited: Promise<number | null>;
  /** Runs a function beside main, with the module `electron`; arguments and results are JSON. */
  evaluate<Result, Argument = undefined>(
    work: (electron: Electron, argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Drops files or folders onto the page. */
  drop(paths: readonly string[]): Promise<void>;
  /** Ends it at once. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** Holds everything the app writes. */
  readonly folder: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const desktopKind = whichDesktop();

function launch(options: LaunchOptions): Promise<Desktop> {
  return desktopKind.kind === 'electron' ? launchElectron(desktopKind.executable, options) : launchStandIn(options);
}

const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'pegboard-desktop-'));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

interface Fixtures {
  /** A folder of the test, gone when it ends. */
  readonly folder: string;
  /** Starts the app; it is closed when the test ends. */
  readonly start: (options?: Partial<LaunchOptions>) => Promise<Desktop>;
  /** The app on the demo workspace, ready to be used. */
  readonly desktop: Desktop;
  /** The app of the file, its page loaded anew: for tests that change nothing but the page. */
  readonly sharedDesktop: Desktop;
}

interface WorkerFixtures {
  /** One app for the tests of a file that run in order. */
  readonly sharedApp: Desktop;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const folder = makeFolder();
      const desktop = await launch({ folder });
      await use(desktop);
      await desktop.close();
      removeFolder(folder);
    },
    { scope: 'worker' },
  ],
  sharedDesktop: async ({ sharedApp }, use) => {
    await expect(sharedApp.page.getByTestId('status-bar')).toContainText('index up to date');
    await sharedApp.page.reload();
    await expect(sharedApp.page.getByTestId('status-bar')).toContainText('index up to date');
    await use(sharedApp);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
  folder: async ({}, use) => {
    const folder = makeFolder();
    await use(folder);
    removeFolder(folder);
  },
  start: async ({ folder }, use) => {
    const started: Desktop[] = [];
    await use(async (options) => {
      const desktop = await launch({ folder, ...options });
      started.push(desktop);
      return desktop;
    });
    for (const desktop of started) await desktop.close();
  },
  desktop: async ({ start }, use) => {
    const desktop = await start();
    await expect(desktop.page.getByTestId('status-bar')).toContainText('index up to date');
    await use(desktop);
  },
});

export { expect };
