import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { Simulation } from '#shared/domain/simulation.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { type App, expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';
import { shoot } from './shoot.ts';
import { unsourcedFigures } from './unsourced-figures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What `pegboard simulate --format json` prints. */
async function simulated({ workspace, folder }: App, scenario: string): Promise<Simulation> {
  const asked = ['--workspace', workspace, 'simulate', join(workspace, scenario), '--format', 'json'];
  const env = { ...process.env, PEGBOARD_HOME: join(folder, 'home') };
  const { stdout } = await promisify(execFile)(process.execPath, [pegboardBin, ...asked], { env, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Simulation;
}

/** Goes to the simulator, and down its list to a scenario. */
async function chooseScenario(page: Page, path: string): Promise<void> {
  await expect(page.locator(`[data-scenario="${path}"]`)).toBeVisible();
  await page.keyboard.press('l');
  const chosen = page.locator('[data-scenario][aria-pressed=true]');
  await expect(chosen).toBeFocused();
  const paths = await page
    .locator('[data-scenario]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-scenario')));
  const steps = paths.indexOf(path) - paths.indexOf(await chosen.getAttribute('data-scenario'));
  for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps < 0 ? 'ArrowUp' : 'ArrowDown');
  await expect(page.locator(`[data-scenario="${path}"]`)).toBeFocused();
  await expect(page.locator(`[data-path*="${path}"]`)).toBeVisible();
}

async function chooseSecond(page: Page, name: string): Promise<void> {
  await page.keyboard.press('c');
  const field = page.getByRole('combobox', { name: 'Second profile, to compare with' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name: new RegExp(`^${name}( |$)`) });
  // Where one chooses, the list says what each profile is for.
  await expect(option.locator('.dim')).not.toBeEmpty();
  await takeOption(page, option);
  await expect(field).toHaveValue(name);
}

const count = (value: number | undefined) => (value ?? Number.NaN).toLocaleString('en-US');
const figure = (page: Page, name: string) => page.locator(`[data-testid=lane-figures] [data-figure="${name}"]`);
const state = (page: Page) => page.getByTestId('run-state');

test('the shipped scenario is played, scrubbed to the activation, and says what the command line says, by keyboard', async ({
  app,
}) => {
  const { page } = app;
  const triage = 'scenarios/triage.scenario.yaml';
  const printed = await simulated(app, triage);
  await goTo(page, 'runs');
  await chooseScenario(page, triage);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'passed');

  // To the activation, and the step after it, whose prompt has the new tool.
  await page.keyboard.press('j');
  await expect(page.getByTestId('step-title')).toHaveText('1.2 github.search_issues');
  await expect(page.getByTestId('activated')).toContainText('github.search_issues');
  await expect(page.getByTestId('step-events')).toContainText('tool_activated');
  await page.keyboard.press('ArrowRight');
  const block = page.getByTestId('step-prompt').locator('[data-block=available_tools]');
  await expect(block.locator('[data-kind=added]')).toContainText('- name: github.search_issues');
  await expect(block).toHaveAttribute('data-change', 'changed');
  await page.keyboard.press('3');
  await expect(page.getByTestId('visible-tools')).toHaveAttribute(
    'data-count',
    String(printed.steps[2]?.visible.length),
  );
  await page.keyboard.press('4');
  await expect(page.getByTestId('messages').locator('li').last()).toContainText('Checkout fails with two vouchers');

  // The same numbers, step by step, by both estimators.
  await page.keyboard.press('6');
  for (const estimator of ['o200k', 'estimate'] as const) {
    await page.getByRole('radio', { name: estimator }).press('Space');
    await page.keyboard.press('f');
    await page.keyboard.press('Home');
    let [sent, all] = [0, 0];
    for (const [i, step] of printed.steps.entries()) {
      if (i > 0) await page.keyboard.press('ArrowRight');
      await expect(page.getByTestId('film')).toHaveAttribute('aria-activedescendant', `film-${i}`);
      sent += step.tokens[estimator];
      all += step.all_tools_tokens?.[estimator] ?? 0;
      const one = step.all_tools_tokens ? count(step.all_tools_tokens[estimator]) : '–';
      const figures = [count(step.tokens[estimator]), count(sent), one, count(all), /^(–|\d+ %)$/];
      await expect(page.locator('[data-testid=lane-figures] [data-figure]')).toHaveText(figures);
      const cached = step.cache.map(({ tokens_after }) =>
        tokens_after ? count(tokens_after[estimator]) : 'first step',
      );
      await expect(page.locator('[data-testid=cache] [data-layout]')).toContainText(cached);
    }
    expect([sent, all]).toEqual([printed.tokens[estimator].deferred, printed.tokens[estimator].all_tools]);
    await expect(page.getByTestId('run-total')).toContainText(`${count(sent)} tokens`);
  }

  expect(await unsourcedFigures(page.getByTestId('cache'))).toEqual([]);

  // The golden trace is the one that the command line compares with.
  await page.keyboard.press('7');
  expect(await unsourcedFigures(page.getByTestId('run-tokens'))).toEqual([]);
  await expect(page.getByTestId('expectations').locator('[data-passed=true]')).toHaveCount(printed.expectations.length);
  await expect(page.getByTestId('golden')).toHaveAttribute('data-state', 'none');
  await page.keyboard.press('g');
  await expect(page.getByTestId('golden')).toHaveAttribute('data-state', 'written');
  expect(existsSync(join(app.workspace, 'scenarios/triage.trace.json'))).toBe(true);
  expect(await simulated(app, triage)).toMatchObject({ golden: { state: 'same' } });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('golden')).toHaveAttribute('data-state', 'same');
  await expectAccessible(page, 'result');

  // The same under a second profile, aligned; the tools that no search named are marked.
  await chooseSecond(page, 'all-tools');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('run-total')).toContainText('compared with');
  await page.keyboard.press('1');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByTestId('step').getByTestId('step-title')).toHaveText('1.4 github.add_issue_comment');
  await expect(page.getByTestId('step-second')).toContainText('This run does not have this step.');
  await expect(page.locator('#film-3')).toHaveAttribute('data-differs', 'missing');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('step-second').getByTestId('step-title')).toHaveText('1.4 final_response');
  await expect(figure(page, 'sent-second')).toHaveText(/^\d/);
  await expect(page.getByTestId('step').getByTestId('run-name')).toContainText('as set in the scenario');
  await expect(page.getByTestId('step-second').getByTestId('run-name')).toContainText('all-tools');
  await expectAccessible(page, 'two runs');
});

test('a scenario is made, written, paused, approved, and taken back, by keyboard', async ({ app }) => {
  const { page } = app;
  await goTo(page, 'runs');
  await chooseScenario(page, 'scenarios/session.scenario.yaml');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'passed');
  await page.keyboard.press('5');
  await page.keyboard.press('End');
  await expect(page.getByTestId('memory')).toContainText('CUS-7731');

  // A new one asks and answers; what the form says is in its text, and on disk once it is saved.
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: 'New scenario' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Erase it');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const file = join(app.workspace, 'scenarios/erase-it.scenario.yaml');
  await expect.poll(() => existsSync(file)).toBe(true);
  const text = page.getByRole('textbox', { name: 'Text of the scenario Erase it' });
  await expect(text).toBeVisible();
  await page.keyboard.press('q');
  await expect(page.getByRole('textbox', { name: 'User message' })).toBeFocused();
  await page.keyboard.type('Say it again.');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('document-state')).toHaveText('Not saved');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  expect(readFileSync(file, 'utf8')).toContain('\nquery: Say it again.\nscript:');
  await text.focus();
  await page.keyboard.type('nonsense: 1\n');
  await expect(page.locator('[data-problems="1"]')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('error-notice')).toContainText('nonsense: there is no such field');

  // Written by somebody else meanwhile, and taken: the call waits for a word, and the screen says what came of it.
  app.write(
    'home/demo/scenarios/erase-it.scenario.yaml',
    `name: Erase it
query: Erase.
config: {tool_search: {always_loaded_patterns: ["customers.*"]}}
script:
  - {call: customers.erase, args: {customer_id: CUS-7731, request_date: "2026-11-03", confirm_email: ana@example.com}}
  - {answer: Her data is gone.}
results: {customers.erase: {value: {erased: true}}}
expect: {called: [customers.erase], answer_contains: gone}
`,
  );
  await expect(page.getByTestId('document-conflict')).toBeVisible();
  await page.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await expect(page.getByTestId('document-state')).toHaveText('Saved');
  await page.keyboard.press('f');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('pause')).toContainText('customers.erase');
  await expectAccessible(page, 'a pause');
  await page.getByTestId('pause').getByRole('button', { name: 'Approve' }).focus();
  await page.keyboard.press('a');
  await expect(state(page)).toHaveAttribute('data-state', 'passed');
  await page.keyboard.press('Home');
  await page.keyboard.press('1');
  await expect(page.getByTestId('step')).toContainText('Approved');
  await expect(page.getByTestId('step')).toContainText('"erased": true');
  await expect(page.getByTestId('step')).toContainText('scripted result');

  // Copied and deleted; each is taken back.
  await page.keyboard.press('d');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Erase it copy');
  await page.keyboard.press('Enter');
  const copy = join(app.workspace, 'scenarios/erase-it-copy.scenario.yaml');
  await expect.poll(() => existsSync(copy)).toBe(true);
  await expect(page.locator('[data-scenario="scenarios/erase-it-copy.scenario.yaml"]')).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const kept = readFileSync(copy, 'utf8');
  expect(kept).toContain('name: Erase it copy');
  await page.keyboard.press('l');
  await page.keyboard.press('Delete');
  await expect.poll(() => existsSync(copy)).toBe(false);
  // A notice offers Undo once the change is made.
  await expect(page.getByText(/^Deleted scenarios\/erase-it-copy/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => existsSync(copy) && readFileSync(copy, 'utf8')).toBe(kept);
});

test('a call without a result is told plainly, gets one in the scenario at the cursor, and the run ends with an honest summary', async ({
  app,
}) => {
  const { page } = app;
  const path = 'scenarios/search.scenario.yaml';
  const text = `name: search # mine
query: Find it.
script:
  - {call: github.search_issues, args: {query: "is:open"}}
  - {call: tool_search, args: {query: issues}}
  - {answer: Found nothing.}
`;
  app.write(`home/demo/${path}`, text);
  await goTo(page, 'runs');
  await chooseScenario(page, path);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toContainText('Answered, 1 of 2 calls failed');
  await expect(state(page).locator('[data-tone=waits]')).toHaveText('Answered, 1 of 2 calls failed');
  const words = 'no result in `results:`';
  const told = page.getByTestId('picture').first().getByText(words);
  await expect(told).toBeVisible();
  await expect.poll(() => told.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const step = page.getByTestId('step');
  await expect(step).toContainText(words);
  await expect(step).not.toContainText('scripted');
  await shoot(page, 'no-result');
  await expectAccessible(page, 'a call without a result');

  const add = page.getByRole('button', { name: 'Add a result for github.search_issues' });
  await add.click();
  const source = page.getByRole('textbox', { name: 'Text of the scenario search' });
  await expect(source).toBeFocused();
  // The value is selected: what is typed takes its place.
  await page.keyboard.type('7');
  await page.keyboard.press('ControlOrMeta+s');
  const added = `${text}results:\n  github.search_issues:\n    value: 7\n`;
  await expect.poll(() => readFileSync(join(app.workspace, path), 'utf8')).toBe(added);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveText(/^Answered\d/);

  // Both edits are undone; an expectation that fails is listed first.
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => readFileSync(join(app.workspace, path), 'utf8')).toBe(text);
  app.write(`home/demo/${path}`, `${text}expect: {answer_contains: Everything}\n`);
  await expect(page.locator('[data-testid=code-editor]')).toContainText('Everything');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toContainText('✗ 1 expectation failedAnswered, 1 of 2 calls failed');
});

test('a scenario is edited as steps: each change is an edit of its text that leaves every other byte, by keyboard and mouse', async ({
  app,
}) => {
  const { page } = app;
  const path = 'scenarios/steps.scenario.yaml';
  const text = `name: steps   # mine
config: {skills: {enabled: false}} # tools alone
query: Find it.
script:
  # first, a search
  - {call: tool_search, args: {query: issues, limit: 0x3}} # found
  - answer: Nothing. # so far
`;
  app.write(`home/demo/${path}`, text);
  const onDisk = async (expected: string) => {
    await page.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => readFileSync(join(app.workspace, path), 'utf8')).toBe(expected);
  };
  await goTo(page, 'runs');
  await chooseScenario(page, path);
  await page.keyboard.press('b');
  const form = page.getByTestId('scenario-steps');
  await expect(form).toBeVisible();
  await expect(page.getByTestId('source-only')).toHaveText('Editable in the source only: name, config.');
  await expect(page.getByRole('textbox', { name: 'Text of the scenario steps' })).toBeHidden();

  // Typed at full speed, nothing is lost; arguments that do not fit the schema are marked.
  const answer = form.getByRole('textbox', { name: 'Answer', exact: true });
  await answer.click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Found the issue that you meant.');
  let expected = text.replace('Nothing. #', 'Found the issue that you meant. #');
  await onDisk(expected);
  const step = (number: number) => form.locator('[data-step]').nth(number - 1);
  await step(1).getByRole('textbox', { name: 'Arguments' }).fill('{"query": "bugs", "limit": 3}');
  expected = expected.replace('query: issues', 'query: bugs');
  await onDisk(expected);

  // A step more: its tool is offered as it is typed.
  await form.getByRole('button', { name: 'Add a call' }).click();
  const tool = step(3)
    .getByRole('combobox', { name: 'Tool' })
    .or(step(3).getByRole('textbox', { name: 'Tool' }));
  await tool.fill('github.search_iss');
  await page.getByRole('option', { name: 'github.search_issues', exact: true }).click();
  await step(3).getByRole('textbox', { name: 'Arguments' }).fill('{}');
  await expect(step(3)).toContainText('query is missing.');
  await step(3).getByRole('textbox', { name: 'Arguments' }).fill('{"query": ');
  await expect(step(3)).toContainText('This is not valid JSON');
  await step(3).getByRole('textbox', { name: 'Arguments' }).fill('{"query": "x"}');
  await expect(step(3)).not.toContainText('JSON:');
  const call = '  - call: github.search_issues\n    args: {query: x}\n';
  await onDisk(expected + call);

  // Moved by keyboard, with its comments; taken back.
  await step(3).getByRole('textbox', { name: 'Arguments' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(step(2).getByRole('textbox', { name: 'Arguments' })).toHaveValue(/x/);
  const moved = expected.replace('  - answer', `${call}  - answer`);
  await onDisk(moved);
  await shoot(page, 'steps');
  await expectAccessible(page, 'steps');

  // A result and an expectation.
  await form
    .getByRole('combobox', { name: 'Tool to add results for' })
    .or(form.getByRole('textbox', { name: 'Tool to add results for' }))
    .fill('github.search_issues');
  await form.getByRole('button', { name: 'Add a result' }).click();
  await form.locator('[data-result]').getByRole('textbox', { name: 'Value' }).fill('{"total_count": 1}');
  await form.locator('[data-result]').getByRole('textbox', { name: 'Latency' }).fill('25');
  const results = 'results:\n  github.search_issues:\n    value: {total_count: 1}\n    latency_ms: 25\n';
  await onDisk(moved + results);
  await page
    .getByTestId('steps-expect')
    .getByRole('textbox', { name: 'The answer contains' })
    .or(page.getByTestId('steps-expect').getByRole('combobox', { name: 'The answer contains' }))
    .fill('meant');
  await page.keyboard.press('Enter');
  await onDisk(`${moved}${results}expect:\n  answer_contains:\n    - meant\n`);
  await shoot(page, 'steps-results');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'passed');

  // A text that cannot be read says so, and shows the source.
  await page.getByRole('radio', { name: 'Source' }).press('Space');
  const source = page.getByRole('textbox', { name: 'Text of the scenario steps' });
  await source.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('persona: a: b');
  await page.getByRole('radio', { name: 'Steps' }).press('Space');
  await expect(page.getByTestId('steps-problem')).toContainText('The form cannot show the steps: Line ');
  await expectAccessible(page, 'a text that cannot be read');
});

test('steps and source are shown together, edits of one are seen in the other, and undo goes through both', async ({
  app,
}) => {
  const { page } = app;
  const path = 'scenarios/both.scenario.yaml';
  app.write(`home/demo/${path}`, 'name: both\nquery: Find it.\nscript:\n  - answer: One.\n');
  await goTo(page, 'runs');
  await chooseScenario(page, path);
  await page.getByRole('radiogroup', { name: 'Edit the scenario as' }).getByText('Both', { exact: true }).click();
  const answer = page.getByTestId('scenario-steps').getByRole('textbox', { name: 'Answer', exact: true });
  const source = page.getByRole('textbox', { name: 'Text of the scenario both' });
  await expect(source).toBeVisible();
  await expect(answer).toHaveValue('One.');

  await answer.fill('Two.');
  await answer.blur();
  await expect(page.locator('.view-lines')).toContainText('answer: Two.');
  await source.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('# noted\n');
  await page
    .getByTestId('scenario-steps')
    .getByRole('button', { name: 'Add an answer' })
    .or(page.getByTestId('scenario-steps').getByRole('button', { name: 'Add a call' }))
    .first()
    .click();
  await expect(page.getByTestId('scenario-steps').locator('[data-step]')).toHaveCount(2);
  // One history: the step that was added, the line that was typed, the answer.
  await source.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByTestId('scenario-steps').locator('[data-step]')).toHaveCount(1);
  await expect(answer).toHaveValue('Two.');
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(answer).toHaveValue('One.', { timeout: 500 });
  }).toPass();
  await expect(page.locator('.view-lines')).not.toContainText('noted');

  // B goes on to the next way; what is chosen stays after a reload.
  await page.getByTestId('simulator').getByRole('button', { name: /^Run/ }).first().focus();
  await page.keyboard.press('b');
  await expect(answer).toBeHidden();
  await page.keyboard.press('b');
  await expect(source).toBeHidden();
  await page.reload();
  await expect(answer).toBeVisible();
  await expect(source).toBeHidden();
});

test('a run is beside its scenario after a reload, at its step, also where each step sends 240,000 characters', async ({
  app,
}) => {
  // Every step counts the tokens of a long text.
  test.slow();
  const { page, workspace } = app;
  const search = '  - {call: tool_search, args: {query: search issues}}\n';
  const text = `name: long\nquery: "${'words '.repeat(40_000)}"\nscript:\n${search.repeat(7)}  - {answer: done}\n`;
  writeFileSync(join(workspace, 'scenarios/long.scenario.yaml'), text);
  await goTo(page, 'runs');
  await chooseScenario(page, 'scenarios/long.scenario.yaml');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'passed', { timeout: 240_000 });
  await page.keyboard.press('f');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  const title = await page.getByTestId('step-title').textContent();
  await page.reload();
  await expect(state(page)).toHaveAttribute('data-state', 'passed');
  await expect(page.getByTestId('step-title')).toHaveText(title ?? '');
  await expect(page.locator('[data-scenario][aria-pressed=true]')).toHaveAttribute(
    'data-scenario',
    'scenarios/long.scenario.yaml',
  );
});
