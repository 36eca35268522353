import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ startScreen: 'tools', contextOptions: { reducedMotion: 'reduce' } });

const tree = (page: Page): Locator => page.getByTestId('source-tree');
const node = (page: Page, key: string): Locator => tree(page).locator(`[data-node="${key}"]`);
const count = (page: Page): Locator => page.getByTestId('catalog-count');

test('the tree of sources narrows the table by arrows, typing and Shift, down to groups, in both themes', async ({
  app: { page },
}) => {
  await expect(node(page, 'source:github')).toContainText(/ready.*\d+ %.*35/);
  await page.keyboard.press('f');
  await expect(node(page, 'all')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(count(page)).toContainText('35 of 77');
  // Shift adds the next one.
  await page.keyboard.press('Shift+ArrowDown');
  await expect(count(page)).toContainText('46 of 77');
  await expect(node(page, 'source:github')).toHaveAttribute('aria-selected', 'true');
  // The beginning of a name is enough; → opens the source, and the next arrow goes into it.
  await page.keyboard.type('sh');
  await expect(count(page)).toContainText('20 of 77');
  await expect(node(page, 'source:shop')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(node(page, 'group:shop/calendar')).toHaveAttribute('aria-level', '2');
  await expect(count(page)).toContainText('2 of 77');
  await expect(page.getByTestId('tool-row').first()).toContainText('calendar.');
  await expectAccessible(page, 'tree');
  await page.keyboard.press('End');
  await expect(page.getByTestId('tool-row')).toHaveText([/weather\.forecast/]);
  await page.keyboard.press('ArrowLeft');
  await expect(count(page)).toContainText('20 of 77');
  // Counts are those of what the text leaves.
  await page.getByTestId('catalog-filter').fill('forecast');
  await expect(node(page, 'source:github')).toHaveAttribute('data-empty', 'true');
  await page.getByTestId('catalog-filter').fill('');
  await tree(page).focus();
  await page.keyboard.press('Home');
  await expect(count(page)).toContainText('77 tools');
  // Enter goes to the tools.
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('catalog-table')).toBeFocused();

  await node(page, 'source:slack').click();
  await node(page, 'source:tasks').click({ modifiers: ['ControlOrMeta'] });
  await expect(count(page)).toContainText('22 of 77');
  await page.reload();
  await expect(count(page)).toContainText('22 of 77');
  await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveCount(2);
});

test('a source is renamed, disabled and removed at its line, by keys and by its menu, and undo brings it back', async ({
  app: { page, workspace },
}) => {
  const text = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  const menu = page.getByRole('menu', { name: 'Actions for slack' });
  await expect(node(page, 'source:slack')).toContainText('ready');
  await page.keyboard.press('f');
  await page.keyboard.type('sl');
  await expect(count(page)).toContainText('11 of 77');
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Import a new list…/,
    /^Rename…/,
    /^Disable/,
    /^Remove/,
    /^Show in Sources/,
  ]);
  await expectAccessible(page, 'menu of a source');
  await page.keyboard.press('e');
  await expect(node(page, 'source:slack')).toContainText('disabled');
  await expect(tree(page)).toBeFocused();
  await expect(count(page)).toContainText('0 of 66');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(node(page, 'source:slack')).toContainText('ready');
  await expect(count(page)).toContainText('11 of 77');

  // Removed, its tools are no filter any more.
  await page.keyboard.press('Delete');
  await expect(node(page, 'source:slack')).toHaveCount(0);
  await expect(count(page)).toContainText('66 tools');
  expect(text()).not.toContain('name: slack');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(node(page, 'source:slack')).toBeVisible();
  expect(text()).toContain('name: slack');

  await node(page, 'source:slack').click({ button: 'right' });
  await menu.getByRole('menuitem', { name: /^Rename/ }).click();
  await page.getByRole('dialog', { name: 'Rename slack' }).getByRole('textbox').fill('chat');
  await page.keyboard.press('Enter');
  await expect(node(page, 'source:chat')).toBeVisible();
  await expect(count(page)).toContainText('77 tools');

  await node(page, 'source:tasks').hover();
  await node(page, 'source:tasks').locator('[data-menu]').click();
  await page.getByRole('menuitem', { name: /^Show in Sources/ }).click();
  await expect(page).toHaveURL(/#\/sources\/tasks$/);
  await goTo(page, 'tools');
  await page.getByRole('button', { name: 'Add a source…' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a source' })).toBeVisible();
});

test.describe('with 10,000 tools', () => {
  test.use({ tools: 10_000 });

  test('every source is in the tree, and holding an arrow goes through them', async ({ app: { page } }) => {
    await expect(tree(page).getByRole('treeitem').nth(1)).toBeVisible();
    await page.keyboard.press('f');
    for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
    await expect(tree(page).getByRole('treeitem', { expanded: true })).toHaveCount(1);
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowDown');
    await expect(tree(page).getByRole('treeitem', { selected: true })).toHaveCount(1);
    await expect(count(page)).toContainText('of 10,000 tools');
    await page.keyboard.press('End');
    await expect(tree(page).getByRole('treeitem').last()).toHaveAttribute('aria-selected', 'true');
  });
});
