import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { type App, expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';
import { shoot } from './shoot.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** What `pegboard simulate --diff` prints of two steps of a scenario of the demo. */
async function printedDiff({ workspace, folder }: App, scenario: string, steps: string): Promise<PromptComparison> {
  const args = ['--workspace', workspace, 'simulate', join(workspace, 'scenarios', scenario), '--diff', steps];
  const { stdout } = await promisify(execFile)(process.execPath, [pegboardBin, ...args], {
    env: { ...process.env, PEGBOARD_HOME: join(folder, 'home') },
    maxBuffer: 2 ** 26,
  });
  return (JSON.parse(stdout) as { diff: PromptComparison }).diff;
}

/** The figures of the whole prompts are those of the command line, and the cache breaks where it says. */
async function expectFigures(page: Page, { before, after, cache }: PromptComparison): Promise<void> {
  const difference = after.estimate - before.estimate;
  expect(difference).toBeGreaterThan(0);
  await expect(page.locator('[data-testid=prompt-blocks] [data-block=whole] [data-figure]')).toHaveText([
    before.estimate.toLocaleString('en-US'),
    after.estimate.toLocaleString('en-US'),
    `+${difference.toLocaleString('en-US')}`,
  ]);
  await expect(page.getByTestId('cache-break')).toContainText(`byte ${cache?.offset.toLocaleString('en-US')}`);
}

test('from the step that activates a tool to the diff of the prompts before and after it, to the figures of the command line, by keyboard (R19.17)', async ({
  app,
}) => {
  const { page } = app;
  await goTo(page, 'runs');
  await page.locator('[data-scenario="scenarios/triage.scenario.yaml"]').press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed');
  await page.keyboard.press('j');
  await expect(page.getByTestId('activated')).toContainText('github.search_issues');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('step-title')).toContainText('1.3');
  await page.keyboard.press('f');
  await expect(page.getByTestId('film')).toBeFocused();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Prompts of 1.2 github.search_issues and 1.3 tool_search' });
  await expectFigures(page, await printedDiff(app, 'triage.scenario.yaml', '2,3'));
  await expect(dialog.getByTestId('text-diff')).toContainText('github.search_issues');
  await expectAccessible(page, 'comparison');
  await shoot(page, 'compare');

  // Back to the same step, with the focus where it was.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByTestId('film')).toBeFocused();
  await expect(page.getByTestId('step-title')).toContainText('1.3');

  // On the screen of prompts, where the whole names of the steps fit.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('step-title')).toContainText('1.4');
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Open on the Prompt screen' }).press('Enter');
  const after = page.getByRole('combobox', { name: 'Step after' });
  await expect(after).toHaveValue('1.4 github.add_issue_comment');
  expect(await after.evaluate((field: HTMLInputElement) => field.scrollWidth <= field.clientWidth)).toBe(true);
});

test('two steps of a run are compared, to the figures of the command line, by keyboard (R19.17)', async ({ app }) => {
  const { page } = app;
  await goTo(page, 'runs');
  await page.locator('[data-scenario="scenarios/echo.scenario.yaml"]').press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed');

  // The run stands in the list of what can be compared; the first step and the last are proposed.
  await goTo(page, 'prompt');
  await expect(page.getByTestId('cache-break')).toBeVisible();
  for (const [key, side] of [
    ['b', 'before'],
    ['a', 'after'],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    const run = page.getByRole('option', { name: /^echo, / });
    await takeOption(page, run);
    await expect(page.getByRole('combobox', { name: `Step ${side}` })).toBeVisible();
  }
  // Nobody says anything new in a step that was sent.
  await expect(page.getByRole('textbox', { name: 'User message of the turn, for hints and skills' })).toHaveCount(0);
  await expectFigures(page, await printedDiff(app, 'echo.scenario.yaml', '1,3'));
});
