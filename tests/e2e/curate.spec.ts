import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from './app.ts';
import { seriousViolations } from './serious-violations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a tool is curated, twenty are deferred at once, and all of it is undone, by the keyboard (R19.06)', async ({
  app: { page, workspace },
}) => {
  const text = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  const overlay = (name: string) => parse(text()).overlays?.[name];
  const before = text();
  const row = (field: string) => page.getByTestId(`curate-${field}`);
  const field = (name: string) => row(name).locator('select, textarea').first();
  const tabTo = async (name: string) => {
    const isFocused = () => field(name).evaluate((element) => element === document.activeElement);
    while (!(await isFocused())) await page.keyboard.press('Tab');
  };

  await page.keyboard.press('Alt+2');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('github.create_issue');
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  const tool = 'github.create_issue';
  await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText(tool);
  await page.keyboard.press('e');
  await expect(field('loading_mode')).toBeFocused();
  const original = overlay(tool);

  // Mode, description, tags: each is in the file when its field is left.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => overlay(tool)?.loading_mode).toBe('always');
  await tabTo('description');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Files a new issue.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => overlay(tool)?.description).toBe('Files a new issue.');
  await expect(row('description').locator('ins').first()).toContainText('Files');
  await expect(row('description').locator('del').first()).toBeVisible();
  await tabTo('tags');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\nbug report\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => overlay(tool)?.tags).toContain('bug report');
  await expect(row('tags').locator('ins').last()).toContainText('bug report');

  // An alias that is another tool is told at its field, and nothing is written.
  await tabTo('aliases');
  const beforeAlias = text();
  await page.keyboard.type('slack.send_message');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(row('aliases')).toContainText('is a tool too');
  expect(text()).toBe(beforeAlias);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('file_bug');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(() => overlay(tool)?.aliases).toEqual(['file_bug']);
  await expect(row('aliases')).not.toContainText('is a tool too');
  expect(await seriousViolations(page), 'curate').toEqual([]);

  // One field back to its source, then everything back, change by change.
  await row('description').getByRole('button', { name: 'Reset Description' }).press('Enter');
  await expect.poll(() => overlay(tool)?.description).toBe(original?.description);
  await expect(field('description')).not.toHaveValue('Files a new issue.');
  await page.keyboard.press('d');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(() => overlay(tool)?.description).toBe('Files a new issue.');
  await expect(field('description')).toHaveValue('Files a new issue.');
  for (let left = 4; left > 0; left--) {
    const now = text();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(text).not.toBe(now);
  }
  expect(text()).toBe(before);

  // Twenty at once: how many change is said first, one write, one undo.
  await page.keyboard.press('x');
  await expect(page.getByTestId('catalog-count')).toContainText('77 tools');
  await expect(page.getByTestId('tool-row').nth(20)).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('Home');
  await expect(page.getByRole('row', { selected: true })).toContainText('calendar.create_event');
  for (let more = 1; more < 20; more++) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByTestId('catalog-count')).toContainText('20 chosen');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Change 20 tools' });
  await expect(dialog.getByLabel('Mode')).toBeFocused();
  await expect(page.getByTestId('bulk-preview')).toHaveText('0 of 20 tools change.');
  await page.keyboard.type('def');
  await expect(page.getByTestId('bulk-preview')).toContainText('20 of 20 tools change.');
  expect(await seriousViolations(page), 'bulk').toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const modes = Object.values<{ loading_mode?: string }>(parse(text()).overlays).map((each) => each.loading_mode);
  expect(modes.filter((mode) => mode === 'deferred').length).toBeGreaterThanOrEqual(20);
  await page.keyboard.press('t');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(text).toBe(before);
});

test('a key that is pressed while a filter is on its way means the tools that it leaves (R19.06)', async ({
  app: { page },
}) => {
  await page.keyboard.press('Alt+2');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('Home');
  // In one task of the page, so that no row can be drawn in between.
  await page.evaluate(async () => {
    const filter = document.querySelector<HTMLInputElement>('[data-testid=catalog-filter]');
    const table = document.querySelector<HTMLElement>('[data-testid=catalog-table]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(filter, 'slack.');
    filter?.dispatchEvent(new Event('input', { bubbles: true }));
    await Promise.resolve();
    for (const key of ['ArrowDown', 'ArrowDown']) {
      table?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }));
    }
  });
  const rows = page.getByTestId('tool-row');
  await expect(page.getByTestId('catalog-count')).toContainText(' of 77 tools');
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2);
  await expect(rows.nth(0)).toHaveAttribute('aria-selected', 'true');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('catalog-count')).toContainText('2 chosen');
});
