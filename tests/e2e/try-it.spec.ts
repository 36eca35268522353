import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { parseDocument } from 'yaml';
import { type App, expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

const project = resolve(import.meta.dirname, '../..');
const filesystem = join(project, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const answers = join(project, 'tests/fixtures/mcp-servers/answers.mjs');

/** The real filesystem server in the workspace, on a folder with one note. Returns the folder. */
async function importFilesystem(app: App): Promise<string> {
  const data = join(app.folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'note.txt'), 'a real file\n');
  expect(await app.cli('import', '--mcp', '--name', 'files', '--', process.execPath, filesystem, data)).toBe(0);
  return data;
}

async function importAnswers(app: App): Promise<void> {
  expect(await app.cli('import', '--mcp', '--name', 'answers', '--', process.execPath, answers)).toBe(0);
}

/** By keyboard alone: to the catalog, to the tool, into its first argument. */
async function tryTool(page: Page, name: string): Promise<void> {
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-count')).not.toContainText('of 0');
  await page.getByTestId('catalog-table').focus();
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  // Not before the filter is through: Home means the first row of what is shown.
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await expect(page.locator(`[data-tool="${name}"]`)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('r');
}

const argument = (page: Page, pointer: string): Locator =>
  page.locator(`[data-pointer="${pointer}"] :is(input, textarea, select)`).first();

test('the keyboard alone reads a real file through its server', async ({ app }) => {
  const { page } = app;
  const data = await importFilesystem(app);
  await tryTool(page, 'files.read_text_file');
  await expect(argument(page, '/path')).toBeFocused();
  await page.keyboard.type(join(data, 'note.txt'));
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('answer-text')).toHaveText('a real file');
  await expect(page.getByTestId('answer-tokens')).toHaveText('3 tokens (estimate)');
  await expect(page.getByTestId('answer-elapsed')).toHaveText(/^[\d,]+ ms$/);
  await expect(argument(page, '/path')).toBeFocused();

  // What was sent is offered again; the form and the answer are as they were left.
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('catalog-table')).toBeFocused();
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('tab', { name: 'Try it' }).click();
  await expect(page.getByTestId('answer-text')).toHaveText('a real file');
  await argument(page, '/path').fill('/nowhere');
  await page.getByRole('button', { name: 'Call' }).click();
  await expect(page.getByTestId('answer')).toContainText('The tool reported an error');
  await page.getByRole('button', { name: 'Fill in' }).click();
  await page.getByRole('menuitem').filter({ hasText: 'note.txt' }).click();
  await expect(argument(page, '/path')).toHaveValue(join(data, 'note.txt'));
});

test('an argument that does not fit is told at its field, and nothing is sent', async ({ app }) => {
  const { page } = app;
  await importAnswers(app);
  await tryTool(page, 'answers.echo');
  await expect(argument(page, '/count')).toHaveValue('3');
  await expect(argument(page, '/version')).toHaveValue('0');
  await argument(page, '/ratio').focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('argument-issues')).toContainText('title is required');
  await expect(argument(page, '/title')).toHaveAttribute('aria-invalid', 'true');
  await expect(argument(page, '/title')).toBeFocused();
  await page.keyboard.type('Notes');
  await expect(argument(page, '/title')).not.toHaveAttribute('aria-invalid', 'true');

  // Half a number is not sent; a list, an object, null and a choice are filled in by keyboard.
  await argument(page, '/count').fill('1.');
  await expect(page.locator('[data-pointer="/count"]')).toContainText('This is not a number');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('answer')).toHaveCount(0);
  await argument(page, '/count').fill('12');
  await argument(page, '/kind').selectOption('7');
  await page.getByRole('button', { name: 'send null' }).press('Enter');
  await page.locator('[data-pointer="/labels"]').getByRole('button').press('Enter');
  await expect(argument(page, '/labels/0')).toBeFocused();
  await page.keyboard.type('first');
  await page.locator('[data-pointer="/address"]').getByRole('button').press('Enter');
  await expect(argument(page, '/address/street')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('argument-issues')).toContainText('address.street is required');
  await expect(argument(page, '/address/street')).toBeFocused();
  await page.keyboard.type('Main\nStreet');

  const written = {
    count: 12,
    version: 'v1',
    title: 'Notes',
    kind: 7,
    note: null,
    labels: ['first'],
    address: { street: 'Main\nStreet' },
  };
  await page.getByText('JSON', { exact: true }).click();
  expect(JSON.parse(await page.getByTestId('arguments-json').inputValue())).toEqual(written);
  await page.getByTestId('arguments-json').fill(JSON.stringify({ ...written, either: { a: 1 }, more: [1, { b: 2 }] }));
  await page.getByText('Form', { exact: true }).click();
  await expect(argument(page, '/more')).toHaveValue(/"b": 2/);
  await page.keyboard.press('ControlOrMeta+Enter');
  const echoed = page.getByTestId('answer-json').first();
  await expect(echoed).toContainText('Structured content (the text has the same content)');
  expect(JSON.parse((await echoed.innerText()).replace(/^[^{]*/, ''))).toEqual({
    ...written,
    either: { a: 1 },
    more: [1, { b: 2 }],
  });
});

test('a call that may destroy something asks with exactly what will be sent', async ({ app }) => {
  const { page } = app;
  const data = await importFilesystem(app);
  const file = join(data, 'new.txt');
  await tryTool(page, 'files.write_file');
  await page.keyboard.type(file);
  await argument(page, '/content').fill('written\n');
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog', { name: 'This call may delete or overwrite something' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  expect(JSON.parse(await dialog.getByTestId('confirm-arguments').innerText())).toEqual({
    path: file,
    content: 'written\n',
  });
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(existsSync(file)).toBe(false);

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('answer')).toContainText('Successfully wrote');
  expect(readFileSync(file, 'utf8')).toBe('written\n');
});

test('a cloned workspace starts nothing before somebody agrees', async ({ app }) => {
  const { page } = app;
  await importAnswers(app);
  const clone = join(app.folder, 'clone');
  // As git clones: without the index, whose files come and go.
  const isIndex = (path: string) => path.includes('.pegboard');
  cpSync(app.workspace, clone, { recursive: true, filter: (path) => !isIndex(path.slice(app.workspace.length)) });
  await page.keyboard.press('ControlOrMeta+O');
  await page.getByLabel('Folder').fill(clone);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('workspace-menu')).toContainText('clone');
  await tryTool(page, 'answers.json');
  await page.keyboard.press('ControlOrMeta+Enter');
  const dialog = page.getByRole('dialog', { name: 'Start this server?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog).toContainText(process.execPath);
  await expect(dialog).toContainText(answers);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('answer')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+Enter');
  await dialog.getByRole('button', { name: 'Agree and start' }).press('Enter');
  await expect(page.getByTestId('answer-json')).toContainText('"a"');
  // Once is enough.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('answer-json')).toContainText('"a"');
  await expect(dialog).toBeHidden();
});

test('a server that dies is reported, one that is silent can be left, a file has no server', async ({ app }) => {
  const { page } = app;
  await importAnswers(app);
  await tryTool(page, 'answers.dies');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('error-notice')).toContainText('The server failed');
  await expect(page.getByTestId('error-notice')).toContainText('exit code 3');
  await expect(page.getByTestId('call-stderr')).toContainText('out of luck');

  await tryTool(page, 'answers.waits');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('call-running')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByTestId('call-running')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Call' })).toBeFocused();
  await expect(page.getByTestId('error-notice')).toHaveCount(0);

  await tryTool(page, 'github.create_issue');
  await expect(page.getByTestId('try-it-no-server')).toContainText('pegboard import --mcp --name github');
});

test('answers are shown for what they are: no link, no markup, little of what is long', async ({ app }) => {
  const { page } = app;
  await importAnswers(app);
  await tryTool(page, 'answers.link');
  await page.keyboard.press('ControlOrMeta+Enter');
  const answer = page.getByTestId('answer');
  await expect(answer).toContainText('javascript:alert(1)');
  await expect(answer.getByText('U+202E', { exact: true })).toBeVisible();
  await expect(answer).toContainText('<b>bold</b>');
  await expect(answer.locator('a, b')).toHaveCount(0);

  await tryTool(page, 'answers.image');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer.locator('img')).toHaveJSProperty('naturalWidth', 1);
  await tryTool(page, 'answers.vector');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer).toContainText('Image (not shown)');

  await tryTool(page, 'answers.long');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(answer.getByRole('button', { name: 'Show all (1,000,000 characters)' })).toBeVisible();
  expect((await answer.innerText()).length).toBeLessThan(10_000);
});

test('a tool that the table lacks is told why', async ({ app }) => {
  const { page } = app;
  appendFileSync(join(app.workspace, 'pegboard.yaml'), '\npolicy: {denied_tools: [github.create_issue]}\n');
  await expect(page.getByTestId('status-bar')).toContainText('76 tools');
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('github.create_issue');
  await expect(page.getByTestId('why-not-there')).toContainText('The workspace policy denies github.create_issue');
  await page.getByTestId('catalog-filter').fill('github.create_branch');
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await page.getByTestId('source-tree').locator('[data-node="source:github"]').click();
  await page.getByTestId('catalog-filter').fill('tasks.spawn');
  await expect(page.getByTestId('why-not-there')).toContainText('the filters hide it');
});

test('every rule about the mode of a tool is told with its place, and each tool with its mode and what decided it (R15.04, R19.07)', async ({
  app: { page, workspace },
}) => {
  // One tool, or more, for each rule: a pattern, a list of the source, a default of the source, a declaration, and neither.
  const config = join(workspace, 'pegboard.yaml');
  const file = parseDocument(readFileSync(config, 'utf8'));
  file.setIn(['overlays', 'weather.forecast', 'loading_mode'], 'always');
  const sources = (file.toJS() as { sources: { name: string }[] }).sources.map(({ name }) => name);
  file.setIn(['sources', sources.indexOf('slack'), 'default_loading_mode'], 'always');
  file.setIn(['sources', sources.indexOf('github'), 'always_loaded_tools'], ['create_issue', 'get_issue']);
  writeFileSync(config, String(file));
  await expect(page.getByTestId('status-bar')).toContainText('27 always loaded');
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.getByTestId('status-prompt').click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.locator('[data-facet=reason] label').first()).toHaveText(/^pattern tasks\.\*11$/);
  await page.locator('[data-tool^="tasks."]').first().click();
  await page.locator('summary', { hasText: 'rules, in order' }).press('Enter');
  const rules = page.getByTestId('mode-rules').getByRole('listitem');
  await expect(rules).toHaveCount(8);
  await expect(rules.nth(1)).toContainText('tasks.*');
  await expect(rules.nth(1)).toContainText('decides');
  await expect(rules.nth(1)).toContainText('always_loaded_patterns[0]');
  await expect(rules.last()).toContainText('overridden');

  // The filter that the status bar leads to has every tool of the prompt, by what keeps it there.
  await expect(page.locator('[data-facet=reason] label')).toHaveText([
    'pattern tasks.*11',
    'source slack11',
    'declaration3',
    'mode lists of github2',
  ]);
  await expect(page.getByTestId('catalog-count')).toContainText('27');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Mode decided by' }).click();
  await page.keyboard.press('Escape');
  for (const [tool, mode, why] of [
    ['tasks.spawn', 'A', 'pattern tasks.*'],
    ['github.create_issue', 'A', 'mode lists of github'],
    ['slack.send_message', 'A', 'source slack'],
    ['weather.forecast', 'A', 'declaration'],
    ['orders.refund', 'D', 'workspace'],
  ] as const) {
    await page.getByTestId('catalog-filter').fill(tool);
    const cell = (column: string) => page.locator(`[data-tool="${tool}"] td[data-column=${column}]`);
    await expect(cell('mode')).toHaveText(mode);
    await expect(cell('reason')).toHaveText(why);
  }
});

test('the tokens of the table are those of the estimator that is chosen', async ({ app: { page } }) => {
  await goTo(page, 'tools');
  await expect(page.getByRole('columnheader', { name: 'Tokens (estimate)' })).toBeVisible();
  const figures = page.locator('td[data-column=tokens]');
  await expect(figures.first()).toHaveText(/\d/);
  const estimates = await figures.allInnerTexts();
  await page.getByText('o200k', { exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Tokens (o200k)' })).toBeVisible();
  await expect(figures.first()).toHaveText(/^[\d,]+$/);
  expect(await figures.allInnerTexts()).not.toEqual(estimates);
  await expect(page.getByTestId('catalog-count')).toContainText(/[\d,]+ tokens \(o200k\)/);
});

test('has no serious violation in the form, its problems and an answer', async ({ app }) => {
  const { page } = app;
  await importAnswers(app);
  await tryTool(page, 'answers.echo');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('argument-issues')).toBeVisible();
  await expectAccessible(page, 'issues');
  await page.keyboard.type('Notes');
  await page.locator('[data-pointer="/labels"]').getByRole('button').press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('answer')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in' }).first().click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'answer and menu');
});

test('has no serious violation in its questions and in the rules', async ({ app }) => {
  const { page } = app;
  const data = await importFilesystem(app);
  await tryTool(page, 'files.write_file');
  await page.keyboard.type(join(data, 'new.txt'));
  await argument(page, '/content').fill('x');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('confirm-call')).toBeVisible();
  await expectAccessible(page, 'confirmation');
  await page.keyboard.press('Escape');
  await page.getByText('JSON', { exact: true }).click();
  await page.getByRole('tab', { name: 'About' }).click();
  await page.locator('summary', { hasText: 'rules, in order' }).click();
  await expectAccessible(page, 'rules');
});
