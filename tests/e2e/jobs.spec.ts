import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { parse } from 'yaml';
import { countActs } from './acts.ts';
import { type App, expect, test } from './app.ts';

/**
 * The usual tasks, each by mouse and by keyboard from Home, with the most actions that each may take. A person's own servers
 * are brought in by `server-review.spec.ts`, in three.
 */
test.use({ startScreen: 'home', contextOptions: { reducedMotion: 'reduce' } });

interface Job {
  readonly title: string;
  /** How many tools the workspace has; the demo without it. */
  readonly tools?: number;
  readonly prepare?: (app: App) => void;
  readonly byMouse: (app: App) => Promise<void>;
  readonly byKeyboard: (app: App) => Promise<void>;
  /** What holds when the job is done. */
  readonly done: (app: App) => Promise<void>;
  /** The most acts by mouse and by keyboard. */
  readonly acts: readonly [mouse: number, keyboard: number];
}

const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name });

/** Types a text where the focus is. */
const type = (page: Page, text: string) => page.keyboard.type(text);
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });

const config = ({ workspace }: App) => parse(readFileSync(join(workspace, 'pegboard.yaml'), 'utf8'));
const misunderstood = 'tell the team about a delayed parcel';

async function askWhyNot(page: Page): Promise<void> {
  await expect(page.getByTestId('why-not-tool')).toBeFocused();
  await type(page, 'slack.send_message');
  await expect(page.getByRole('option', { name: 'slack.send_message', exact: true })).toBeVisible();
  await press(page, 'Enter');
  await expect(page.getByTestId('suggestion').first()).toContainText(/^\d+ → 1/);
}

const jobs: readonly Job[] = [
  {
    title: 'a stranger looks around in the demo',
    tools: 0,
    byMouse: ({ page }) => page.getByRole('button', { name: 'Try the demo' }).click(),
    byKeyboard: async ({ page }) => {
      await press(page, 'ControlOrMeta+K');
      await type(page, 'demo');
      await expect(palette(page)).toContainText('demo');
      await press(page, 'Enter');
    },
    done: async ({ page }) => {
      await expect(page.getByTestId('status-bar')).toContainText('77 tools');
      await expect(page.getByTestId('home-carried')).toContainText('13 of 77 tools are always loaded');
    },
    acts: [1, 3],
  },
  {
    title: 'a tool that is not found is asked about, and found',
    byMouse: async ({ page }) => {
      await place(page, 'Search').click();
      await page.getByTestId('query').click();
      await type(page, misunderstood);
      await page.getByRole('tab', { name: 'Why not…?' }).click();
      await page.getByTestId('why-not-tool').click();
      await askWhyNot(page);
      await page.getByTestId('suggestion').first().getByRole('button').first().click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+3');
      await expect(page.getByTestId('query')).toBeFocused();
      await type(page, misunderstood);
      await press(page, 'Alt+W');
      await askWhyNot(page);
      await press(page, 'Alt+Y');
    },
    done: ({ page }) => expect(page.getByTestId('result').first()).toContainText('slack.send_message'),
    acts: [8, 6],
  },
  {
    title: 'the prompt is fitted to a budget',
    byMouse: async ({ page }) => {
      await place(page, 'Tools').click();
      await page.getByRole('button', { name: 'Always loaded', exact: true }).first().click();
      await page.getByTestId('budget-field').click();
      await type(page, '4000');
      await press(page, 'Enter');
      await page.getByRole('button', { name: 'Fit to budget…' }).click();
      await page.getByRole('button', { name: /^Defer \d+ tools?$/ }).click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+T');
      await expect(page.getByTestId('budget-field')).toBeVisible();
      await press(page, 'u');
      await expect(page.getByTestId('budget-field')).toBeFocused();
      await type(page, '4000');
      await press(page, 'Enter', 'Tab', 'Enter');
      await expect(page.getByRole('button', { name: /^Defer \d+ tools?$/ })).toBeEnabled();
      await expect(page.getByRole('button', { name: /^Defer \d+ tools?$/ })).toBeFocused();
      await press(page, 'Enter');
    },
    done: async (app) => {
      await expect(app.page.getByTestId('budget-state')).toContainText('left');
      expect(config(app).tuning).toEqual({ prompt_budget: 4000 });
    },
    acts: [7, 7],
  },
  {
    title: 'a skill is written',
    byMouse: async ({ page }) => {
      await place(page, 'Skills').click();
      await page.getByTestId('packs').getByRole('button', { name: 'New skill…' }).first().click();
      await writeSkill(page);
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+6');
      await expect(page.getByTestId('pack-tree')).toBeVisible();
      await press(page, 'Alt+N');
      await writeSkill(page);
    },
    done: async ({ page, workspace }) => {
      await expect(page.getByTestId('document-state')).toHaveText('Saved');
      const file = join(workspace, 'packs/mine/refund.skill.yaml');
      expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('title: Refund an order');
    },
    acts: [9, 9],
  },
  {
    title: 'a scenario is made and run',
    byMouse: async ({ page }) => {
      await place(page, 'Runs').click();
      await page.getByRole('button', { name: 'New scenario' }).click();
      await nameScenario(page);
      await page.getByTestId('simulator-run').click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+5');
      await expect(page.locator('[data-scenario]').first()).toBeVisible();
      await press(page, 'n');
      await nameScenario(page);
      await press(page, 'ControlOrMeta+Enter');
    },
    done: ({ page }) => expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed'),
    acts: [5, 5],
  },
  {
    title: 'the prompts of two steps of a run are compared',
    byMouse: async ({ page }) => {
      await place(page, 'Runs').click();
      await page.locator('[data-scenario="scenarios/triage.scenario.yaml"]').click();
      await page.getByTestId('simulator-run').click();
      await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed');
      await page.getByTestId('film').getByRole('option').nth(2).click();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+5');
      await expect(page.locator('[data-scenario]').first()).toBeVisible();
      await press(page, 'ControlOrMeta+Enter');
      await expect(page.getByTestId('run-state')).toHaveAttribute('data-state', 'passed');
      await press(page, 'ArrowRight', 'v');
    },
    done: ({ page }) => expect(page.getByRole('dialog').getByTestId('text-diff')).toBeVisible(),
    acts: [5, 4],
  },
  {
    title: 'the golden queries are measured',
    byMouse: async ({ page }) => {
      await place(page, 'Tests').click();
      await page.getByTestId('evaluate-run').click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+4');
      await expect(page.getByTestId('golden-row').first()).toBeVisible();
      await press(page, 'r');
    },
    done: ({ page }) => expect(page.getByTestId('metrics').locator('[data-engine=pegboard]')).toContainText(/0\.\d{3}/),
    acts: [2, 2],
  },
  {
    title: 'a pack is exported',
    byMouse: async (app) => {
      await app.page.getByRole('button', { name: 'Ship' }).click();
      await app.page.getByRole('menuitem', { name: /^Export/ }).click();
      await app.page.getByRole('checkbox', { name: 'core' }).click();
      await app.page.getByPlaceholder('/home/you/my-agent/skills').click();
      await type(app.page, join(app.folder, 'skills'));
      await app.page.getByRole('button', { name: 'Write', exact: true }).click();
    },
    byKeyboard: async ({ page, folder }) => {
      await press(page, 'ControlOrMeta+K');
      await type(page, 'export');
      await expect(palette(page)).toContainText('Export');
      await press(page, 'Enter');
      await expect(page.locator('[data-pack="shipped:core"]')).toBeVisible();
      await press(page, 'p', 'Space', 't');
      await type(page, join(folder, 'skills'));
      await press(page, 'ControlOrMeta+Enter');
    },
    done: ({ folder }) => expect.poll(() => existsSync(join(folder, 'skills/core/pack.yaml'))).toBe(true),
    acts: [6, 7],
  },
  {
    title: 'the workspace is given to an agent',
    prepare: ({ machine }) => {
      mkdirSync(join(machine, '.cursor'));
      writeFileSync(join(machine, '.cursor/mcp.json'), '{"mcpServers": {}}\n');
    },
    byMouse: async ({ page }) => {
      await page.getByRole('button', { name: 'Ship' }).click();
      await page.getByRole('menuitem', { name: /agent/ }).click();
      await page.getByTestId('connect-clients').locator('[data-client=cursor]').click();
      await page.getByTestId('connect-place').getByRole('button', { name: 'Apply' }).click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'Alt+u');
      await expect(page.getByRole('button', { name: 'Connect a client' })).toBeVisible();
      await press(page, 'c');
      const cursor = page.getByTestId('connect-clients').locator('[data-client=cursor]');
      await expect(cursor).toBeVisible();
      for (let presses = 0; presses < 12 && (await cursor.getAttribute('aria-selected')) !== 'true'; presses++)
        await press(page, 'ArrowDown');
      // Nothing is written that was not shown.
      await expect(page.getByTestId('connect-place').getByTestId('text-diff')).toContainText('pegboard');
      await press(page, 'ControlOrMeta+Enter');
    },
    done: ({ machine }) =>
      expect.poll(() => readFileSync(join(machine, '.cursor/mcp.json'), 'utf8')).toContain('"pegboard"'),
    acts: [4, 6],
  },
  {
    title: 'one tool of 10,000 is found in the table',
    tools: 10_000,
    byMouse: async ({ page }) => {
      await place(page, 'Tools').click();
      await page.getByTestId('catalog-filter').click();
      await type(page, 'service1.export_message');
      await page.getByTestId('tool-row').first().click();
    },
    byKeyboard: async ({ page }) => {
      await press(page, 'ControlOrMeta+K');
      await type(page, 'service1.export_message');
      await expect(palette(page)).toContainText('service1.export_message');
      await press(page, 'Enter');
    },
    done: ({ page }) => expect(page.getByRole('heading', { name: /^service1\.export_message/ })).toBeVisible(),
    acts: [4, 3],
  },
];

/** From the dialog that asks for the name of a new skill to the saved file; a pack is made first, for the demo has only shipped ones. */
async function writeSkill(page: Page): Promise<void> {
  await expect(page.getByTestId('new-pack-name')).toBeFocused();
  await type(page, 'mine');
  await press(page, 'Enter');
  await expect(page.getByTestId('new-skill-name')).toBeFocused();
  await type(page, 'refund');
  await press(page, 'Enter');
  await expect(page.getByTestId('field-name')).toBeFocused();
  await press(page, 'Tab');
  await type(page, 'Refund an order');
  await press(page, 'ControlOrMeta+S');
}

async function nameScenario(page: Page): Promise<void> {
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused();
  await type(page, 'Find it');
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByTestId('code-editor')).toContainText('Find it');
}

for (const { title, tools, prepare, byMouse, byKeyboard, done, acts: most } of jobs) {
  test.describe(title, () => {
    test.use({ tools });
    for (const [way, doIt, limit] of [
      ['mouse', byMouse, most[0]],
      ['keyboard', byKeyboard, most[1]],
    ] as const) {
      test(`${title}, by ${way}`, async ({ app }) => {
        prepare?.(app);
        const acts = await countActs(app.page);
        await doIt(app);
        await done(app);
        const count = await acts();
        process.stdout.write(`${title}, by ${way}: ${count} acts.\n`);
        expect(count).toBeLessThanOrEqual(limit);
      });
    }
  });
}
