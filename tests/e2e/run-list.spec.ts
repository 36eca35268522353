import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';
import { shoot } from './shoot.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, startScreen: 'runs' });

const rows = (page: Page) => page.getByTestId('kept-run');
const state = (page: Page) => page.getByTestId('run-state');

async function play(page: Page, scenario: string): Promise<void> {
  await page.locator(`[data-scenario="scenarios/${scenario}.scenario.yaml"]`).press('Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'none');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(state(page)).toHaveAttribute('data-state', 'passed');
}

async function openHistory(page: Page): Promise<void> {
  await goTo(page, 'history');
  await page.getByTestId('run-list').focus();
}

test('runs are kept in a list over a reload: filtered, opened as a film, compared, deleted and undone, by keyboard', async ({
  app: { page },
}) => {
  await goTo(page, 'history');
  await expect(page.getByRole('heading', { name: 'No runs yet' })).toBeVisible();
  await expectAccessible(page, 'no runs');
  await goTo(page, 'runs');
  await play(page, 'echo');
  await play(page, 'triage');
  await openHistory(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(/^.*triage.*as set in the scenario.*passed/);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page, 'the list of runs');
  await shoot(page, 'history');

  // The filter leaves echo, and its film opens at its first step, with its prompts.
  await page.keyboard.press('/');
  await page.keyboard.type('ech');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('film')).toBeVisible();
  await expect(page.getByTestId('picture')).toHaveCount(3);
  await expect(page.locator('[data-scenario="scenarios/echo.scenario.yaml"]')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('End');
  await page.keyboard.press('v');
  await expect(page.getByTestId('text-diff')).toContainText('Echo a string');
  await page.keyboard.press('Escape');

  // Two of them beside each other.
  await openHistory(page);
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(2);
  await page.getByTestId('run-list').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Space');
  await expect(rows(page).first()).toHaveAttribute('data-marked', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('c');
  await expect(page.getByTestId('lane-figures').locator('[data-figure=sent-second]')).toBeVisible();
  await expect(page.locator('[data-scenario="scenarios/echo.scenario.yaml"]')).toHaveAttribute('aria-pressed', 'true');

  // One is deleted, and comes back.
  await openHistory(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('echo');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(rows(page)).toHaveCount(2);
});

test('a run is opened and marked with the mouse, also when its scenario is gone', async ({ app: { page, write } }) => {
  const path = 'scenarios/short.scenario.yaml';
  write(`home/demo/${path}`, 'name: short\nquery: Hello.\nscript:\n  - {answer: Hi.}\n');
  await play(page, 'short');
  await play(page, 'echo');
  await page.locator(`[data-scenario="${path}"]`).press('Enter');
  await page.keyboard.press('Delete');
  await expect(page.locator(`[data-scenario="${path}"]`)).toHaveCount(0);
  await goTo(page, 'history');
  const short = rows(page).filter({ hasText: 'short' });
  await short.getByRole('button', { name: 'Mark the run of short to compare it' }).click();
  await expect(short).toHaveAttribute('data-marked', 'true');
  await rows(page).filter({ hasText: 'echo' }).click();
  await page.getByRole('button', { name: 'Compare (1 of 2)' }).click();
  await expect(page.getByTestId('lane-figures').locator('[data-figure=sent-second]')).toBeVisible();
  await expect(page.locator(`[data-scenario="${path}"]`)).toContainText('no longer in the workspace');

  await goTo(page, 'history');
  await short.dblclick();
  await expect(page.getByTestId('picture')).toHaveCount(1);
});
