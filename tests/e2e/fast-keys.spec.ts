import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { holdAnswers } from './answer-late.ts';
import { expect, goTo, test } from './app.ts';
import { pressTogether } from './press-together.ts';

/** Two keys of a screen that come before it can draw anything, and what both together must lead to. */
interface FastKeys {
  readonly title: string;
  /** Opens the screen and puts the focus where the keys are pressed. */
  open(page: Page, workspace: string): Promise<void>;
  readonly keys: readonly string[];
  expected(at: { page: Page; config: () => Config; golden: () => string }, before: Before): Promise<void>;
}

interface Config {
  readonly sources: readonly { readonly name: string; readonly enabled?: boolean }[];
  readonly personas?: readonly { readonly name: string }[];
  readonly tool_search: { readonly always_loaded_patterns?: readonly string[] };
}

interface Before {
  readonly config: Config;
  readonly golden: string;
}

async function openCatalog(page: Page): Promise<void> {
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-table')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByTestId('tool-row').first()).toHaveAttribute('aria-selected', 'true');
}

async function openResults(page: Page): Promise<void> {
  await page.getByTestId('query').fill('issue');
  await expect(page.getByTestId('result').nth(1)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Results' })).toBeFocused();
}

async function openSources(page: Page): Promise<void> {
  await goTo(page, 'sources');
  await expect(page.getByTestId('sources-table')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByTestId('source-row').first()).toHaveAttribute('aria-selected', 'true');
}

async function openExport(page: Page): Promise<void> {
  await goTo(page, 'export');
  await expect(page.getByTestId('export')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Packs' }).getByRole('checkbox').first()).toBeVisible();
}

async function openEvaluate(page: Page): Promise<void> {
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeFocused();
  await expect(page.getByTestId('golden-row').first()).toHaveAttribute('aria-selected', 'true');
}

async function openPersonas(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByTestId('setting').first()).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByTestId('access')).toBeVisible();
}

async function openDrawers(page: Page): Promise<void> {
  await page.keyboard.press('Alt+T');
  await expect(page.getByTestId('prompt-change')).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByTestId('drawers')).toBeFocused();
}

/** Plans an export of a pack, and goes to its files. */
async function openExportPlan(page: Page, workspace: string): Promise<void> {
  await goTo(page, 'export');
  await page.getByRole('checkbox', { name: /^core/ }).check();
  await page.keyboard.press('t');
  await page.keyboard.insertText(join(workspace, 'exported'));
  await expect(page.getByTestId('export-counts')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('export-plan')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByTestId('export-plan').locator('[aria-selected=true]')).toBeVisible();
}

const cases: readonly FastKeys[] = [
  {
    title: 'Playground: down and up again stays in the results, at the first one',
    open: openResults,
    keys: ['ArrowDown', 'ArrowUp'],
    expected: async ({ page }) => {
      await expect(page.getByRole('listbox', { name: 'Results' })).toBeFocused();
      await expect(page.getByTestId('result').first()).toHaveAttribute('aria-selected', 'true');
    },
  },
  {
    title: 'Catalog: the second arrow starts where the first one went',
    open: openCatalog,
    keys: ['ArrowDown', 'ArrowDown'],
    expected: async ({ page }) => expect(page.getByTestId('tool-row').nth(2)).toHaveAttribute('aria-selected', 'true'),
  },
  {
    title: 'Catalog: the tool that an arrow chose is the one that is tried',
    open: openCatalog,
    keys: ['ArrowDown', 'r'],
    expected: async ({ page }) => {
      const name = await page.getByTestId('tool-row').nth(1).getAttribute('data-tool');
      await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText(name ?? '');
      await expect(page.getByTestId('try-it-no-server')).toBeVisible();
    },
  },
  {
    title: 'Catalog: sorting and then moving moves in the new order',
    open: openCatalog,
    keys: ['s', 'Home'],
    expected: async ({ page }) => {
      await expect(page.getByTestId('tool-row').first()).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByTestId('tool-row').first()).toHaveAttribute('data-current', 'true');
    },
  },
  {
    title: 'Sources: the source that an arrow chose is the one that is removed, and the next key starts behind it',
    open: openSources,
    keys: ['ArrowDown', 'Delete', 'Delete'],
    expected: async ({ config }, before) => {
      const names = (all: Config['sources']) => all.map(({ name }) => name);
      await expect.poll(() => names(config().sources)).toEqual(names(before.config.sources).toSpliced(1, 2));
    },
  },
  {
    title: 'Sources: a removal that is undone at once leaves the file as it was',
    open: openSources,
    keys: ['ArrowDown', 'Delete', 'u'],
    expected: async ({ page, config }, before) => {
      const name = before.config.sources[1]?.name ?? '';
      await expect(page.getByRole('alert').filter({ hasText: 'Undone' })).toContainText(`Removed ${name}`);
      expect(config()).toEqual(before.config);
    },
  },
  {
    title: 'Sources: disabling twice enables again',
    open: openSources,
    keys: ['ArrowDown', 'e', 'e'],
    expected: async ({ page, config }, before) => {
      const name = before.config.sources[1]?.name ?? '';
      await expect(page.getByRole('alert').filter({ hasText: `Enabled ${name}` })).toBeVisible();
      expect(config()).toEqual(before.config);
    },
  },
  {
    title: 'Sources: the source that an arrow chose is the one that is renamed',
    open: openSources,
    keys: ['ArrowDown', 'r'],
    expected: async ({ page }, before) => {
      await expect(page.getByRole('dialog', { name: `Rename ${before.config.sources[1]?.name}` })).toBeVisible();
    },
  },
  {
    title: 'Sources: the tools of the source that an arrow chose are shown',
    open: openSources,
    keys: ['End', 'ArrowUp', 'o'],
    expected: async ({ page }, before) => {
      const name = before.config.sources.at(-2)?.name ?? '';
      const line = page.getByTestId('source-tree').locator(`[data-node="source:${name}"]`);
      await expect(line).toHaveAttribute('aria-selected', 'true');
    },
  },
  {
    title: 'Evaluate: Delete twice removes two queries',
    open: openEvaluate,
    keys: ['Delete', 'Delete'],
    expected: async ({ golden }, before) => {
      const left = before.golden.split('\n').slice(2).join('\n');
      await expect.poll(golden).toBe(left);
    },
  },
  {
    title: 'Evaluate: Delete and undo leave the queries as they were',
    open: openEvaluate,
    keys: ['Delete', 'Control+z'],
    expected: async ({ page, golden }, before) => {
      await expect(page.getByRole('alert').filter({ hasText: 'Undone' })).toBeVisible();
      expect(golden()).toBe(before.golden);
    },
  },
  {
    title: 'Evaluate: the query that an arrow chose is the one that is changed',
    open: openEvaluate,
    keys: ['ArrowDown', 'e'],
    expected: async ({ page }) => {
      const query = (await page.getByTestId('golden-row').nth(1).getAttribute('data-query')) ?? '';
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Query' })).toHaveValue(query);
    },
  },
  {
    title: 'Export: the second arrow starts where the first one went',
    open: openExportPlan,
    keys: ['ArrowDown', 'ArrowDown'],
    expected: async ({ page }) =>
      expect(page.getByTestId('export-plan').locator('[data-index="2"]')).toHaveAttribute('aria-selected', 'true'),
  },
  {
    title: 'Personas: two are added',
    open: openPersonas,
    keys: ['a', 'a'],
    expected: async ({ config }, before) => {
      const names = () => config().personas?.map(({ name }) => name);
      await expect
        .poll(names)
        .toEqual([...(before.config.personas?.map(({ name }) => name) ?? []), 'persona', 'persona-2']);
    },
  },
  {
    title: 'Personas: an addition that is undone at once is gone',
    open: openPersonas,
    keys: ['a', 'Control+z'],
    expected: async ({ page, config }, before) => {
      await expect(page.getByRole('alert').filter({ hasText: 'Undone' })).toContainText('Added the persona persona');
      expect(config().personas).toEqual(before.config.personas);
    },
  },
  {
    title: 'Personas: the one that was just added is the one that is removed',
    open: openPersonas,
    keys: ['a', 'Delete'],
    expected: async ({ page, config }, before) => {
      await expect(page.getByTestId('access')).toHaveAttribute('data-persona', '');
      await page.keyboard.press('Control+z');
      await expect.poll(() => config().personas?.at(-1)?.name).toBe('persona');
      await page.keyboard.press('Control+z');
      await expect.poll(() => config().personas).toEqual(before.config.personas);
    },
  },
  {
    title: 'Export: to the other kind and back, and to the packs',
    open: openExport,
    keys: ['x', 'x', 'p'],
    expected: async ({ page }) =>
      expect(page.getByRole('group', { name: 'Packs' }).getByRole('checkbox').first()).toBeFocused(),
  },
  {
    title: 'Export: to the catalog, and to its format',
    open: openExport,
    keys: ['x', 'f'],
    expected: async ({ page }) => expect(page.getByRole('combobox', { name: 'Format' })).toBeFocused(),
  },
  {
    title: 'Prompt: the profiles, and a new one among them',
    open: async (page) => {
      await goTo(page, 'prompt');
      await expect(page.getByTestId('cache-break')).toBeVisible();
    },
    keys: ['p', 'n'],
    expected: async ({ page }) =>
      expect(page.getByRole('dialog', { name: 'New profile' }).getByRole('textbox', { name: 'Name' })).toBeFocused(),
  },
  {
    title: 'Tuner: the tools that an arrow chose are the ones that are moved',
    open: openDrawers,
    keys: ['Home', 'b'],
    expected: async ({ page, config }, before) => {
      expect(before.config.tool_search.always_loaded_patterns).toBeUndefined();
      await expect.poll(() => config().tool_search.always_loaded_patterns?.length ?? 0).toBeGreaterThan(0);
      await expect(page.getByRole('alert').getByRole('button', { name: 'Undo' })).toBeVisible();
    },
  },
  {
    title: 'Tuner: a move that is undone at once leaves the file as it was',
    open: openDrawers,
    keys: ['Home', 'b', 'Control+z'],
    expected: async ({ page, config }, before) => {
      await expect(page.getByRole('alert').filter({ hasText: 'Undone' })).toBeVisible();
      expect(config()).toEqual(before.config);
    },
  },
];

for (const [index, { title, open, keys, expected }] of cases.entries()) {
  test.describe(() => {
    test.use({ lateness: index + 1 });
    test(`keys within one frame, answered late: ${title}`, async ({ app: { page, workspace } }) => {
      const config = () => parse(readFileSync(join(workspace, 'pegboard.yaml'), 'utf8')) as Config;
      const golden = () => readFileSync(join(workspace, 'evals/golden.jsonl'), 'utf8');
      const before = { config: config(), golden: golden() };
      await open(page, workspace);
      await pressTogether(page, keys);
      await expected({ page, config, golden }, before);
    });
  });
}

test.describe(() => {
  test.use({ lateness: cases.length + 1 });
  test('keys within one frame, answered late: Evaluate: the query that a filter leaves is the one that is changed', async ({
    app: { page },
  }) => {
    await openEvaluate(page);
    const query = (await page.getByTestId('golden-row').nth(3).getAttribute('data-query')) ?? '';
    await page.keyboard.press('/');
    // The text of the filter, Enter and the key come in one task: the list is still the whole one.
    await page.evaluate((text) => {
      const field = document.activeElement as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      for (const key of ['Enter', 'e']) {
        const code = key === 'e' ? 'KeyE' : key;
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
        );
      }
    }, query);
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Query' })).toHaveValue(query);
  });
});

test('a workspace takes keys as soon as it is shown, though the answer to opening it comes later', async ({ app }) => {
  const { page } = app;
  const clone = join(app.folder, 'clone');
  cpSync(app.workspace, clone, { recursive: true, filter: (path) => !path.includes('.pegboard') });
  const held = await holdAnswers(page, (procedure) => procedure === '/workspace/open');
  await page.reload();
  await openCatalog(page);
  await page.keyboard.press('ControlOrMeta+O');
  await page.getByLabel('Folder').fill(clone);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('workspace-menu')).toContainText('clone');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('slack');
  await expect(page.getByTestId('catalog-filter')).toHaveValue('slack');
  await expect.poll(held.count).toBe(1);
  held.release();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
