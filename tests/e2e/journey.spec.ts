import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';

const filesystem = resolve(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
);

/** Goes through the page as somebody without a mouse does, from stop to stop. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let i = 0; i < 80; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

test('from a client configuration to a tool that was tried, and why it is deferred, by keyboard alone', async ({
  app,
}) => {
  const { page } = app;
  const data = join(app.folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'note.txt'), 'a real file\n');
  mkdirSync(join(app.machine, '.cursor'));
  const server = { command: process.execPath, args: [filesystem, data] };
  writeFileSync(join(app.machine, '.cursor/mcp.json'), JSON.stringify({ mcpServers: { files: server } }));

  // Discover, consent, import.
  await goTo(page, 'sources');
  await expect(page.getByTestId('sources-table')).toBeVisible();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const found = dialog.getByRole('tab', { name: 'Found on this computer' });
  await tabTo(page, dialog.getByRole('tab', { selected: true }));
  for (let i = 0; i < 4 && (await found.getAttribute('aria-selected')) !== 'true'; i++) {
    await page.keyboard.press('ArrowRight');
  }
  await tabTo(page, page.getByRole('button', { name: /^Review 1 server/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('review-server')).toContainText(filesystem);
  await tabTo(page, page.getByTestId('start-servers'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-testid=source-row][data-source=files]')).toContainText('running');

  // Filter to its tools: typing its name in the tree of sources is enough.
  await goTo(page, 'tools');
  const line = page.getByTestId('source-tree').locator('[data-node="source:files"]');
  await expect(line).toContainText('running');
  await page.keyboard.press('f');
  await page.keyboard.type('fi');
  await expect(line).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('tool-row').first()).toContainText('files.');
  await expect(page.locator('[data-tool="github.create_issue"]')).toHaveCount(0);

  // Open a tool, and try it.
  await page.keyboard.press('/');
  await page.keyboard.type('files.read_text_file');
  await expect(page.getByTestId('tool-row').first()).toContainText('files.read_text_file');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(page.getByRole('heading', { name: 'files.read_text_file' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.locator('[data-pointer="/path"] :is(input, textarea)').first()).toBeFocused();
  await page.keyboard.type(join(data, 'note.txt'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('answer-text')).toHaveText('a real file');

  // Why it is deferred.
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('tab', { name: 'Try it' }));
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'About' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel')).toContainText('Deferred by tool_search.default_loading_mode');
  const rules = page.getByText('The 8 rules, in order');
  await tabTo(page, rules);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tabpanel')).toContainText('pegboard.yaml');
});
