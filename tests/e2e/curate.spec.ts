import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a tool is curated, twenty are deferred at once, and all of it is undone, by the keyboard', async ({
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

  await goTo(page, 'tools');
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

  // An alias that names another tool is marked at its field, and nothing is written.
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
  await expectAccessible(page, 'curate');

  // At 200 % nothing is cut: the details stand below the list.
  await page.setViewportSize({ width: 640, height: 400 });
  const right = () => field('description').evaluate((element) => element.getBoundingClientRect().right);
  await expect.poll(right).toBeLessThanOrEqual(640);
  await expect(field('description')).toHaveValue('Files a new issue.');
  await page.setViewportSize({ width: 1280, height: 720 });

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

  // Twenty at once: the dialog says how many change; one write, one undo.
  await page.keyboard.press('x');
  await expect(page.getByTestId('catalog-count')).toContainText('77 tools');
  await expect(page.getByTestId('tool-row').nth(20)).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.press('Home');
  await expect(page.getByRole('row', { selected: true })).toContainText('calendar.create_event');
  for (let more = 1; more < 20; more++) await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByTestId('catalog-count')).toContainText('20 selected');
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: 'Change 20 tools' });
  await expect(dialog.getByLabel('Mode')).toBeFocused();
  await expect(page.getByTestId('bulk-preview')).toHaveText('0 of 20 tools change.');
  await page.keyboard.type('def');
  await expect(page.getByTestId('bulk-preview')).toContainText('20 of 20 tools change.');
  await expectAccessible(page, 'bulk');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const modes = Object.values<{ loading_mode?: string }>(parse(text()).overlays).map((each) => each.loading_mode);
  expect(modes.filter((mode) => mode === 'deferred').length).toBeGreaterThanOrEqual(20);
  await page.keyboard.press('t');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(text).toBe(before);
});

test('a key that is pressed while a filter is on its way means the tools that it leaves', async ({ app: { page } }) => {
  await goTo(page, 'tools');
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
  await expect(page.getByTestId('catalog-count')).toContainText('2 selected');
});

test('an example that breaks the schema shows why, is mended, and is in the file; Undo takes it back, by keyboard', async ({
  app: { page, workspace },
}) => {
  const text = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  const examples = () => parse(text()).overlays?.['github.create_issue']?.examples;
  const before = text();
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('github.create_issue');
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.press('e');

  // The parts add up to what the tool costs.
  const partTokens = page.getByTestId('curate').getByTestId('part-tokens');
  const whole = Number(await partTokens.getByTestId('part-tokens-whole').textContent());
  const figures = await partTokens.locator('tbody td:nth-child(2)').allTextContents();
  expect(figures.reduce((sum, figure) => sum + Number(figure), 0)).toBe(whole);

  // It begins with what the schema requires.
  const add = page.getByTestId('example-add');
  while (!(await add.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const editor = page.getByTestId('example-editor');
  await expect(editor.locator('.native-edit-context')).toBeFocused();
  await expect(editor.getByTestId('example-check')).toContainText('Valid for the schema.');
  await expect(editor.getByTestId('code-editor')).toContainText('owner');
  const write = async (args: string) => {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(args);
    // What the editor closed by itself.
    await page.keyboard.press('ControlOrMeta+Shift+End');
    await page.keyboard.press('Delete');
  };
  await write('{"owner": "acme", "repo": "shop", "title": 7}');
  await expect(editor.getByTestId('findings')).toContainText('title: must be string');
  await expect(editor.getByTestId('example-check')).toContainText('1 problem');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(editor.getByRole('button', { name: 'Save anyway' })).toBeVisible();
  await expectAccessible(page, 'example');
  expect(text()).toBe(before);
  await write('{"owner": "acme", "repo": "shop", "title": "Broken"}');
  await expect(editor.getByTestId('example-check')).toContainText('Valid for the schema.');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(examples).toEqual([{ args: { owner: 'acme', repo: 'shop', title: 'Broken' } }]);
  await expect(page.getByTestId('example')).toContainText(/overlay · \d+ tokens/);
  expect(Number(await partTokens.getByTestId('part-tokens-whole').textContent())).toBeGreaterThan(whole);
  await page.keyboard.press('d');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(text).toBe(before);
  await expect(page.getByTestId('example')).toHaveCount(0);
});

test.describe('on a fresh workspace', () => {
  test.use({ tools: 0 });
  const captured = readFileSync(resolve(import.meta.dirname, '../../src-main/core/workspace/demo/github.json'));

  async function importFile(page: Page, name: string): Promise<void> {
    // Asked for early: the browser has to know that we choose before the button is pressed.
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('ControlOrMeta+I');
    const dialog = page.getByRole('dialog', { name: 'Add a source' });
    await expect(dialog.getByRole('textbox', { name: 'Paste your configuration, command or tools' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Choose files…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: captured });
    const button = dialog.getByRole('button', { name: 'Import' });
    await expect(button).toBeEnabled();
    while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }

  /** Sets the mode of the chosen tools. */
  async function change(page: Page, count: number, mode: string): Promise<void> {
    await expect(page.getByTestId('catalog-count')).toContainText(`${count} selected`);
    await page.keyboard.press('m');
    await expect(page.getByRole('dialog').getByLabel('Mode')).toBeFocused();
    await page.keyboard.type(mode);
    await expect(page.getByTestId('bulk-preview')).toContainText(`${count} of ${count} tools change.`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('t');
  }

  test('a catalog is imported, all but five tools are deferred, and twins are found, by the keyboard', async ({
    app: { page, workspace },
  }) => {
    const text = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
    const modes = () =>
      Object.entries<{ loading_mode: string }>(parse(text()).overlays ?? {}).map(([name, overlay]) => [
        name,
        overlay.loading_mode,
      ]);
    await importFile(page, 'github.json');
    await goTo(page, 'tools');
    await expect(page.getByTestId('catalog-count')).toContainText('35 tools');
    const imported = text();

    // All, but for every other one of the first ten.
    await page.keyboard.press('t');
    await page.keyboard.press('ControlOrMeta+A');
    for (let left = 5; left > 0; left--) {
      await page.keyboard.press('Space');
      await page.keyboard.press('ControlOrMeta+ArrowDown');
      await page.keyboard.press('ControlOrMeta+ArrowDown');
    }
    const five = await page
      .locator('[data-testid=tool-row][aria-selected=false]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-tool') ?? ''));
    expect(five).toHaveLength(5);
    await change(page, 30, 'def');
    await expect.poll(() => modes().length).toBe(30);
    expect(modes().every(([, mode]) => mode === 'deferred')).toBe(true);
    expect(modes().filter(([name]) => five.includes(name ?? ''))).toEqual([]);

    // The five stay on the board.
    await page.keyboard.press('Home');
    for (let left = 4; left > 0; left--) {
      await page.keyboard.press('ControlOrMeta+ArrowDown');
      await page.keyboard.press('ControlOrMeta+ArrowDown');
      await page.keyboard.press('Space');
    }
    await change(page, 5, 'alw');
    await expect
      .poll(() =>
        modes()
          .filter(([, mode]) => mode === 'always')
          .map(([name]) => name),
      )
      .toEqual(five);
    await page.keyboard.press('Shift+F');
    await expect(page.locator('[data-facet=mode] label')).toHaveText(['deferred30', 'always loaded5']);
    await page.keyboard.press('t');
    await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(text).toBe(imported);

    // The same file once more: everything is there twice.
    await importFile(page, 'copy.json');
    await expect(page.getByTestId('catalog-count')).toContainText('70 tools');
    await page.keyboard.press('u');
    await expect(page.locator('[data-facet=alike] label')).toHaveText(['duplicate70']);
    await page.keyboard.press('t');
    await page.keyboard.press('Home');
    const heading = page.getByTestId('tool-details').getByRole('heading', { level: 2 });
    await expect(heading).toHaveText('copy.add_issue_comment');
    await expect(page.getByTestId('twins')).toContainText('github.add_issue_comment');
    await page.keyboard.press('g');
    await expect(heading).toHaveText('github.add_issue_comment');

    // What queries cannot tell apart is looked for when asked.
    await page.keyboard.press('k');
    await expect(page.getByTestId('confusable-found')).toContainText(/\d+ confusable pairs/);
    await expect(page.locator('[data-facet=alike] label')).toHaveCount(2);
  });
});
