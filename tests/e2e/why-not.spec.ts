import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test('a tool that is not found is asked about, lifted and put back by the keyboard', async ({
  app: { page, workspace },
}) => {
  const file = join(workspace, 'pegboard.yaml');
  const before = readFileSync(file, 'utf8');
  const reason = page.getByTestId('why-not-reason');

  await page.keyboard.type('tell the team about a delayed parcel');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await page.keyboard.press('Alt+W');
  await expect(page.getByTestId('why-not-tool')).toBeFocused();
  await page.keyboard.type('slack send_me');
  await expect(page.getByRole('option', { name: 'slack.send_message', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(reason).toHaveAttribute('data-reason', /^(cut_by_limit|ranked_behind)$/);
  await expect(page.getByTestId('why-not-words')).toContainText('function word, ignored');
  await expect(page.getByTestId('why-not-ahead')).toContainText('shipping.track_parcel');
  const first = page.getByTestId('suggestion').first();
  await expect(first).toContainText(/^\d+ → 1/);
  await expect(first).toContainText('golden');
  await expectAccessible(page, 'answer');

  // Applied by a key: the file says it, the results follow, the answer too.
  await page.keyboard.press('Alt+Y');
  await expect(page.getByTestId('result').first()).toContainText('slack.send_message');
  await expect(reason).toHaveAttribute('data-reason', 'found');
  const edited = readFileSync(file, 'utf8');
  expect(edited).not.toBe(before);
  expect(edited).toContain('# An overlay curates a tool without touching its source.');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(reason).toHaveAttribute('data-reason', /^(cut_by_limit|ranked_behind)$/);
  expect(readFileSync(file, 'utf8')).toBe(before);

  // A name that nobody has, then the way from the catalog, with one that waits on the board.
  await page.keyboard.press('Alt+W');
  await page.keyboard.type('slack.send_mesage');
  await page.keyboard.press('Enter');
  await expect(reason).toContainText('Did you mean slack.send_message');
  await page.keyboard.press('Alt+W');
  await page.keyboard.type('slack.send_message');
  await expect(page.getByRole('option', { name: 'slack.send_message', exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'slack.send_message', exact: true })).toBeHidden();
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('tasks.cancel_group');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(page.getByRole('row', { selected: true })).toContainText('tasks.cancel_group');
  await page.keyboard.press('w');
  await expect(page.getByTestId('why-not-tool')).toHaveValue('tasks.cancel_group');
  await expect(reason).toHaveAttribute('data-reason', 'always_loaded');
  await expect(page.getByTestId('no-suggestion')).toContainText('loading_mode: deferred');
  await expectAccessible(page, 'on the board');
});
