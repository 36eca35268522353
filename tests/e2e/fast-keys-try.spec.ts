import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerLate } from './answer-late.ts';
import { expect, goTo, test } from './app.ts';
import { pressTogether } from './press-together.ts';

const answers = resolve(import.meta.dirname, '../fixtures/mcp-servers/answers.mjs');

test('keys within one frame, answered late: the tool that an arrow chose is the one that is called', async ({
  app,
}) => {
  const { page } = app;
  expect(await app.cli('import', '--mcp', '--name', 'answers', '--', process.execPath, answers)).toBe(0);
  await answerLate(page, 1);
  await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-table')).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('answers.');
  await expect(page.locator('[data-tool="answers.plain"]')).toBeVisible();
  await page.locator('[data-tool="answers.fails"]').click();
  await page.getByTestId('catalog-table').focus();
  await page.keyboard.press('r');
  await expect(page.getByTestId('try-it')).toBeVisible();
  await page.getByTestId('catalog-table').focus();
  const tools = await page
    .getByTestId('tool-row')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-tool')));
  const way = tools.indexOf('answers.plain') - tools.indexOf('answers.fails');
  const arrow = way < 0 ? 'ArrowUp' : 'ArrowDown';
  await pressTogether(page, [...Array(Math.abs(way)).fill(arrow), 'Control+Enter']);
  await expect(page.getByRole('heading', { name: 'answers.plain' })).toBeVisible();
  await expect(page.getByTestId('answer').or(page.getByRole('dialog'))).toBeVisible();
});

test('keys within one frame, answered late: advice is followed on the screen that the key before opens', async ({
  app: { page, workspace },
}) => {
  const file = join(workspace, 'pegboard.yaml');
  const on = readFileSync(file, 'utf8');
  writeFileSync(file, on.replace('enabled: true', 'enabled: false'));
  await answerLate(page, 2);
  await expect(page.getByTestId('discovery-advice')).toBeVisible();
  await goTo(page, 'costs');
  await expect(page.getByTestId('discovery-advice')).toBeHidden();
  await pressTogether(page, ['Alt+2', 'Alt+o']);
  await expect.poll(() => readFileSync(file, 'utf8')).toBe(on);
});
