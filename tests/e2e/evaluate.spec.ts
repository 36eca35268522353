import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';
import { shoot } from './shoot.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const rowOf = (page: Page, query: string) => page.locator(`[data-testid=golden-row][data-query="${query}"]`);

test('from a query to a golden one, to its miss, to what explains it, and to what made it better, by keyboard', async ({
  app,
}) => {
  const { page } = app;
  const golden = join(app.workspace, 'evals/golden.jsonl');
  const before = readFileSync(golden, 'utf8');
  const query = 'drop a line to everybody';

  // Save as expected result: added, taken out, added.
  await page.keyboard.type(query);
  await expect(page.getByTestId('result').first()).toBeVisible();
  await expect(page.getByTestId('details')).toContainText('Save as expected result');
  await page.keyboard.press('ArrowDown');
  const tool = (await page.locator('[data-testid=result][aria-selected=true]').getAttribute('data-tool')) ?? '';
  const line = `${JSON.stringify({ query, relevant: [tool] })}\n`;
  await page.keyboard.press('Alt+G');
  await expect(page.getByTestId('golden-line')).toContainText(`${tool} rank`);
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before + line);
  await page.keyboard.press('Alt+G');
  await expect(page.getByTestId('golden-line')).toHaveCount(0);
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before);
  await page.keyboard.press('Alt+G');
  await expect(page.getByRole('button', { name: 'Save as expected result' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'golden query in Search');

  // Every query with its rank, and the misses.
  await goTo(page, 'tests');
  await expect(rowOf(page, 'file a bug about the broken checkout')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByTestId('metrics').locator('[data-engine=pegboard]')).toContainText(/0\.\d{3}/);
  // Compare uses the same titles.
  await expect(page.getByTestId('metrics').locator('[data-engine=pegboard] th')).toHaveText('Pegboard');
  await page.keyboard.press('/');
  await page.keyboard.type('supplier search_messages');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  const miss = rowOf(page, 'find where we talked about the supplier');
  await expect(miss).toHaveAttribute('aria-selected', 'true');
  await expect(miss.locator('[data-column=Pegboard]')).toHaveAttribute('data-tone', 'far');
  await expect(miss).toContainText('calendar.create_event');
  await expectAccessible(page, 'evaluation');

  // Its explanation is an Enter away.
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('query')).toHaveValue('find where we talked about the supplier');
  await expect(page.getByTestId('golden-line')).toContainText('slack.search_messages');
  await expect(page.getByRole('tab', { name: /Why not/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel')).toContainText(/number [0-9]+/);

  // A phrase in the overlay makes it better; the run says so.
  const yaml = join(app.workspace, 'pegboard.yaml');
  const overlay = '  slack.search_messages:\n    phrases: [where we talked about something]\n  slack.send_message:';
  writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('  slack.send_message:', overlay));
  await goTo(page, 'tests');
  await expect(page.getByTestId('evaluate-stale')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByTestId('comparison')).toContainText(/better [1-9]/);
  await expect(miss.locator('[data-column=Pegboard]')).toHaveAttribute('data-tone', 'first');
  await expect(miss.locator('[data-column=Before]')).toHaveAttribute('data-tone', 'far');
});

test('golden queries are added, changed, removed and brought back on the screen; a bad line loses no other', async ({
  app,
}) => {
  const { page } = app;
  const golden = join(app.workspace, 'evals/golden.jsonl');
  writeFileSync(golden, `no json\n${readFileSync(golden, 'utf8')}`);
  const before = readFileSync(golden, 'utf8');
  await goTo(page, 'tests');
  await page.getByRole('tab', { name: 'Problems 1' }).click();
  await expect(page.getByTestId('findings')).toContainText('evals/golden.jsonl:1');

  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Add a golden query' });
  await expect(dialog.getByRole('textbox', { name: 'Query' })).toBeFocused();
  await page.keyboard.type('greet the team');
  await page.keyboard.press('Tab');
  await page.keyboard.type('slack.send_m');
  await expect(page.getByRole('option', { name: 'slack.send_message' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'dialog');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type('greet');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'greet the team')).toContainText('slack.send_message');
  // The filter is through: what is edited is what is left.
  await expect(page.getByTestId('golden-row')).toHaveCount(1);
  const added = '{"query":"greet the team","relevant":["slack.send_message"]}\n';
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before + added);

  await page.keyboard.press('e');
  await page.getByRole('textbox', { name: 'Query' }).fill('greet everybody');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(rowOf(page, 'greet everybody')).toBeVisible();
  // A key goes into the dialog until it is gone.
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('t');
  await page.keyboard.press('Delete');
  await expect(rowOf(page, 'greet everybody')).toHaveCount(0);
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before);
  await page.keyboard.press('u');
  await expect(rowOf(page, 'greet everybody')).toBeVisible();
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before + added.replace('the team', 'everybody'));
});

test.describe('after a long time', () => {
  test.use({ ownClock: true });

  test('golden queries are on the screen and in the playground after a long time elsewhere', async ({ app }) => {
    const { page } = app;
    await page.clock.install();
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('77 tools');
    await page.keyboard.press('ControlOrMeta+,');
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached();
    await page.clock.fastForward('30:00');

    await goTo(page, 'tests');
    await expect(rowOf(page, 'file a bug about the broken checkout')).toBeVisible();

    await page.keyboard.press('ControlOrMeta+,');
    await page.clock.fastForward('30:00');
    await goTo(page, 'search');
    await page.keyboard.type('file a bug about the broken checkout');
    await expect(page.getByTestId('golden-line')).toBeVisible();
  });
});

test('the last run is on the screen after a reload', async ({ app: { page } }) => {
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  await page.keyboard.press('r');
  const figure = page.getByTestId('metrics').locator('[data-engine=pegboard]');
  await expect(figure).toContainText(/0\.\d{3}/);
  const text = await figure.textContent();
  await page.reload();
  await expect(figure).toHaveText(text ?? '');
});

test('the ranks under several engines are a heat map, misses first, and the keyboard goes through both', async ({
  app: { page },
}) => {
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  // Rows far down exist only near the window.
  const firstQueries = () =>
    page.getByTestId('golden-row').evaluateAll((all) => all.slice(0, 8).map((row) => row.dataset.query));
  const files = await firstQueries();
  await page.getByRole('button', { name: /^Engines/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'RFC, as printed' }).click();
  await page.keyboard.press('Escape');
  await page.getByTestId('evaluate-run').click();
  const table = page.getByTestId('golden-table');
  await expect(table.getByRole('columnheader')).toHaveText([
    'Query',
    'Expected tool',
    'Pegboard',
    'RFC, as printed',
    'Got instead',
  ]);
  const tones = (column: string) =>
    page
      .locator(`[data-testid=golden-row] [data-column="${column}"]`)
      .evaluateAll((all) => all.map((cell) => cell.dataset.tone));
  const order = ['missed', 'far', 'near', 'first'];
  const isSorted = (list: readonly (string | undefined)[]) =>
    list.every((tone, i) => i === 0 || order.indexOf(list[i - 1] ?? '') <= order.indexOf(tone ?? ''));
  expect((await tones('Pegboard'))[0]).toBe('missed');
  expect(isSorted(await tones('Pegboard'))).toBe(true);
  expect(isSorted(await tones('RFC, as printed'))).toBe(false);
  // A miss says so in words too.
  await expect(page.locator('[data-column=Pegboard][data-tone=missed]').first()).toHaveText('– not found');
  await expectAccessible(page, 'heat map');
  await shoot(page, 'heat');

  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('metrics').locator('[data-engine="rfc-literal"]')).toHaveAttribute(
    'data-shown',
    'true',
  );
  await expect.poll(async () => isSorted(await tones('RFC, as printed'))).toBe(true);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('metrics').locator('[data-engine=pegboard]')).toHaveAttribute('data-shown', 'true');
  await page.locator('[data-testid=golden-row] [data-column="RFC, as printed"]').first().click();
  await expect(page.getByTestId('metrics').locator('[data-engine="rfc-literal"]')).toHaveAttribute(
    'data-shown',
    'true',
  );
  await page.getByRole('switch', { name: 'Misses first' }).press('Space');
  await expect.poll(firstQueries).toEqual(files);
});

test('with Run on change a change of the catalog is measured by itself; the last runs are compared with what changed between', async ({
  app: { page, workspace },
}) => {
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  await page.keyboard.press('g');
  await expect(page.getByRole('switch', { name: 'Run on change' })).toBeChecked();
  // Nothing was measured yet: that is a change too.
  await expect(page.getByTestId('metrics')).toBeVisible();
  const miss = rowOf(page, 'find where we talked about the supplier').locator('[data-column=Pegboard]');
  await expect(miss).toHaveAttribute('data-tone', 'far');

  const yaml = join(workspace, 'pegboard.yaml');
  const overlay = '  slack.search_messages:\n    phrases: [where we talked about something]\n  slack.send_message:';
  writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('  slack.send_message:', overlay));
  await expect(miss).toHaveAttribute('data-tone', 'first');
  await expect(page.getByTestId('evaluate-stale')).toHaveCount(0);
  await page.keyboard.press('g');

  await page.keyboard.press('l');
  const runs = page.getByTestId('evaluation-runs').getByRole('listitem');
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toContainText('changed: 2 lines in pegboard.yaml, 1 tool');
  await expect(runs.last()).toContainText('first run');
  await runs
    .last()
    .getByRole('button', { name: /^Compare with the run at/ })
    .press('Enter');
  const difference = page.getByTestId('workspace-difference');
  await expect(difference).toContainText('phrases: [where we talked about something]');
  await expect(difference).toContainText('1 tool changed');
  await expect(page.getByTestId('comparison')).toContainText(/better [1-9]/);
  await expectAccessible(page, 'the last runs');
  await shoot(page, 'eval-runs');

  // The list is there after a reload, and an old run can be looked at again.
  await page.reload();
  await expect(runs).toHaveCount(2);
  await runs
    .last()
    .getByRole('button', { name: /^Open the run at/ })
    .click();
  await expect(miss).toHaveAttribute('data-tone', 'far');
  await expect(page.getByTestId('evaluate-stale')).toContainText('results belong to an earlier run');
});

test('golden queries are suggested by the catalog; a person adds one, takes that back, and dismisses one', async ({
  app: { page, workspace },
}) => {
  const golden = join(workspace, 'evals/golden.jsonl');
  const before = readFileSync(golden, 'utf8');
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  await page.keyboard.press('s');
  const dialog = page.getByRole('dialog', { name: 'Suggested golden queries' });
  const suggestions = dialog.getByTestId('golden-suggestion');
  await expect(suggestions.first()).toHaveAttribute('data-from', 'catalog');
  await expectAccessible(page, 'suggestions');
  await shoot(page, 'suggestions');
  const queryOf = async () => (await suggestions.first().locator('b').textContent()) ?? '';
  const added = await queryOf();
  await suggestions.first().getByRole('button', { name: /^Add / }).press('Enter');
  await expect.poll(() => readFileSync(golden, 'utf8').slice(before.length)).toContain(JSON.stringify(added));
  await expect(dialog.getByText(added, { exact: true })).toHaveCount(0);
  const dismissed = await queryOf();
  await suggestions
    .first()
    .getByRole('button', { name: /^Dismiss / })
    .click();
  await expect(dialog.getByText(dismissed, { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('u');
  await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before);
  await page.keyboard.press('s');
  await expect(dialog.getByText(added, { exact: true })).toBeVisible();
  await expect(dialog.getByText(dismissed, { exact: true })).toHaveCount(0);
});
