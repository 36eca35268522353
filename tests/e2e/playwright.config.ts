import { defineConfig } from '@playwright/test';
import { findTestBrowser } from './find-browser.ts';

const playwrightsBlinkSettings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
];

/** The built app, served as a user would serve it, in a real Chromium. Each test has a page, services and a user folder of its own. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: ['./electron/say-which-desktop.ts', '../support/print-depth.ts'],
  outputDir: '../../test-results',
  timeout: 180_000,
  expect: { timeout: 45_000 },
  // Most of a test is waiting, for a key to be answered or a server to start: one worker a core leaves half of it idle.
  workers: '150%',
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
        // A page lives for seconds: optimizing its scripts costs more than it saves, and so does collecting garbage early.
        '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=32',
        // A script that is compiled while it loads is compiled again for each page. The rest is what Playwright sets: the last flag counts.
        `--blink-settings=${[...playwrightsBlinkSettings, 'scriptStreamingEnabled=false'].join(',')}`,
      ],
    },
  },
});
