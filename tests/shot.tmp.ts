import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { serveApp } from './support/serve-app.ts';

const folder = mkdtempSync(join(tmpdir(), 'sim-'));
const served = await serveApp({ workspace: undefined, env: { ...process.env, PEGBOARD_HOME: folder, HOME: folder } });
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: (process.argv[3] ?? 'light') as 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning') console.log('CONSOLE', m.text());
  });
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  await page.goto(served.url);
  await page.getByText('index fresh').waitFor();
  await page.keyboard.press('Alt+7');
  const script = (await import(process.argv[2]!)) as { default: (page: Page, folder: string) => Promise<void> };
  await script.default(page, folder);
} finally {
  await browser.close();
  await served.close();
  rmSync(folder, { recursive: true, force: true });
}
