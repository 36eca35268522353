import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/find-browser.ts';
import { serveApp } from '../support/serve-app.ts';

/** Serves a workspace and works with its page, once the index is up to date. What the app keeps for the user lies in `folder`. */
export async function withServedPage(
  { folder, workspace }: { readonly folder: string; readonly workspace: string },
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const home = join(folder, 'home');
  const served = await serveApp({ workspace, env: { ...process.env, PEGBOARD_HOME: home, HOME: home } });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(served.url);
    await page.getByTestId('status-bar').getByText('index up to date').waitFor();
    await work(page);
  } finally {
    await browser.close();
    await served.close();
  }
}
