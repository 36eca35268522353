import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const numbersOf = async (page: Page, selector: string) =>
  (await page.locator(selector).allInnerTexts()).map((text) => Number(text.replace('+', '').replace('−', '-')));

test('skills are searched with the same words: scores that add up, what a model gets, what a task injects; by keyboard', async ({
  app: { page, workspace },
}) => {
  await page.keyboard.type('triage an issue and review a pull request');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await page.keyboard.press('Alt+S');
  const skills = page.getByTestId('skill');
  await expect(page.getByTestId('skill-path')).toContainText('at least one word');
  await expect(skills.nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(skills.nth(1)).toHaveAttribute('aria-selected', 'true');
  const details = page.getByTestId('skill-details');
  const name = (await skills.nth(1).getAttribute('data-skill')) ?? '';
  await expect(details).toContainText(name);

  // The contributions of the words are the gain, and the chain ends with the score of the row.
  const chain = await numbersOf(page, '[data-testid=skill-details] [data-testid=score-chain] td:last-child');
  const parts = await numbersOf(
    page,
    '[data-testid=skill-details] [data-testid=term][data-matched=true] > span:nth-child(3)',
  );
  expect(parts.length).toBeGreaterThan(0);
  expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - (chain[1] ?? 0))).toBeLessThan(0.01 * parts.length);
  expect(chain.at(-1)).toBe(Number(await page.getByTestId('skill-score').innerText()));
  await page.keyboard.press('Enter');
  await expect(details).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Skills found' })).toBeFocused();
  await expectAccessible(page, 'scores');

  // What the model gets, of the search and of the chosen skill.
  await page.getByRole('radio', { name: 'Scores' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('skill-search-json')).toContainText('"search_type": "fts"');
  // What is out of sight is not laid out, so it has no inner text.
  const shown = (await page.getByTestId('skill-get-json').textContent()) ?? '';
  const got = JSON.parse(shown.replaceAll('\u00a0', ' '));
  expect(got.skills[0].name).toBe(name);
  const tokens = Number((await page.getByTestId('skill-get-tokens').innerText()).replace(/\D/g, ''));
  expect(tokens).toBe(Math.ceil([...JSON.stringify(got)].length / 4));

  // The same words as the task of a run.
  await page.keyboard.press('Alt+K');
  await expect(page.getByTestId('task-skills')).toContainText('3 skills injected');
  await expect(page.getByTestId('task-block')).toContainText('<skill_context>');

  // A persona that may not see a tool does not see its name in a skill.
  await expect(page.getByTestId('task-block')).toContainText('github.search_issues');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Run as persona support');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Persona' })).toHaveValue('support');
  await expect(page.getByTestId('task-block')).not.toContainText('github.search_issues');

  // A smaller budget, written by another program, cuts.
  const file = join(workspace, 'pegboard.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('max_tokens: 1000', 'max_tokens: 300'));
  await expect(page.getByTestId('task-tokens').locator('..')).toContainText('budget: 300');
  await expect(page.getByTestId('task-skill').filter({ hasText: 'Shortened to fit' }).first()).toBeVisible();
  expect(Number(await page.getByTestId('task-tokens').innerText())).toBeLessThanOrEqual(300);
  await expectAccessible(page, 'task');
});

test.describe('with nothing searchable', () => {
  test.use({ tools: 25 });

  test('what is wrong is said where it shows and cured by a key; the switcher finds, marks and forgets', async ({
    app: { page, workspace, folder },
  }) => {
    const file = join(workspace, 'pegboard.yaml');
    const on = readFileSync(file, 'utf8');
    const off = on.replace('enabled: true', 'enabled: false');
    writeFileSync(file, off);
    const advice = page.getByTestId('discovery-advice');
    await expect(advice).toHaveAttribute('data-code', 'search_off_with_deferred');
    await expect(advice).toContainText('25 tools meant to be deferred');
    await page.keyboard.type('archive');
    await expect(page.getByText('Tool search is off in this workspace')).toBeVisible();
    await page.keyboard.press('Alt+S');
    await expect(page.getByTestId('skills-off')).toBeVisible();
    await goTo(page, 'tools');
    await expect(advice).toBeVisible();
    await page.keyboard.press('Alt+O');
    await expect(advice).toBeHidden();
    expect(readFileSync(file, 'utf8')).toBe(on);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(advice).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(off);

    // The figure of the status bar leads to what it counts.
    await page.getByTestId('status-prompt').press('Enter');
    await expect(page.getByRole('columnheader', { name: 'Mode decided by' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: /^Tokens/ })).toHaveAttribute('aria-sort', 'descending');

    // Another workspace, by its name; the one that is gone is marked, not opened, and taken off.
    const other = join(folder, 'other-agent');
    mkdirSync(other);
    writeFileSync(join(other, 'pegboard.yaml'), 'tool_search: {}\n');
    await page.keyboard.press('ControlOrMeta+O');
    await page.getByRole('textbox', { name: 'Folder' }).fill(other);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('workspace-menu')).toHaveText('other-agent');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Shift+O');
    const field = page.getByRole('combobox', { name: 'Workspace to open' });
    await expect(field).toBeFocused();
    await page.keyboard.type('worksp');
    await expect(page.getByTestId('switcher-row').first()).toContainText(workspace);
    await expectAccessible(page, 'switcher');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('workspace-menu')).toHaveText('workspace');
    rmSync(join(other, 'pegboard.yaml'));
    await page.keyboard.press('ControlOrMeta+Shift+O');
    const gone = page.getByTestId('switcher-row').filter({ hasText: 'other-agent' });
    await expect(gone).toHaveAttribute('data-missing', 'true');
    await page.keyboard.press('Enter');
    await expect(field).toBeVisible();
    await page.keyboard.press('Delete');
    await expect(gone).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
});
