import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ startScreen: 'use', contextOptions: { reducedMotion: 'reduce' } });

/** Allows the month of use that the demo comes with, and waits for its figures. */
async function readDemo(page: Page): Promise<void> {
  await page.locator('[data-origin=jsonl]').getByRole('button', { name: 'Read the logs of JSON Lines' }).press('Enter');
  await expect(page.getByTestId('use-headline')).toContainText('420 sessions');
}

test('a log is read by consent, its overview says what is used, and forgetting removes it, in both themes', async ({
  app: { page },
}) => {
  const figures = page.getByTestId('use-figures');
  await expect(figures).toContainText('Pegboard has read no log yet');
  const log = page.locator('[data-origin=jsonl]');
  await expect(log).toHaveAttribute('data-allowed', 'false');
  await expect(log).toContainText('1 file');
  await expectAccessible(page, 'no log');

  await readDemo(page);
  await expect(page.getByTestId('use-headline')).toHaveText(
    /^\d+ of 77 tools were used in 30 days, in [\d,]+ calls and 420 sessions\.$/,
  );
  await expect(page.getByTestId('use-waste')).toContainText(/\d+ tools, [\d,]+ tokens in every prompt/);
  await expect(page.getByTestId('use-days').locator('> *')).toHaveCount(30);
  await expect(page.getByTestId('use-clients')).toContainText('shop-assistant');
  await expectAccessible(page, 'overview');

  await page.keyboard.press('l');
  await log.getByRole('button', { name: 'Forget JSON Lines' }).press('Enter');
  await expect(log).toHaveAttribute('data-allowed', 'false');
  await page.keyboard.press('v');
  await expect(figures).toContainText('Pegboard has read no log yet');
});

test('every figure leads to its events, and an event to its session and its tool, by keyboard', async ({
  app: { page },
}) => {
  await readDemo(page);
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/#\/use\/tools$/);
  const refund = page.getByTestId('use-tools').locator('tr[data-tool="orders.refund"]');
  const failed = refund.getByRole('button', { name: /^Show the events of orders\.refund, Failed/ });
  const count = Number(await failed.innerText());
  expect(count).toBeGreaterThan(3);
  await failed.press('Enter');
  const events = page.getByTestId('use-events');
  await expect(page.getByTestId('use-figure')).toHaveText('orders.refund, Failed');
  await expect(events).toHaveAttribute('aria-rowcount', String(count + 1));
  await expect(page.getByTestId('use-never')).toContainText('tasks.seal_group');

  await page.keyboard.press('e');
  await page.keyboard.press('Home');
  await expect(page.getByTestId('use-event-details')).toContainText('JSON Lines');
  await page.keyboard.press('i');
  await expect(page.getByTestId('use-figure')).toHaveText(/^Session /);
  await expect(events.locator('tr[data-kind=search]').first()).toBeVisible();
  await expectAccessible(page, 'tools');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/#\/tools\/orders\.refund$/);
  await page.goBack();
  await expect(page.getByTestId('use-figure')).toHaveText(/^Session /);
  await page.keyboard.press('a');
  await expect(page.getByTestId('use-figure')).toHaveText('All events');
});

test('sources, searches and pairs have a picture and a table each, in both themes', async ({ app: { page } }) => {
  await readDemo(page);
  for (const [key, testId, words] of [
    ['s', 'use-sources', 'tasks'],
    ['q', 'use-empty-queries', 'print a shipping label'],
    ['w', 'use-matrix', 'customers.find'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByTestId(testId)).toContainText(words);
    await expectAccessible(page, testId);
  }
  await page.keyboard.press('n');
  await expect(page.getByTestId('use-figures')).toContainText('Every called name is a tool of the catalog.');
});

test('filters hold for figures and events; older events follow a page at a time', async ({ app: { page } }) => {
  await readDemo(page);
  const headline = page.getByTestId('use-headline');
  const events = page.getByTestId('use-events');
  await page.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: 'cursor' }).click();
  await expect(page.getByTestId('use-clients').locator('tbody tr')).toHaveCount(1);
  await expect(headline).not.toContainText('420 sessions');
  await page.keyboard.press('Escape');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('c');
  await expect(headline).toContainText('420 sessions');
  await expect(events).toHaveAttribute('aria-rowcount', '101');
  await page.keyboard.press('m');
  await expect(events).toHaveAttribute('aria-rowcount', '201');
});

test('a proposal is judged on unseen sessions; some of it is applied and undone, on Use and in the tuner', async ({
  app: { page, workspace },
}) => {
  const config = join(workspace, 'pegboard.yaml');
  const before = readFileSync(config, 'utf8');
  await readDemo(page);
  await page.keyboard.press('p');
  const proposal = page.getByTestId('board-proposal');
  await proposal.getByRole('button', { name: 'Look for a better choice' }).press('Enter');
  await expect(page.getByTestId('board-verdict')).toHaveAttribute('data-verdict', 'better');
  const unseen = page.getByTestId('board-gains').locator('[data-sample=unseen] td');
  expect(Number((await unseen.first().innerText()).replaceAll(',', ''))).toBeGreaterThan(0);
  await expect(unseen.nth(1)).toHaveText(/^[\d,.]+ to [\d,.]+$/);
  const moves = page.getByTestId('board-moves');
  await expect(moves.locator('[data-tool="customers.find"]')).toHaveAttribute('data-to', 'always');
  await expect(moves.locator('[data-tool="tasks.seal_group"]')).toHaveAttribute('data-to', 'deferred');
  await expectAccessible(page, 'proposal');

  // The calls of a tool lead to their events; a change that is not ticked is not applied.
  await moves.locator('[data-tool="customers.find"]').getByRole('button').press('Enter');
  await expect(page.getByTestId('use-figure')).toHaveText('customers.find');
  await moves.getByRole('checkbox', { name: 'tasks.seal_group' }).press('Space');
  await proposal.getByRole('button', { name: /^Apply \d+ of \d+ changes$/ }).press('Enter');
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('customers.find');
  // It had been loaded by a pattern of all tasks.
  expect(readFileSync(config, 'utf8')).toContain('- tasks.seal_group');
  await expect(page.getByTestId('status-bar')).not.toContainText('13 always loaded');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readFileSync(config, 'utf8')).toBe(before);

  await page.keyboard.press('Alt+t');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog', { name: 'Always-loaded tools: a proposal from use' });
  await dialog.getByRole('button', { name: 'Look for a better choice' }).press('Enter');
  await dialog.getByRole('button', { name: /^Apply \d+ changes$/ }).press('Enter');
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('customers.find');
});

test('a named file is read after consent; broken lines and unknown names are listed with what to do', async ({
  app: { page, write },
}) => {
  const lines = [
    {
      time: new Date().toISOString(),
      session: 'a',
      query: 'file a bug',
      found: ['github.create_issue'],
      tool: 'mcp__github__create_issue',
      ok: true,
    },
    { time: new Date().toISOString(), session: 'a', tool: 'mcp__jira__create_ticket', ok: true },
  ];
  const path = write('own.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot a line\n`);
  await page.keyboard.press('l');
  const log = page.locator('[data-origin=jsonl]');
  await log.getByText('Read another file or folder').press('Enter');
  await log.getByRole('textbox').fill(path);
  await log.getByRole('textbox').press('Enter');
  await expect(log).toContainText('1 line could not be read');
  await expect(log).toContainText('own.jsonl:3');
  await page.keyboard.press('Escape');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('n');
  const names = page.getByTestId('use-names');
  await expect(names).toContainText('mcp__jira__create_ticket');
  await expect(names).toContainText('Add the server as a source');
  await names.getByRole('button').press('Enter');
  await expect(page.getByTestId('use-events')).toHaveAttribute('aria-rowcount', '2');
  await page.keyboard.press('t');
  await expect(page.getByTestId('use-tools')).toContainText('github.create_issue');
});

test('the screen keeps its state with its workspace, and a link opens a tab', async ({ app: { page } }) => {
  await page.keyboard.press('q');
  await expect(page).toHaveURL(/#\/use\/searches$/);
  await goTo(page, 'tools');
  await page.keyboard.press('Alt+q');
  await expect(page.getByRole('tab', { name: 'Searches' })).toHaveAttribute('aria-selected', 'true');
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Searches' })).toHaveAttribute('aria-selected', 'true');
});

test('golden queries from use come one by one: accepted, reworded, skipped and undone by keyboard, in both themes', async ({
  app: { page, workspace },
}) => {
  await readDemo(page);
  await page.keyboard.press('g');
  await expect(page).toHaveURL(/#\/use\/golden$/);
  const [left, words] = [page.getByTestId('use-golden-left'), page.getByTestId('use-golden-words')];
  await expect(left).toHaveText(/^\d+ proposals left$/);
  const count = Number.parseInt(await left.innerText(), 10);
  const first = await words.inputValue();
  await expectAccessible(page, 'golden');

  await page.keyboard.press('x');
  await expect(left).toHaveText(`${count - 1} proposals left`);
  const second = await words.inputValue();
  const tool = await page.getByTestId('use-golden-tool').innerText();
  await page.keyboard.press('y');
  await expect(left).toHaveText(`${count - 2} proposals left`);
  const lines = () => readFileSync(join(workspace, 'evals/golden.jsonl'), 'utf8');
  expect(lines()).toContain(JSON.stringify({ query: second, relevant: [tool] }));

  const third = await words.inputValue();
  await page.keyboard.press('d');
  await expect(words).toBeFocused();
  await words.fill('quastel in my own words');
  await page.keyboard.press('Enter');
  await expect(left).toHaveText(`${count - 3} proposals left`);
  expect(lines()).toContain('"quastel in my own words"');
  expect(lines()).not.toContain(JSON.stringify(third));
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(lines).not.toContain('quastel');
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(lines).not.toContain(JSON.stringify(second));
  await expect(words).toHaveValue(second);
  await page.keyboard.press('k');
  await expect(words).toHaveValue(first);
});

test('shorter schemas and shorter descriptions of skills are proposed, ticked, applied and undone, in both themes', async ({
  app: { page, workspace },
}) => {
  const config = join(workspace, 'pegboard.yaml');
  const tool = {
    name: 'extra.note',
    description: 'Writes a note.',
    input_schema: { type: 'object', properties: { note_text: { type: 'string', title: 'Note Text' } }, required: [] },
  };
  writeFileSync(join(workspace, 'sources/extra.jsonl'), JSON.stringify(tool));
  const words = Array.from({ length: 12 }, (_, i) => `Sentence ${i} says something more about what the skill is for.`);
  mkdirSync(join(workspace, 'own'));
  const skill = (i: number) => join(workspace, `own/s${i}.skill.yaml`);
  for (let i = 0; i < 14; i++) {
    writeFileSync(skill(i), `name: s${i}\ntrigger: When ${i}\ndescription: ${words.join(' ')}\nsteps: [Do it.]\n`);
  }
  const before = readFileSync(config, 'utf8')
    .replace('sources:\n', 'sources:\n  - {name: extra, path: sources/extra.jsonl, format: tools_jsonl}\n')
    .replace('  skill_packs:\n', '  skill_packs:\n    - {name: own, path: own}\n');
  const skillBefore = readFileSync(skill(3), 'utf8');
  writeFileSync(config, before);
  await expect(page.getByTestId('status-bar')).toContainText('78 tools');
  await readDemo(page);
  await page.keyboard.press('p');

  const schemas = page.getByTestId('schemas-proposal');
  await schemas.getByRole('button', { name: 'Look for shorter schemas' }).press('Enter');
  await expect(page.getByTestId('schemas-verdict')).toHaveAttribute('data-verdict', 'shorter');
  await expect(schemas.locator('[data-tool="extra.note"]')).toContainText('repeated titles (1), empty keywords (1)');
  await expectAccessible(page, 'schemas');
  await schemas.getByRole('checkbox', { name: 'extra.note' }).press('Space');
  await expect(schemas.getByRole('button', { name: 'Apply 0 of 1 change' })).toBeDisabled();
  await schemas.getByRole('checkbox', { name: 'extra.note' }).press('Space');
  await schemas.getByRole('button', { name: 'Apply all of it' }).press('Enter');
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('shorter_schema: plain');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readFileSync(config, 'utf8')).toBe(before);

  const skills = page.getByTestId('skills-proposal');
  await skills.getByRole('button', { name: 'Look at the skills' }).press('Enter');
  await expect(page.getByTestId('skills-verdict')).toHaveAttribute('data-verdict', 'better');
  await expectAccessible(page, 'skills');
  await skills.getByRole('checkbox', { name: 's4', exact: true }).press('Space');
  await skills.getByRole('button', { name: /^Apply \d+ of \d+ changes$/ }).press('Enter');
  await expect.poll(() => readFileSync(skill(3), 'utf8').length).toBeLessThan(skillBefore.length);
  expect(readFileSync(skill(4), 'utf8')).toBe(skillBefore.replaceAll('s3', 's4').replace('When 3', 'When 4'));
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readFileSync(skill(3), 'utf8')).toBe(skillBefore);
});

test('words from searches are proposed as one change, applied and undone by keyboard, in both themes', async ({
  app: { page, workspace, write },
}) => {
  // A team has a word of its own for an issue, and no text of the catalog has it.
  const rest = ['the lamp', 'the cart', 'our search', 'a crash', 'the login', 'the invoice', 'a slow page', 'the menu'];
  const lines = Array.from({ length: 64 }, (_, i) => ({
    time: new Date(Date.now() - i * 3_600_000).toISOString(),
    session: `s${i}`,
    query: `brumble ${rest[i % rest.length]}`,
    found: ['github.search_issues'],
    tool: 'github.create_issue',
    ok: true,
  }));
  const path = write('own.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  const config = join(workspace, 'pegboard.yaml');
  const before = readFileSync(config, 'utf8');
  await page.keyboard.press('l');
  const log = page.locator('[data-origin=jsonl]');
  await log.getByText('Read another file or folder').press('Enter');
  await log.getByRole('textbox').fill(path);
  await log.getByRole('textbox').press('Enter');
  await expect(log).toContainText('128 events kept');
  await page.keyboard.press('Escape');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('p');

  const texts = page.getByTestId('texts-proposal');
  await texts.getByRole('button', { name: 'Look for words' }).press('Enter');
  await expect(page.getByTestId('texts-verdict')).toHaveAttribute('data-verdict', 'better');
  await expect(texts.locator('[data-tool="github.create_issue"]')).toContainText('brumble');
  await expectAccessible(page, 'texts');
  await texts.getByRole('button', { name: 'Apply all of it' }).press('Enter');
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('brumble');
  await page.getByTestId('use-figures').focus();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => readFileSync(config, 'utf8')).toBe(before);
});

test('where no log was read, a button leads to the logs', async ({ app: { page } }) => {
  await page.getByTestId('use-figures').getByRole('button', { name: 'Choose logs' }).click();
  await expect(page.getByRole('tab', { name: 'Logs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/#\/use\/logs$/);
  await expect(page.locator('[data-origin=jsonl]')).toContainText(/1 file, \d+(\.\d)? k?M?B/);
});
