import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test('the table shows what is always loaded beside the budget; B changes it, and the budget is fitted, by the keyboard', async ({
  app: { page, workspace },
}) => {
  const config = join(workspace, 'pegboard.yaml');
  const disk = () => parse(readFileSync(config, 'utf8'));
  const before = readFileSync(config, 'utf8');
  const count = page.getByTestId('catalog-count');
  const state = page.getByTestId('budget-state');
  const whole = async () => Number((await page.getByTestId('budget-whole').innerText()).replace(/[^\d]/g, ''));
  await goTo(page, 'tools/docs.get_article');
  const mode = page.getByTestId('tool-mode');
  await expect(mode).toContainText('Deferred');
  await mode.getByRole('button', { name: 'Always load' }).click();
  await expect(mode).toContainText('Always loaded: its definition is in every prompt.');
  await expect(mode.getByRole('button', { name: 'Defer' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(mode).toContainText('Deferred');
  await page.getByTestId('catalog-table').focus();
  await page.keyboard.press('l');
  await expect(state).toHaveText('no budget');
  await expect(page.getByRole('columnheader', { name: 'Mode decided by' })).toBeVisible();
  await expect(page.getByTestId('loading-plan')).toHaveText('Adds pattern docs.get_article.');

  // Loaded and deferred again by the same key; the row stays where it is.
  await page.keyboard.press('b');
  await expect(page.getByTestId('status-bar')).toContainText('14 always loaded');
  expect(disk().tool_search.always_loaded_patterns).toContain('docs.get_article');
  await expect(page.getByRole('row', { selected: true })).toContainText('pattern docs.get_article');
  await page.keyboard.press('b');
  await expect(page.getByTestId('status-bar')).toContainText('13 always loaded');
  expect(disk().tool_search.always_loaded_patterns).not.toContain('docs.get_article');

  // A budget below what the prompt costs turns the gauge; what to drop fits it.
  const is = await whole();
  await page.getByTestId('budget-field').fill(String(is - 500));
  await page.getByTestId('budget-field').press('Enter');
  await expect(state).toHaveText('500 over budget');
  await expectAccessible(page, 'over budget in the table');
  await page.getByRole('button', { name: 'Fit to budget…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Tools to defer' });
  await expect(dialog.getByRole('columnheader', { name: 'Uses' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Defer \d+ tools?$/ }).press('Enter');
  await expect(state).toContainText('left');
  expect(await whole()).toBeLessThanOrEqual(is - 500);

  // By the mouse: of those that are loaded, the chosen one is deferred, and the next row is chosen.
  await page.getByRole('radiogroup', { name: 'Which tools the table shows' }).getByText('Always loaded').click();
  await expect(count).toContainText('of 77 tools');
  const rows = page.getByTestId('tool-row');
  const names = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-tool')));
  await rows.first().click();
  await page
    .getByTestId('budget-bar')
    .getByRole('button', { name: /^Defer/ })
    .click();
  await expect(rows.first()).toHaveAttribute('data-tool', names[1] ?? '');
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('data-tool', names[1] ?? '');

  await page.getByTestId('catalog-table').focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(rows.first()).toHaveAttribute('data-tool', names[0] ?? '');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(state).toHaveText('500 over budget');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(state).toHaveText('no budget');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByTestId('status-bar')).toContainText('14 always loaded');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByTestId('status-bar')).toContainText('13 always loaded');
  expect(readFileSync(config, 'utf8')).toBe(before);
  await page.keyboard.press('l');
  await expect(count).toContainText('77 tools');
  await expect(page.getByTestId('budget-bar')).toHaveCount(0);
});
