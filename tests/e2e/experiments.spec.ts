import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type App, expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ startScreen: 'experiments', contextOptions: { reducedMotion: 'reduce' } });

/** Leaves so many tasks of the demo, so that an experiment is short. */
function keepTasks(workspace: string, keeps: (path: string) => boolean): void {
  const folder = join(workspace, 'tasks');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('.task.yaml') && !keeps(path)) rmSync(join(folder, path));
  }
}

/** Runs a small experiment on the command line: the screen has to find what another process made. */
async function runElsewhere(app: App, settings: string): Promise<void> {
  writeFileSync(join(app.workspace, 'small.experiment.yaml'), settings);
  expect(await app.cli('experiment', 'run', join(app.workspace, 'small.experiment.yaml'))).toBe(0);
}

const small =
  'name: Small\ntasks: ["level:easy"]\nrepetitions: 1\nmodel: {provider: scripted, habits: {never_searches: 1}}\n';

const isDone = (page: Page) => expect(page.getByTestId('experiment-state')).toHaveText('Done', { timeout: 120_000 });

test('an experiment of the demo runs from its plan to the film of a failed trial, by mouse, in both themes', async ({
  app: { page, workspace },
}) => {
  test.slow();
  await expect(page.getByRole('main')).toContainText('This workspace has 60 tasks.');
  await expectAccessible(page, 'no experiments');
  keepTasks(workspace, (path) => /^shop.(refund|cancel)/.test(path));
  await page.getByRole('button', { name: 'New experiment' }).click();
  const plan = page.getByTestId('experiment-plan');
  await page.getByRole('checkbox', { name: /^Medium/ }).uncheck();
  await page.getByRole('checkbox', { name: /^Medium/ }).check();
  await page.getByRole('checkbox', { name: 'Your configuration without skills' }).check();
  await page.getByRole('textbox', { name: 'Name' }).fill('Refunds');
  await expect(plan).toContainText(/ × 4 arms × 3 repetitions, played by scripted agents\./);
  await expect(plan).toContainText(/About [\d,]+ tokens sent/);
  await page.getByRole('checkbox', { name: 'Your configuration without skills' }).uncheck();
  await expect(plan).toContainText(/ × 3 arms × /);
  await page.getByRole('checkbox', { name: 'Through the gateway' }).check();
  await expect(plan).toContainText(/ × 4 arms × /);
  await expectAccessible(page, 'new experiment');
  await page.getByTestId('experiment-run').click();
  await isDone(page);

  const report = page.getByTestId('experiment-report');
  await expect(report).toContainText('Scripted agents ran the tasks, not a model.');
  await expect(
    report.getByTestId('experiment-differences').locator('tbody[data-metric=success] tr[data-arm]'),
  ).toHaveCount(3);
  await expect(report.locator('[data-arm=gateway] [data-metric=success]').first()).toContainText(/\d %/);
  await expectAccessible(page, 'report');
  const failures = report.getByTestId('experiment-causes').getByRole('button').first();
  const words = (await failures.getAttribute('aria-label')) ?? '';
  const count = Number(/^[\d,]+/.exec(words)?.[0]);
  expect(count).toBeGreaterThan(0);
  await failures.click();
  const trials = page.getByTestId('experiment-trials');
  await expect(trials).toHaveAttribute('aria-rowcount', String(count + 1));
  await trials.getByTestId('trial-row').first().click();
  const details = page.getByTestId('trial-details');
  await expect(details.getByTestId('trial-judgement')).toContainText('✗');
  await details.getByText(/^Request 1, /).click();
  await expect(details.getByTestId('trial-request').first()).toContainText('system');
  await expectAccessible(page, 'trial');
  const address = page.url();
  await page.getByRole('button', { name: 'Open the film' }).click();
  await expect(page.getByTestId('film').getByRole('option').first()).toBeVisible();
  await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByTestId('step-prompt').locator('[data-block=available_tools]')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the experiment' }).click();
  expect(page.url()).toBe(address);
  await expect(details.getByTestId('trial-judgement')).toBeVisible();

  // The film stands in the place of its task, until somebody edits the task.
  await page.getByRole('button', { name: 'Open the film' }).click();
  await page.getByRole('button', { name: 'Edit the task' }).click();
  await expect(page.getByTestId('task-check')).toBeVisible();
  await expect(page.getByText('Not checked yet')).toBeVisible();
});

test('by keyboard: an experiment that another process ran is opened, its figures, tasks and trials are walked, two films compared, and it is deleted', async ({
  app,
}) => {
  const { page, workspace } = app;
  keepTasks(workspace, (path) => /^shop.(refund|cancel)/.test(path));
  await runElsewhere(app, small);
  await goTo(page, 'home');
  await goTo(page, 'experiments');
  const row = page.getByTestId('experiment-row');
  await expect(row).toHaveAttribute('data-state', 'done');
  await page.keyboard.press('f');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const notes = page.getByTestId('experiment-notes');
  await expect(notes).toContainText('Scripted agents ran the tasks');
  await expect(page).toHaveURL(/#\/experiments\/[0-9a-f-]{36}$/);

  // Agents that never search solve what the prompt lists, and nothing where it lists no tool.
  const success = page.getByTestId('experiment-arm-figures').locator('[data-metric=success]');
  await expect(success.first()).toContainText('100.0 %');
  await expect(page.locator('[data-arm=search] [data-metric=success]')).toContainText('0.0 %');
  await page.keyboard.press('k');
  await page.keyboard.press('f');
  for (const key of ['Home', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByTestId('task-row').first().locator('[data-column=search]')).toHaveAttribute(
    'data-tone',
    'missed',
  );
  const trials = page.getByTestId('experiment-trials');
  await expect(trials).toHaveAttribute('aria-rowcount', '2');
  await expectAccessible(page, 'tasks');
  for (const key of ['t', 'Home']) await page.keyboard.press(key);
  await expect(page.getByTestId('trial-result')).toHaveText('Not searched');
  await expect(page).toHaveURL(/#\/experiments\/[0-9a-f-]{36}\/\d+$/);

  await page.reload();
  await expect(page.getByTestId('trial-result')).toHaveText('Not searched');
  await page.keyboard.press('s');
  await expect(notes).toContainText('Scripted agents ran the tasks');
  await page.keyboard.press('c');
  await expect(page.getByTestId('film')).toHaveAttribute('data-rows', '2');
  await expect(page.getByTestId('run-name')).toContainText(['all', 'search']);
  await page.reload();
  await expect(page.getByTestId('film')).toHaveAttribute('data-rows', '2');
  await page.goBack();
  await expect(page.getByTestId('trial-result')).toHaveText('Not searched');
  await page.keyboard.press('a');
  await expect(page.getByTestId('trial-filter')).toContainText('All trials');

  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(notes).toBeVisible();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'Delete experiment' }).press('Enter');
  await expect(page.getByRole('main')).toContainText('No experiments yet');
});

test('an experiment that is stopped says so, leaves its report open to a reload, and goes on up to a new limit', async ({
  app: { page },
}) => {
  test.slow();
  await page.keyboard.press('n');
  await expect(page.getByTestId('experiment-run')).toBeEnabled();
  await page.keyboard.press('r');
  const progress = page.getByTestId('experiment-progress');
  await expect(progress).toContainText('The report appears when the experiment ends or stops');
  await expect(progress.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page, 'running');
  await page.keyboard.press('x');
  const state = page.getByTestId('experiment-state');
  await expect(state).toHaveText('Stopped');
  const notes = page.getByTestId('experiment-notes');
  await expect(notes).toContainText(/\d+ trials of 540 did not run yet\. It stopped: It was cancelled\./);
  const before = await notes.innerText();
  await page.reload();
  await expect(notes).toBeVisible();
  expect(await notes.innerText()).toBe(before);

  await page.getByRole('button', { name: 'Limits for the rest' }).click();
  await page.getByRole('textbox', { name: 'Maximum requests' }).fill('1');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByTestId('experiment')).toContainText('requests, its limit');
  await expect(state).toHaveText('Stopped');
});

test('without tasks it says what a task is and makes some; the report is saved as a file', async ({ app }) => {
  const { page, workspace } = app;
  keepTasks(workspace, () => false);
  await goTo(page, 'home');
  await goTo(page, 'experiments');
  await expect(page.getByRole('main')).toContainText('A task says what a user wants');
  await expectAccessible(page, 'no tasks');
  await page.getByRole('button', { name: 'Generate from golden queries' }).click();
  await expect(page.getByRole('main')).toContainText(/This workspace has \d+ tasks\./);
  for (const path of readdirSync(join(workspace, 'tasks'), { recursive: true, encoding: 'utf8' })
    .filter((one) => one.endsWith('.task.yaml'))
    .slice(2)) {
    rmSync(join(workspace, 'tasks', path));
  }
  await page.keyboard.press('n');
  await expect(page.getByTestId('experiment-plan')).toContainText('2 tasks × 3 arms');
  await page.getByTestId('experiment-run').click();
  await isDone(page);
  for (const [item, ending, words] of [
    ['Markdown', '.md', '# '],
    ['CSV, a row for each trial', '.csv', 'number,task,arm'],
    ['HTML page', '.html', '<!doctype html>'],
    ['JSON', '.json', 'pegboard.experiment/1'],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const file = await saved;
    expect(file.suggestedFilename().endsWith(ending)).toBe(true);
    expect(readFileSync(await file.path(), 'utf8').toLowerCase()).toContain(words);
  }
});
