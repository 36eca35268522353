import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { delaysAnswers } from '../../src-main/hosts/electron/chromium-features.ts';
import { withoutFeatures } from '../e2e/browser-flags.ts';
import { findBrowser, findTestBrowser } from '../e2e/find-browser.ts';
import { serveApp } from '../support/serve-app.ts';

/** `tab`: Chromium as it comes. `desktop`: with the features of Chromium that the desktop app has. */
export type PageHost = 'tab' | 'desktop';

interface Served {
  /** What the app keeps for the user lies here. */
  readonly folder: string;
  readonly workspace: string;
  readonly host?: PageHost;
}

/** Milliseconds that the index of a new workspace may take: 10,000 tools need 20 s on a busy machine. */
const indexMs = 180_000;

/** Serves a workspace and works with its page, once the index is up to date. Throws where the machine has no Chromium. */
export async function withServedPage(
  { folder, workspace, host = 'tab' }: Served,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const executablePath = findBrowser() ?? findTestBrowser();
  if (!executablePath) throw new Error('There is no Chromium here. "node tests/e2e/find-browser.ts" installs one.');
  const home = join(folder, 'home');
  const served = await serveApp({ workspace, env: { ...process.env, PEGBOARD_HOME: home, HOME: home } });
  const args = ['--no-sandbox', ...(host === 'desktop' ? [withoutFeatures(delaysAnswers)] : [])];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(served.url);
    await page.getByTestId('status-bar').getByText('index up to date').waitFor({ timeout: indexMs });
    await work(page);
  } finally {
    await browser.close();
    await served.close();
  }
}
