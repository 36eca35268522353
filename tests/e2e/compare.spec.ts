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
  const query = page.getByTestId('compare-query');
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
  // The eighth is the last that the playground shows too.
  for (const key of ['End', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
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

  // Enter explains the chosen tool in the playground.
  await column('seed-bm25').getByRole('listbox').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('query')).toHaveValue(golden.query);
  await expect(page.getByRole('option', { selected: true })).toHaveAttribute('data-tool', tool);
});
