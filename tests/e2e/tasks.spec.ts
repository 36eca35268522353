import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';
import { shoot } from './shoot.ts';

test.use({ startScreen: 'runs', contextOptions: { reducedMotion: 'reduce' } });

const refund = 'tasks/shop/refund-order.task.yaml';

/** A task that the test knows, in the world of the demo's shop. */
const taskText = (state: string) => `name: Cancel it
world: ../shop.world.yaml
query: Cancel order 1.
records:
  errands: [{id: e1, state: open}]
tools:
  orders.cancel: {update: errands, where: {id: e1}, set: {state: done}}
expect:
  state: [{in: errands, where: {id: e1}, has: {state: ${state}}}]
`;

const row = (page: Page, path: string) => page.locator(`[data-scenario="${path}"]`);
const chosen = (page: Page, path: string) => expect(row(page, path)).toHaveAttribute('aria-pressed', 'true');

/** Opens a task of its own at its address, as somebody else wrote it. */
async function openTask({ page, workspace }: App): Promise<string> {
  const file = join(workspace, refund);
  writeFileSync(file, taskText('done'));
  await expect(row(page, refund)).toContainText('Cancel it');
  await goTo(page, `runs/${refund}`);
  await chosen(page, refund);
  await expect(page.getByRole('textbox', { name: 'Text of Cancel it' })).toBeVisible();
  return file;
}

test('a task is made, checked, corrected, saved, copied and deleted by keyboard, and each is taken back', async ({
  app,
}) => {
  test.slow();
  const { page, workspace } = app;
  await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Worlds', exact: true })).toBeVisible();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New scenario' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Task' }).focus();
  await page.keyboard.press('Space');
  await expect(dialog).toContainText('a task that a single tool call solves');
  await dialog.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Try it');
  await expectAccessible(page, 'new task');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const made = 'tasks/try-it.task.yaml';
  const file = join(workspace, made);
  await chosen(page, made);
  const text = page.getByRole('textbox', { name: 'Text of Try it' });
  await expect(text).toBeVisible();
  await expect(page.getByText('Not checked yet')).toBeVisible();
  await expectAccessible(page, 'a task');

  await page.keyboard.press('ControlOrMeta+Enter');
  const solution = page.getByRole('region', { name: 'The solution' });
  const nothing = page.getByRole('region', { name: 'An agent that does nothing' });
  await expect(solution).toContainText('✓ solves the task');
  await expect(nothing).toContainText('✓ does not solve the task');
  await shoot(page, 'task-checked');
  await expectAccessible(page, 'a checked task');

  // What is typed is not on the disk until it is saved, and is what the check plays.
  const before = readFileSync(file, 'utf8');
  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('levels: 1');
  await expect(page.locator('[data-problems="1"]')).toBeVisible();
  await expect(page.getByText('Edited since this check.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('task-checked')).toContainText('The task has errors.');
  await expect(page.getByTestId('task-findings')).toContainText(/task\.yaml:\d+: .*levels/);
  await shoot(page, 'task-errors');
  expect(readFileSync(file, 'utf8')).toBe(before);
  for (const _ of 'levels: 1') await page.keyboard.press('Backspace');
  await page.keyboard.type('description: Mine');
  await expect(page.locator('[data-problems="0"]')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  expect(readFileSync(file, 'utf8')).toContain('\ndescription: Mine');

  await page.keyboard.press('Escape');
  await row(page, made).focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Try it copy');
  await page.keyboard.press('Enter');
  const copy = join(workspace, 'tasks/try-it-copy.task.yaml');
  await chosen(page, 'tasks/try-it-copy.task.yaml');
  const kept = readFileSync(copy, 'utf8');
  await page.keyboard.press('l');
  await page.keyboard.press('Delete');
  await expect(page.getByText(/^Deleted tasks\/try-it-copy/)).toBeVisible();
  expect(existsSync(copy)).toBe(false);
  // The list follows the disk; until then the old row is there.
  await expect(row(page, 'tasks/try-it-copy.task.yaml')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+z');
  await chosen(page, 'tasks/try-it-copy.task.yaml');
  expect(readFileSync(copy, 'utf8')).toBe(kept);
});

test('a task is found by its address, by the palette and after a reload, and a change on disk is told beside a draft', async ({
  app,
}) => {
  const { page } = app;
  const file = await openTask(app);
  const text = page.getByRole('textbox', { name: 'Text of Cancel it' });
  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('# mine');
  await expect(page.getByTestId('document-state')).toHaveText('Not saved');
  await expect(row(page, refund)).toContainText('●');
  await page.waitForFunction(() => window.location.hash.includes('refund-order'));
  await page.reload();
  await chosen(page, refund);
  await expect(page.getByTestId('document-state')).toHaveText('Not saved');

  writeFileSync(file, taskText('open'));
  await expect(page.getByTestId('document-conflict')).toBeVisible();
  await page.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  await page.getByTestId('task-check').press('Enter');
  const nothing = page.getByRole('region', { name: 'An agent that does nothing' });
  await expect(nothing).toContainText('✗ solves the task');
  await expect(page.getByRole('region', { name: 'The solution' })).toContainText('The task has no solution.');
  await shoot(page, 'task-idle');

  await goTo(page, 'tools');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette).toBeVisible();
  await page.keyboard.type('shop.world');
  await palette.locator('[data-run-file="tasks/shop.world.yaml"]').click();
  await chosen(page, 'tasks/shop.world.yaml');
  await expect(page.getByText('Several tasks can begin with')).toBeVisible();
  await shoot(page, 'world');
  await expectAccessible(page, 'a world');
});
