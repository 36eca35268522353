import { defineConfig } from '@playwright/test';
import { scriptsCompiledOnce, shortLivedScripts } from './browser-flags.ts';
import { findTestBrowser } from './find-browser.ts';

/** The built app, served as a user would serve it, in a real Chromium. Each test has a page, services and a user folder of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: ['./electron/say-which-desktop.ts', '../support/print-depth.ts'],
  outputDir: '../../test-results',
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // Much of a test is waiting, for a key to be answered or a server to start: two workers a core keep both busy.
  workers: '200%',
  fullyParallel: true,
  forbidOnly: true,
  reporter: [['list']],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTestBrowser(),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // The pages of a worker share a process, which has compiled the scripts: see `pages.ts`.
        '--process-per-site',
        shortLivedScripts,
        scriptsCompiledOnce,
      ],
    },
  },
});
