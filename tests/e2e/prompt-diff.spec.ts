import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { LeakReport } from '#shared/domain/leak-report.ts';
import type { PromptDiff } from '#shared/domain/prompt-diff.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';
import { unsourcedFigures } from './unsourced-figures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] } });

/** The figures of a row as numbers. */
async function figures(page: Page, block: string): Promise<number[]> {
  const cells = await page.locator(`[data-testid=prompt-blocks] [data-block=${block}] [data-figure]`).allTextContents();
  return cells.map((text) => Number(text.replaceAll(',', '').replace('−', '-')));
}

/** Chooses in the list of the field that has the focus. */
async function chooseOption(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter');
  // A profile's option says what it is for after its name.
  const option = page.getByRole('option', { name: new RegExp(`^${name}(?: |$)`) });
  await takeOption(page, option);
}

async function chooseProfile(page: Page, key: 'a' | 'b', name: string): Promise<void> {
  await page.keyboard.press(key);
  const field = page.getByRole('combobox', { name: `Configuration ${key === 'a' ? 'after' : 'before'}` });
  await expect(field).toBeFocused();
  await chooseOption(page, name);
  await expect(field).toHaveValue(name);
}

test('two profiles are made, compared block by block, and applied, by keyboard (R19.16)', async ({ app }) => {
  const { page } = app;
  const yaml = join(app.workspace, 'pegboard.yaml');
  const original = readFileSync(yaml, 'utf8');

  // Two profiles: a small board, written by hand, and everything, a copy.
  await goTo(page, 'prompt');
  await expect(page.getByTestId('cache-break')).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New profile' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('small board');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('profile').getByRole('heading')).toHaveText('small board');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  const editor = page.getByRole('textbox', { name: 'Fields of the profile small board' });
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    'tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: 3}',
  );
  await expect(page.getByTestId('document-state')).toHaveText('Not saved');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('error-notice')).toContainText(
    'profile small board: tool_search.always_loaded_patterns',
  );
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(
    'tool_search: {enabled: true, default_loading_mode: deferred, always_loaded_patterns: [tool_search]}',
  );
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  expect(readFileSync(yaml, 'utf8')).toContain('name: small board');
  await expectAccessible(page, 'profiles');
  await page.locator('[data-profile="all-tools"]').press('Enter');
  await page.keyboard.press('d');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('all-tools copy');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('everything');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('profile').getByRole('heading')).toHaveText('everything');

  // Compared: the columns add up, and say what the command line says.
  await page.locator('[data-profile=everything]').focus();
  await page.keyboard.press('p');
  await chooseProfile(page, 'b', 'everything');
  await chooseProfile(page, 'a', 'small board');
  const asked = ['--workspace', app.workspace, 'prompt', '--profile', 'everything', '--diff', 'small board'];
  const cli = await promisify(execFile)(process.execPath, [pegboardBin, ...asked], {
    env: { ...process.env, PEGBOARD_HOME: join(app.folder, 'home') },
    maxBuffer: 2 ** 26,
  });
  const { diff } = JSON.parse(cli.stdout) as { diff: PromptDiff };
  for (const estimator of ['o200k', 'estimate'] as const) {
    await page.getByRole('radio', { name: estimator }).press('Space');
    await expect(page.getByTestId('prompt-blocks')).toHaveAttribute('data-estimator', estimator);
    await expect(page.getByTestId('cache-break')).toContainText(
      `${diff.cache?.tokens_after[estimator].toLocaleString('en-US')} tokens (${estimator})`,
    );
    const sums = [0, 0, 0];
    for (const { name, before, after } of [...diff.blocks, { name: 'joins', ...diff.joins }]) {
      const [left, right] = [before[estimator], after[estimator]];
      const shown = await figures(page, name);
      expect(shown, name).toEqual([left, right, right - left]);
      for (const [i, value] of shown.entries()) sums[i] = (sums[i] ?? 0) + value;
    }
    expect(sums).toEqual(await figures(page, 'whole'));
    expect(sums.slice(0, 2)).toEqual([diff.before[estimator], diff.after[estimator]]);
  }

  expect(await unsourcedFigures(page.getByTestId('prompt-blocks'))).toEqual([]);

  // From change to change, from block to block, to the break; each side copied.
  const count = page.getByTestId('change-count');
  await expect(count).toHaveText(/^\d+ changes$/);
  await page.keyboard.press('Alt+J');
  await expect(count).toHaveText(/^1 of \d+ changes$/);
  await page.keyboard.press('Alt+J');
  await expect(count).toHaveText(/^2 of /);
  await page.keyboard.press('Alt+K');
  await expect(count).toHaveText(/^1 of /);
  await page.keyboard.press('t');
  for (const { name } of diff.blocks.slice(1)) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(`[data-block=${name}]`)).toHaveAttribute('data-current', 'true');
  }
  await expect(page.getByTestId('text-diff')).toContainText('<available_tools>');
  await expectAccessible(page, 'comparison');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('c');
  await expect.poll(clipboard).toContain('<tool_discovery>');
  const after = await clipboard();
  await page.keyboard.press('Shift+C');
  await expect.poll(clipboard).not.toBe(after);
  expect(await clipboard()).not.toContain('<tool_discovery>');
  await page.keyboard.press('v');
  await expect(page.getByRole('radio', { name: 'Unified' })).toBeChecked();

  // Applied, the workspace is the profile; undone to the last byte.
  const profiles = readFileSync(yaml, 'utf8');
  await page.keyboard.press('p');
  await page.keyboard.press('l');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByTestId('profile').getByRole('heading')).toHaveText('small board');
  await page.keyboard.press('y');
  await expect.poll(() => readFileSync(yaml, 'utf8')).not.toBe(profiles);
  await page.keyboard.press('c');
  await expect(page.getByTestId('change-count')).toHaveText('No difference');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readFileSync(yaml, 'utf8')).toBe(profiles);
  await expect(page.getByTestId('cache-break')).toBeVisible();
  await page.keyboard.press('p');
  await page.keyboard.press('l');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('tiny');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('profile').getByRole('heading')).toHaveText('tiny');
  // No act is done behind a dialog, also while it closes.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Delete');
  await expect(page.locator('[data-profile=tiny]')).toHaveCount(0);
  expect(readFileSync(yaml, 'utf8')).not.toContain('tiny');
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+z');
    expect(readFileSync(yaml, 'utf8')).toBe(original);
  }).toPass({ intervals: [200] });
});

test('a version in git is compared with now, and a persona is proved to read no hidden name, by keyboard', async ({
  app,
}) => {
  const { page, workspace, folder } = app;
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, {
      cwd: workspace,
      env: { ...process.env, PEGBOARD_HOME: join(folder, 'home') },
      maxBuffer: 2 ** 26,
    });
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  await run('git', 'init', '-q');
  await run('git', 'add', '-A');
  await run('git', ...author, 'commit', '-qm', 'Everything deferred');
  await run('git', 'tag', 'v1');
  const yaml = join(workspace, 'pegboard.yaml');
  const written = readFileSync(yaml, 'utf8').replace('default_loading_mode: deferred', 'default_loading_mode: always');
  writeFileSync(yaml, written);

  await goTo(page, 'prompt');
  await expect(page.getByTestId('cache-break')).toBeVisible();
  await chooseProfile(page, 'b', 'workspace');
  await page.keyboard.press('Shift+B');
  const version = page.getByRole('combobox', { name: 'Version before' });
  await expect(version).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('v1');
  await expect(page.getByRole('option', { name: 'v1' })).toContainText('Everything deferred');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('version-note')).toContainText('Before is v1');
  const asked = ['--workspace', workspace, 'prompt', '--at', 'v1', '--diff', 'workspace'];
  const { diff } = JSON.parse((await run(process.execPath, pegboardBin, ...asked)).stdout) as { diff: PromptDiff };
  const [before, after] = [diff.before.estimate, diff.after.estimate];
  expect(after).toBeGreaterThan(before);
  await expect.poll(() => figures(page, 'whole')).toEqual([before, after, after - before]);

  await page.keyboard.press('k');
  await expect(page.getByTestId('leak-verdict')).toContainText('Nothing is hidden');
  await page.getByRole('combobox', { name: 'Persona to check' }).focus();
  await chooseOption(page, 'support');
  await expect(page.getByTestId('leak-verdict')).toContainText('None of the 36 hidden names');
  const leaks = await run(process.execPath, pegboardBin, 'prompt', '--leaks', '--persona', 'support');
  const report = JSON.parse(leaks.stdout) as LeakReport;
  const places = page.locator('[data-testid=leak-places] [data-place]');
  await expect(places).toHaveCount(report.places.length);
  for (const [i, { place, texts, characters }] of report.places.entries()) {
    const [shownTexts, shownCharacters] = [texts, characters].map((value) => value.toLocaleString('en-US'));
    await expect(places.nth(i)).toHaveText(`${place}${shownTexts}${shownCharacters}${report.looked_for}0`);
  }
  expect(await unsourcedFigures(page.getByTestId('leak-places'))).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('erase');
  await expect(page.getByTestId('hidden-names')).toContainText(
    'customers.erasetoolhidden_tools of support: customers.erase',
  );
  await expectAccessible(page, 'leaks');
});
