import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './app.ts';
import { pressTogether } from './press-together.ts';

interface Simulator {
  readonly page: Page;
  /** Paths of the scenario files, as they lie on disk. */
  files(): readonly string[];
}

/** Keys of the simulator that come before it can draw anything, and what together they must lead to. */
interface FastKeys {
  readonly title: string;
  /** Whether a scenario comes first that waits for somebody's word. */
  readonly withPause?: true;
  /** What is pressed before, in peace. */
  prepare?(page: Page): Promise<void>;
  readonly keys: readonly string[];
  expected(at: Simulator, before: readonly string[]): Promise<void>;
}

const paused = 'scenarios/a-pause.scenario.yaml';
const pausing = `name: A pause
query: Erase.
config: {tool_search: {always_loaded_patterns: ["customers.*"]}}
script:
  - {call: customers.erase, args: {customer_id: CUS-7731, request_date: "2026-11-03", confirm_email: ana@example.com}}
  - {answer: Her data is gone.}
results: {customers.erase: {value: {erased: true}}}
expect: {called: [customers.erase], answer_contains: gone}
`;

const state = (page: Page) => page.getByTestId('run-state');
const chosen = (page: Page) => page.locator('[data-scenario][aria-pressed=true]');
const step = (page: Page) => page.getByTestId('film').locator('[aria-selected=true]');

async function playFirst(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('run-total')).toBeVisible();
}

const cases: readonly FastKeys[] = [
  {
    title: 'the second arrow starts at the step where the first one went',
    prepare: playFirst,
    keys: ['ArrowRight', 'ArrowRight'],
    expected: async ({ page }) => expect(step(page)).toHaveId('film-2'),
  },
  {
    title: 'an arrow that is pressed with the run moves in the film of that run',
    keys: ['Control+Enter', 'ArrowRight'],
    expected: async ({ page }) => expect(step(page)).toHaveId('film-1'),
  },
  {
    title: 'the scenario that an arrow chose is the one that is run',
    keys: ['ArrowDown', 'Control+Enter'],
    expected: async ({ page }) => {
      await expect(chosen(page)).toHaveAttribute('data-scenario', 'scenarios/erase.scenario.yaml');
      await expect(state(page)).not.toHaveAttribute('data-state', 'none');
    },
  },
  {
    title: 'a switch that is pressed twice is as it was',
    keys: ['h', 'h'],
    expected: async ({ page }) => {
      await page.keyboard.press('i');
      await expect(page.getByRole('switch', { name: 'Pause for approval' })).not.toBeChecked();
      await expect(page.getByRole('button', { name: 'Hide scenario' })).toBeVisible();
    },
  },
  {
    title: 'Delete twice deletes two scenarios, which two undos bring back',
    keys: ['Delete', 'Delete'],
    expected: async ({ page, files }, before) => {
      await expect.poll(files).toEqual(before.slice(2));
      await pressTogether(page, ['Control+z', 'Control+z']);
      await expect.poll(files).toEqual(before);
    },
  },
  {
    title: 'a scenario stays that is deleted behind the dialog of a new one',
    keys: ['n', 'Delete'],
    expected: async ({ page, files }, before) => {
      await expect(page.getByRole('dialog', { name: 'New scenario' })).toBeVisible();
      await page.keyboard.type('Last');
      await page.keyboard.press('Enter');
      await expect.poll(files).toEqual([...before, 'last.scenario.yaml'].sort());
    },
  },
  {
    title: 'a call that is approved twice is approved once',
    withPause: true,
    prepare: async (page) => {
      await expect(chosen(page)).toHaveAttribute('data-scenario', paused);
      await page.keyboard.press('Control+Enter');
      await expect(page.getByTestId('pause')).toBeVisible();
    },
    keys: ['a', 'a'],
    expected: async ({ page }) => {
      await expect(state(page)).toHaveAttribute('data-state', 'passed');
      await expect(page.getByTestId('error-notices')).toBeHidden();
    },
  },
];

for (const [index, { title, withPause, prepare, keys, expected }] of cases.entries()) {
  test.describe(() => {
    test.use({ lateness: index + 1 });
    test(`keys of the simulator within one frame, answered late: ${title}`, async ({ app }) => {
      const { page, workspace } = app;
      const files = () => readdirSync(join(workspace, 'scenarios')).filter((name) => name.endsWith('.scenario.yaml'));
      if (withPause) app.write(`home/demo/${paused}`, pausing);
      const before = files();
      await goTo(page, 'runs');
      await expect(chosen(page)).toBeFocused();
      await prepare?.(page);
      await pressTogether(page, keys);
      await expected({ page, files }, before);
    });
  });
}

test('a dialog has the focus in its field before the next key can come, and gives it back', async ({
  app: { page },
}) => {
  await goTo(page, 'runs');
  await expect(chosen(page)).toBeFocused();
  const isFocused = await page.evaluate(async () => {
    const key = { key: 'n', code: 'KeyN', bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    // Microtasks only: no timer and no event comes in between.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return document.activeElement?.matches('[data-autofocus]');
  });
  expect(isFocused).toBe(true);
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toBeFocused();
});
