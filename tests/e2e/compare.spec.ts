import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('engines are compared by the keyboard alone, in both themes', async ({ app }) => {
  const { page, workspace } = app;
  mkdirSync(join(workspace, 'evals'), { recursive: true });
  const golden = { query: 'comment on an issue', relevant: ['github.add_issue_comment'] };
  writeFileSync(join(workspace, 'evals/side-by-side.jsonl'), `${JSON.stringify(golden)}\n`);

  await goTo(page, 'compare');
  const query = page.getByTestId('query');
  await expect(query).toBeFocused();
  await expectAccessible(page, 'blank');
  await page.keyboard.type(golden.query);
  const column = (engine: string) => page.locator(`[data-testid=compare-column][data-engine=${engine}]`);
  await expect(page.getByTestId('compare-column')).toHaveCount(11);
  await expect(page.getByText('emulated', { exact: true }).first()).toBeVisible();
  // The right answer is marked where it is found, and said to be missing where it is not.
  const right = column('pegboard')
    .getByTestId('compare-hit')
    .filter({ has: page.getByTestId('compare-right') });
  await expect(right).toHaveAttribute('data-tool', 'github.add_issue_comment');
  await expect(column('docker-mcp')).toContainText('No results.');
  await expect(column('docker-mcp')).toContainText('github.add_issue_comment is expected, but it was not found.');

  // Into the first list: its first tool is marked in every list that has it. Far down, and over to the neighbours.
  await page.keyboard.press('ArrowDown');
  await expect(column('pegboard').getByRole('listbox')).toBeFocused();
  const marked = column('vercel-ai').getByRole('option', { selected: true });
  await expect(marked).toHaveAttribute('data-tool', 'github.add_issue_comment');
  // The limit of the query is that of every list: the eighth is the last.
  await page.keyboard.press('End');
  const chosen = column('pegboard').getByRole('option', { selected: true });
  await expect(chosen).toHaveAttribute('id', /-7$/);
  const tool = (await chosen.getAttribute('data-tool')) ?? '';
  for (const engine of ['rfc', 'rfc-literal', 'seed-bm25']) {
    await page.keyboard.press('ArrowRight');
    await expect(column(engine).getByRole('listbox')).toBeFocused();
  }
  await expect(column('rfc').getByTestId('compare-missing').filter({ hasText: tool })).toContainText('not found.');
  await expectAccessible(page, 'columns');

  // Engines come and go by the palette.
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('hide the engine plain regex');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Plain regex');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('compare-column')).toHaveCount(10);

  // Enter explains the chosen tool among the results of Pegboard.
  await column('seed-bm25').getByRole('listbox').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('query')).toHaveValue(golden.query);
  await expect(page.getByRole('option', { selected: true })).toHaveAttribute('data-tool', tool);
});

test('what was typed right before another place was chosen is there again with Back', async ({ app: { page } }) => {
  const query = page.getByTestId('query');
  await page.keyboard.type('c');
  await expect(page).toHaveURL(/#\/search\/c$/);
  await page.keyboard.type('omment');
  await page.keyboard.press('Alt+2');
  await expect(page).toHaveURL(/#\/tools$/);
  await page.goBack();
  await expect(page).toHaveURL(/#\/search\/comment$/);
  await expect(query).toHaveValue('comment');
});

test('engines and skills are turned on and off beside one query, and addresses, Back and Forward follow', async ({
  app: { page },
}) => {
  const query = page.getByTestId('query');
  const engines = page.getByRole('button', { name: 'Engines side by side' });
  const skills = page.getByRole('button', { name: 'Skills', exact: true }).and(page.locator('[aria-pressed]'));
  await page.keyboard.type('comment on an issue');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Include always-loaded tools' }).check();
  await query.focus();

  await page.keyboard.press('Alt+C');
  await expect(engines).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByTestId('compare-column')).toHaveCount(11);
  await expect(page).toHaveURL(/#\/compare\/comment%20on%20an%20issue$/);
  // What is asked, and where the keyboard stands, stay.
  await expect(query).toBeFocused();
  await expect(query).toHaveValue('comment on an issue');
  await expect(page.getByRole('checkbox', { name: 'Include always-loaded tools' })).toBeChecked();
  await expect(page.getByText('over 77 tools')).toBeVisible();
  await skills.click();
  await expect(page.getByTestId('skill').first()).toBeVisible();
  await expect(page.getByTestId('compare-column')).toHaveCount(11);
  await expectAccessible(page, 'engines and skills');

  await query.fill('file a bug');
  await expect(page).toHaveURL(/#\/compare\/file%20a%20bug$/);
  await page.goBack();
  await expect(engines).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await expect(page.getByTestId('model-json')).toBeVisible();
  await expect(page.getByTestId('skill').first()).toBeVisible();
  await page.goForward();
  await expect(engines).toHaveAttribute('aria-pressed', 'true');
  await expect(query).toHaveValue('file a bug');
  await engines.click();
  await skills.click();
  await expect(page.getByTestId('skills')).toHaveCount(0);
  await expect(page.getByTestId('result').first()).toBeVisible();
  // An address of the old screen leads to the new place.
  await goTo(page, 'compare/send%20a%20message');
  await expect(query).toHaveValue('send a message');
  await expect(page.getByTestId('compare-hit').first()).toBeVisible();
});
