import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../tests/e2e/find-browser.ts';
import { goTo } from '../../tests/e2e/go-to.ts';
import { serveApp } from '../../tests/support/serve-app.ts';
import { TeamServer, teamTokens } from '../../tests/support/team-server.ts';

/**
 * `npm run docs:pictures [name…]`: the pictures of the docs, taken from the built app on the demo workspace, in one size and theme. Each
 * entry does what a person would do before the picture.
 */
const pictures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  home: async (page) => {
    await goTo(page, 'home');
    await page.getByRole('table').first().waitFor();
  },
  playground: async (page) => {
    await goTo(page, 'search/create github issue');
    await page.getByTestId('result').first().waitFor();
  },
  skills: async (page) => {
    await goTo(page, 'search/triage an issue and review a pull request');
    await page.getByTestId('result').first().waitFor();
    await page.keyboard.press('Alt+K');
  },
  catalog: async (page) => {
    await goTo(page, 'tools/github.create_issue');
    await page.getByTestId('tool-details').waitFor();
  },
  sources: (page) => goTo(page, 'sources/github'),
  compare: async (page) => {
    await goTo(page, 'compare');
    await page.getByTestId('query').fill('give the customer their money back');
  },
  tuner: (page) => goTo(page, 'tuner'),
  use: async (page) => {
    await goTo(page, 'use');
    const read = page.getByRole('button', { name: 'Read the logs of JSON Lines' });
    const headline = page.getByTestId('use-headline');
    // The next picture finds the log allowed.
    await read.or(headline).first().waitFor();
    if (await read.isVisible()) await read.click();
    await headline.waitFor();
  },
  packs: async (page) => {
    await goTo(page, 'skills');
    await page.keyboard.press('Home');
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  },
  simulator: async (page) => {
    await goTo(page, 'runs');
    await page.locator('[data-scenario="scenarios/triage.scenario.yaml"]').click();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-testid=run-state][data-state=passed]').waitFor();
    for (const _ of [1, 2]) await page.keyboard.press('ArrowRight');
  },
  task: async (page) => {
    await goTo(page, 'runs/tasks/shop/refund-broken.task.yaml');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'An agent that does nothing' }).waitFor();
  },
  experiment: async (page) => {
    await goTo(page, 'experiments');
    await page.getByRole('button', { name: 'New experiment' }).click();
    await page.getByTestId('experiment-plan').waitFor();
    await page.getByTestId('experiment-run').click();
    await page.getByTestId('experiment-report').waitFor({ timeout: 300_000 });
  },
  'team-gateway': async (page) => {
    await startTeam();
    await goTo(page, 'team');
    await page.getByRole('textbox', { name: 'Address' }).fill(team.address);
    await page.getByLabel('Token', { exact: true }).fill(teamTokens.ops);
    await page.keyboard.press('Enter');
    await page.getByTestId('team-gateway-figures').waitFor();
  },
  costs: (page) => goTo(page, 'costs'),
  requests: async (page) => {
    await goTo(page, 'requests');
    await page.locator('.monaco-editor .view-line').first().waitFor();
  },
  export: async (page) => {
    await goTo(page, 'export');
    await page.locator('[data-pack="shipped:core"]').waitFor();
    for (const key of ['p', 'Space', 'ArrowDown', 'Space', 't']) await page.keyboard.press(key);
    await page.keyboard.insertText(join(home, 'my-agent/skills'));
    await page.getByTestId('export-plan').getByRole('treeitem').last().click();
  },
  settings: async (page) => {
    await goTo(page, 'settings');
    await page.keyboard.press('p');
    await page.getByRole('main').getByText('support', { exact: true }).first().click();
  },
  evaluate: async (page) => {
    await goTo(page, 'tests');
    await page.getByRole('button', { name: /^Engines/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'RFC, as printed' }).click();
    await page.keyboard.press('Escape');
    await page.getByTestId('evaluate-run').click();
    await page.locator('[data-testid=golden-row] [data-tone]').first().waitFor();
  },
  prompt: (page) => goTo(page, 'prompt'),
  leaks: async (page) => {
    await goTo(page, 'prompt');
    await page.getByRole('combobox', { name: 'Persona', exact: true }).click();
    await page.getByRole('option', { name: 'support' }).click();
    await page.getByText('Leaks', { exact: true }).click();
    await page.getByText('Rendering the texts').waitFor();
    await page.getByText('Rendering the texts').waitFor({ state: 'hidden' });
  },
  tour: async (page) => {
    await page.evaluate(() => localStorage.setItem('pegboard.tour', '{"state":{"state":"open","step":8},"version":1}'));
    await page.reload();
    const bar = page.getByRole('complementary', { name: 'Guided tour' });
    await bar.getByRole('button', { name: 'Run it' }).click();
    await page.locator('[data-testid=run-state][data-state=passed]').waitFor();
    await bar.getByRole('button', { name: 'Next' }).click();
    await bar.getByRole('button', { name: 'Jump there' }).click();
  },
};

/** The server of a team, with a tool that waits for approval, a caller, and a source that does not start. */
async function startTeam(): Promise<void> {
  const script = join(home, 'crm.mjs');
  writeFileSync(
    script,
    `await import(${JSON.stringify(join(import.meta.dirname, '../../tests/fixtures/mcp-servers/calls.mjs'))});\n`,
  );
  mkdirSync(join(home, 'team'));
  await team.begin([process.execPath, script]);
  for (const name of ['shop.order', 'crm.environment', 'crm.environment']) await team.call(name);
}

const home = mkdtempSync(join(tmpdir(), 'pegboard-pictures-'));
const team = new TeamServer(join(home, 'team'));
const served = await serveApp({ workspace: undefined, env: { ...process.env, PEGBOARD_HOME: home, HOME: home } });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const asked = process.argv.slice(2);
  for (const [name, prepare] of Object.entries(pictures)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const options = { viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce' } as const;
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.addInitScript(() => {
      if (localStorage.getItem('pegboard.tour') === null)
        localStorage.setItem('pegboard.tour', '{"state":{"state":"closed","step":0},"version":1}');
    });
    await page.goto(served.url);
    await page.getByTestId('status-bar').getByText('index up to date').waitFor();
    await prepare(page);
    // What is counted, fetched or drawn late is in the picture too.
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(2500);
    await page.screenshot({ path: join(import.meta.dirname, '../pictures', `${name}.png`) });
    process.stdout.write(`docs/pictures/${name}.png\n`);
    await context.close();
  }
} finally {
  await browser.close();
  await served.close();
  await team.end();
  rmSync(home, { recursive: true, force: true });
}
