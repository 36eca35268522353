import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { expect, test } from './app.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('two steps of a run are compared, to the figures of the command line, by keyboard (R19.17, issue 9)', async ({
  app,
}) => {
  const { page, workspace, folder } = app;
  await page.keyboard.press('Alt+7');
  await page.locator('[data-scenario="scenarios/echo.scenario.yaml"]').press('Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed');

  // The run stands in the list of what can be compared; the first step and the last are proposed.
  await page.keyboard.press('Alt+8');
  await expect(page.getByTestId('cache-break')).toBeVisible();
  for (const [key, side] of [
    ['b', 'before'],
    ['a', 'after'],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    const run = page.getByRole('option', { name: /^echo, / });
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(run).toHaveAttribute('data-combobox-selected', 'true', { timeout: 100 });
    }).toPass({ intervals: [10] });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: `Step ${side}` })).toBeVisible();
  }
  // Nobody says anything new in a step that was sent.
  await expect(page.getByRole('textbox', { name: 'Text of the turn, for hints and skills' })).toHaveCount(0);
  const args = ['--workspace', workspace, 'simulate', join(workspace, 'scenarios/echo.scenario.yaml'), '--diff', '1,3'];
  const { stdout } = await promisify(execFile)(process.execPath, [pegboardBin, ...args], {
    env: { ...process.env, PEGBOARD_HOME: join(folder, 'home') },
    maxBuffer: 2 ** 26,
  });
  const { diff } = JSON.parse(stdout) as { diff: PromptComparison };
  const figures = page.locator('[data-testid=prompt-blocks] [data-block=whole] [data-figure]');
  const difference = diff.after.estimate - diff.before.estimate;
  expect(difference).toBeGreaterThan(0);
  await expect(figures).toHaveText([
    diff.before.estimate.toLocaleString('en-US'),
    diff.after.estimate.toLocaleString('en-US'),
    `+${difference}`,
  ]);
  await expect(page.getByTestId('cache-break')).toContainText(`byte ${diff.cache?.offset.toLocaleString('en-US')}`);
});
