import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { manyTools } from '../support/many-tools.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { followTraffic, randomLateness } from './answer-late.ts';
import { AppServer } from './app-server.ts';
import { goTo } from './go-to.ts';
import { test as base } from './pages.ts';

/** The app, open in a page, and what a test may do around it. */
export interface App {
  readonly url: string;
  readonly page: Page;
  readonly folder: string;
  /** Folder of the open workspace. */
  readonly workspace: string;
  /** Home of the user whose client configurations are discovered: empty, until a test puts some there. */
  readonly machine: string;
  /** Runs the command line on the open workspace. */
  cli(...args: string[]): Promise<number | null>;
  /** Writes a file into the test's folder and returns its path. */
  write(name: string, text: string): string;
  /** Everything the page complained about: errors, and what its CSP blocked. What is left at the end fails the test. */
  readonly complaints: string[];
}

export interface AppOptions {
  /** How many tools the workspace has; undefined opens the demo. */
  readonly tools: number | undefined;
  /** Whether the guided tour is offered, as to who comes first. */
  readonly tour: boolean;
  /** The screen that the test begins on, by its address. */
  readonly startScreen: string;
  /** The seed of how late the core answers, from the first load on; undefined answers at once. */
  readonly lateness: number | undefined;
  /** `off` is an SQLite without full-text search. */
  readonly fts: 'detect' | 'off';
}

export const test = base.extend<{ app: App } & AppOptions, { server: AppServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const server = new AppServer();
      await use(server);
      await server.end();
    },
    { scope: 'worker' },
  ],
  tools: [undefined, { option: true }],
  tour: [false, { option: true }],
  startScreen: ['search', { option: true }],
  lateness: [undefined, { option: true }],
  fts: ['detect', { option: true }],
  app: async ({ page, sharedPages, server, tools, tour, startScreen, lateness, fts }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'pegboard-e2e-'));
    const home = join(folder, 'home');
    const workspace = tools === undefined ? join(home, 'demo') : writeWorkspace(folder, tools);
    const machine = join(folder, 'machine');
    mkdirSync(machine);
    const env = { ...process.env, PEGBOARD_HOME: home, HOME: machine, XDG_CONFIG_HOME: '', PEGBOARD_FTS: fts };
    const url = await server.start(tools === undefined ? [] : ['--workspace', workspace], env);
    try {
      await sharedPages.forget(new URL(url).origin);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      // The guided tour is offered to who comes first, and has a test of its own.
      if (!tour) {
        const closed = JSON.stringify({ state: { state: 'closed', step: 0 }, version: 1 });
        await page.addInitScript((value) => localStorage.setItem('pegboard.tour', value), closed);
      }
      if (lateness !== undefined) (await followTraffic(page)).lateness = randomLateness(lateness);
      await page.goto(url);
      // Each try of `expect` that fails describes the whole page for its report; this wait describes nothing.
      await page.getByTestId('status-bar').filter({ hasText: 'index up to date' }).waitFor({ timeout: 45_000 });
      await expect(page.getByTestId('status-bar')).toContainText(`${(tools ?? 77).toLocaleString('en-US')} tools`);
      await expect(page.getByTestId('status-bar')).toContainText('index up to date');
      await goTo(page, startScreen);
      await use({
        url,
        page,
        folder,
        workspace,
        machine,
        complaints,
        cli: async (...given) => {
          const child = spawn(process.execPath, [pegboardBin, '--workspace', workspace, ...given], {
            env,
            stdio: 'ignore',
          });
          const [code] = await once(child, 'close');
          return code;
        },
        write: (name, text) => {
          writeFileSync(join(folder, name), text);
          return join(folder, name);
        },
      });
      expect(complaints).toEqual([]);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    }
  },
});

export { expect, goTo };

function writeWorkspace(folder: string, count: number): string {
  const root = join(folder, 'workspace');
  mkdirSync(join(root, 'sources'), { recursive: true });
  if (count === 0) {
    writeFileSync(join(root, 'pegboard.yaml'), 'tool_search: {enabled: true, default_loading_mode: deferred}\n');
    return root;
  }
  const lines = manyTools(count).map((tool) => JSON.stringify(tool));
  writeFileSync(join(root, 'sources/many.jsonl'), lines.join('\n'));
  writeFileSync(
    join(root, 'pegboard.yaml'),
    `tool_search: {enabled: true, default_loading_mode: deferred}
sources:
  - {name: many, path: sources/many.jsonl, format: tools_jsonl}
`,
  );
  return root;
}
