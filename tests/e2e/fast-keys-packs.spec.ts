import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { answerLate } from './answer-late.ts';
import { expect, goTo, test } from './app.ts';
import { pressTogether } from './press-together.ts';

/** Keys of the packs that come before they can draw anything, and what together they must lead to. */
interface FastKeys {
  readonly title: string;
  /** What is pressed before, in peace. */
  prepare?(page: Page): Promise<void>;
  readonly keys: readonly string[];
  expected(at: { page: Page; text(name: string): string | null }): Promise<void>;
}

const names = ['one', 'three', 'two'] as const;

/** The third one has a mistake that Pegboard can fix. */
const written = (name: string) =>
  `name: pack.own.${name}\ntrigger: When it is ${name}.\nsteps:\n  - First.\n  - Second.\n${name === 'two' ? 'task_type: brwser\n' : ''}`;

const row = (page: Page, key: string) => page.locator(`[data-row="${key}"]`);
const file = (name: string) => `own/${name}.skill.yaml`;
const shownTab = (page: Page) => page.getByTestId('document-tabs').locator('[data-tab][aria-current]');

/** Opens a file and goes back to the tree. */
async function openFile(page: Page, name: string): Promise<void> {
  await row(page, file(name)).click();
  await expect(shownTab(page)).toHaveText(`${name}.skill.yaml`);
  await expect(page.getByTestId('field-name')).toHaveValue(`pack.own.${name}`);
}

async function chooseFirst(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  await expect(row(page, 'own')).toHaveAttribute('aria-selected', 'true');
}

const cases: readonly FastKeys[] = [
  {
    title: 'the second arrow starts where the first one went',
    prepare: chooseFirst,
    keys: ['ArrowDown', 'ArrowDown'],
    expected: async ({ page }) => expect(row(page, file('three'))).toHaveAttribute('aria-selected', 'true'),
  },
  {
    title: 'an arrow opens what the arrow before it chose',
    prepare: chooseFirst,
    keys: ['ArrowLeft', 'ArrowDown', 'ArrowLeft'],
    expected: async ({ page }) => {
      await expect(row(page, 'own')).toHaveAttribute('aria-expanded', 'false');
      await expect(page.locator('[data-kind=pack]').nth(1)).toHaveAttribute('aria-expanded', 'false');
    },
  },
  {
    title: 'the file that an arrow chose is the one that is opened',
    prepare: chooseFirst,
    keys: ['ArrowDown', 'ArrowDown', 'Enter'],
    expected: async ({ page }) => expect(shownTab(page)).toHaveText('three.skill.yaml'),
  },
  {
    title: 'the skill that an arrow chose is the one that is removed',
    prepare: chooseFirst,
    keys: ['ArrowDown', 'ArrowDown', 'Delete'],
    expected: async ({ page, text }) => {
      await expect(row(page, file('three'))).toHaveCount(0);
      expect(names.map((name) => text(name) === null)).toEqual([false, true, false]);
    },
  },
  {
    title: 'a skill that is removed and brought back at once is as it was',
    prepare: chooseFirst,
    keys: ['ArrowDown', 'Delete', 'Control+z'],
    expected: async ({ page, text }) => {
      await expect(page.getByRole('alert').filter({ hasText: 'Undone' })).toBeVisible();
      expect(names.map(text)).toEqual(names.map(written));
    },
  },
  {
    title: 'the skill of the tab that a key showed is the one that is duplicated',
    prepare: async (page) => {
      await openFile(page, 'one');
      await openFile(page, 'three');
    },
    keys: ['Alt+PageUp', 'Alt+d'],
    expected: async ({ page }) =>
      expect(page.getByRole('dialog', { name: 'Duplicate pack.own.one', exact: true })).toBeVisible(),
  },
  {
    title: 'Enter twice in a step adds two, and a third goes with Backspace',
    prepare: async (page) => {
      await openFile(page, 'one');
      await page.getByLabel('Step 1', { exact: true }).focus();
    },
    keys: ['Enter', 'Enter', 'Enter', 'Backspace'],
    expected: async ({ page }) => {
      await expect(page.getByLabel('Step 4', { exact: true })).toHaveValue('Second.');
      await expect(page.getByLabel('Step 3', { exact: true })).toBeFocused();
    },
  },
];

for (const [index, { title, prepare, keys, expected }] of cases.entries()) {
  test(`keys within one frame, answered late: Packs: ${title}`, async ({ app: { page, workspace } }) => {
    const text = writeOwnPack(workspace);
    await answerLate(page, index + 1);
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await goTo(page, 'skills');
    await expect(page.getByTestId('pack-tree')).toBeFocused();
    await expect(row(page, file('two'))).toBeVisible();
    await prepare?.(page);
    await pressTogether(page, keys);
    await expected({ page, text });
  });
}

test('a fix that is asked for before the file is looked at comes when it was', async ({ app: { page, workspace } }) => {
  const text = writeOwnPack(workspace);
  await goTo(page, 'skills');
  await row(page, file('two')).click();
  await expect(page.getByTestId('field-name')).toHaveValue('pack.own.two');
  await answerLate(page, 1);
  await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  await expect(page.getByTestId('skill-pane')).toBeVisible();
  await pressTogether(page, ['Alt+x', 'Control+s']);
  await expect.poll(() => text('two')).toContain('task_type: browser');
});

/** Puts a pack of three skills before the others. Gives what a file of it says; null without the file. */
function writeOwnPack(workspace: string): (name: string) => string | null {
  const at = (name: string) => join(workspace, 'packs', file(name));
  const config = join(workspace, 'pegboard.yaml');
  mkdirSync(join(workspace, 'packs/own'), { recursive: true });
  for (const name of names) writeFileSync(at(name), written(name));
  const before = readFileSync(config, 'utf8');
  writeFileSync(config, before.replace('skill_packs:\n', 'skill_packs:\n    - {name: own, path: packs/own}\n'));
  return (name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : null);
}
