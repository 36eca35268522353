import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a setting is found, changed, refused, reset; a persona is made and chosen; the index is rebuilt, by keyboard', async ({
  app: { page, workspace },
}) => {
  const yaml = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  const before = yaml();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByTestId('setting').first()).toBeVisible();
  await expectAccessible(page, 'settings');

  // Found by words of its explanation, changed.
  await page.keyboard.press('/');
  await page.keyboard.type('largest number of results');
  await expect(page.getByTestId('setting')).toHaveCount(1);
  const setting = page.locator('[data-setting="tool_search.max_search_results"]');
  const field = setting.getByRole('textbox', { name: 'tool_search.max_search_results' });
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(setting).toHaveAttribute('data-written', 'true');
  const changed = yaml();
  expect(changed.replace(/\n {2}max_search_results: 7(?=\n)/, '')).toBe(before);
  expect(changed).not.toBe(before);

  // Out of range: said at the field, not written, and still there after another screen.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('70');
  await page.keyboard.press('Enter');
  await expect(setting).toContainText('Must be a whole number from 1 to 50.');
  await expectAccessible(page, 'refused');
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-filter')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(field).toHaveValue('70');
  expect(yaml()).toBe(changed);
  await field.focus();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('7');

  // Reset, and back by undo.
  await page.keyboard.press('Alt+R');
  await expect(setting).toHaveAttribute('data-written', 'false');
  expect(yaml()).toBe(before);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Personas and policy' }).focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  expect(yaml()).toBe(changed);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect.poll(yaml).toBe(before);

  // A persona that hides a namespace.
  await page.keyboard.press('p');
  await page.keyboard.press('a');
  const access = page.getByTestId('access');
  await expect(access).toHaveAttribute('data-persona', 'persona');
  await page.keyboard.press('n');
  await page.keyboard.type('guest');
  await page.keyboard.press('Enter');
  await expect(access).toHaveAttribute('data-persona', 'guest');
  const row = page.getByTestId('access-row').filter({ hasText: 'guest' });
  await expect(row).toContainText('sees 77 of 77');
  await page.getByRole('combobox', { name: 'hidden_tools' }).focus();
  await page.keyboard.type('github.*');
  await page.keyboard.press('Enter');
  await expect(row).toContainText(/sees [1-6]\d of 77/);
  await expect(page.getByTestId('seen-tools')).not.toContainText('github.');
  await page.keyboard.type('nobody.*');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('findings')).toContainText('nobody.* matches no tool');
  await expect.poll(yaml).toMatch(/guest[\s\S]*hidden_tools: *\[? *[\s\S]*github\.\*[\s\S]*nobody\.\*/);
  // Out of the field: its list of completions closes.
  await page.keyboard.press('Tab');
  await expectAccessible(page, 'personas');
  const bar = page.getByRole('combobox', { name: 'Persona' });
  await page.getByRole('tab', { name: 'Personas and policy' }).focus();
  await page.keyboard.press('u');
  await expect(bar).toHaveValue('guest');
  await expect(row).toContainText('selected');

  // The index, made anew.
  await page.getByRole('tab', { name: 'Index' }).focus();
  await page.keyboard.press('Enter');
  const health = page.getByTestId('index-health');
  await expect(health).toContainText('77 of 77 tools');
  await page.getByRole('button', { name: 'Rebuild the index' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('index-rebuild')).toHaveAttribute('data-state', 'done');
  await expect(page.getByTestId('index-rebuild')).toContainText('Rebuilt: 77 tools');
  await expect(health).toContainText('rebuilt: 77 new');
  await expectAccessible(page, 'index');

  // The file as it is.
  await page.getByRole('tab', { name: 'File' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('code-editor')).toContainText('default_loading_mode');
  await page.getByRole('radio', { name: 'json' }).press('Space');
  await expect(page.getByTestId('code-editor')).toContainText('"default_loading_mode"');
});

test('what is typed while a setting is saved stays, and is saved by the next Enter', async ({
  app: { page, workspace },
}) => {
  const yaml = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  await page.keyboard.press('ControlOrMeta+,');
  const field = page.getByRole('textbox', { name: 'tool_search.max_search_results' });
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('1');
  // Enter and the next letter in one task of the page: the file cannot be written in between.
  await field.evaluate((input: HTMLInputElement) => {
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '12');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect.poll(yaml).toContain('max_search_results: 1\n');
  await expect(page.locator('[data-setting="tool_search.max_search_results"]')).toHaveAttribute('data-written', 'true');
  await expect(field).toHaveValue('12');
  await page.keyboard.press('Enter');
  await expect.poll(yaml).toContain('max_search_results: 12\n');
});
