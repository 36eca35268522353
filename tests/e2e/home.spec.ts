import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ startScreen: 'home', contextOptions: { reducedMotion: 'reduce' } });

test('Home answers a stranger: what the agent carries, what to do next, who is connected, where changes go', async ({
  app: { page, workspace },
}) => {
  const carried = page.getByTestId('home-carried');
  await expect(carried).toContainText(/Every prompt of your agent has [\d,]+ tokens/);
  await expect(carried).toContainText(/With all 77 tools it would have [\d,]+/);
  await expect(carried).toContainText('13 of 77 tools are always loaded');

  // The figures of the table add up to the sentence, which is the status bar's.
  const rows = carried.locator('tbody tr');
  await expect(rows).toHaveCount(5);
  const column = async (at: number) =>
    (await rows.locator(`td:nth-child(${at})`).allTextContents()).map((text) => Number(text.replaceAll(',', '')));
  const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
  const [now = 0, all = 0] = [...((await carried.textContent()) ?? '').matchAll(/(?:has|have) ([\d,]+)/g)].map(
    ([, text = '']) => Number(text.replaceAll(',', '')),
  );
  // Each row is rounded up by itself.
  expect(Math.abs(sum(await column(4)) - now)).toBeLessThanOrEqual(5);
  expect(Math.abs(sum(await column(5)) - all)).toBeLessThanOrEqual(5);
  await expect(page.getByTestId('status-prompt')).toContainText(`${(now / 1000).toFixed(1)}k`);

  // For a persona the status bar counts what Home counts, and a source keeps its colour.
  const colours = () =>
    rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('th')?.textContent,
        row.querySelector('[data-slot]')?.getAttribute('data-slot'),
      ]),
    );
  const everybody = await colours();
  const persona = page.getByRole('combobox', { name: 'Persona' });
  await persona.click();
  await page.getByRole('option', { name: 'support' }).click();
  await expect(carried).toContainText(/of (?!77)\d+ tools are always loaded/);
  const [, loaded, tools] = /(\d+) of (\d+) tools are always loaded/.exec((await carried.textContent()) ?? '') ?? [];
  await expect(page.getByTestId('status-bar')).toContainText(`${tools} of 77 tools`);
  await expect(page.getByTestId('status-bar')).toContainText(`${loaded} always loaded`);
  expect(everybody).toEqual(expect.arrayContaining(await colours()));
  await persona.click();
  await page.getByRole('option', { name: 'No persona' }).click();
  await expect(carried).toContainText('13 of 77 tools are always loaded');

  const next = page.getByTestId('home-next');
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await expect(next).toContainText('You are looking at demo tools');
  await expect(page.getByTestId('home-agents')).toContainText('No agent is connected now.');
  await expect(page.getByTestId('home')).toContainText(workspace);
  await expectAccessible(page, 'Home');

  await next.getByRole('button', { name: 'Connect an agent' }).click();
  await expect(page.getByRole('heading', { name: 'Gateway' })).toBeAttached();
  await page.goBack();
  await carried.getByRole('button', { name: 'slack' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/sources\/slack$/);
});

test('Home tells what changed since the last visit, also after a reload', async ({
  app: { page, workspace, url },
  context,
}) => {
  await expect(page.getByTestId('home-since')).toContainText('appear here next time');
  await expect(page.getByTestId('home-carried')).toContainText('tokens');
  const before = await page.getByTestId('home-carried').locator('strong').first().textContent();
  const config = join(workspace, 'pegboard.yaml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('skills:\n  enabled: true', 'skills:\n  enabled: false'));
  await expect(page.getByTestId('home-carried').locator('strong').first()).not.toHaveText(before ?? '');
  const again = await context.newPage();
  await again.goto(url);
  await expect(again.getByTestId('home-since')).toContainText('No changes.');
  writeFileSync(config, readFileSync(config, 'utf8').replace('skills:\n  enabled: false', 'skills:\n  enabled: true'));
  const change = again.getByTestId('home-since').getByRole('listitem').first();
  await expect(change).toHaveText(/^The prompt went from [\d,]+ to [\d,]+ tokens$/);
  await again.reload();
  await expect(change).toHaveText(/^The prompt went from [\d,]+ to [\d,]+ tokens$/);
});

test('the places are labelled and numbered; the same key goes on to the next screen; links open what they name', async ({
  app: { page },
  context,
}) => {
  const rail = page.getByRole('navigation', { name: 'Places' });
  await expect(rail.getByRole('button')).toHaveText(['Home', 'Tools', 'Search', 'Tests', 'Runs', 'Skills', 'Settings']);
  for (const [key, screen] of [
    ['Alt+2', 'Catalog'],
    ['Alt+2', 'Always loaded'],
    ['Alt+2', 'Use'],
    ['Alt+2', 'Health'],
    ['Alt+2', 'Sources'],
    ['Alt+3', 'Search'],
    // A place opens as it was left.
    ['Alt+2', 'Sources'],
    ['Alt+4', 'Tests'],
    ['Alt+5', 'Simulator'],
    ['Alt+6', 'Skills'],
    ['Alt+7', 'Gateway'],
    ['Alt+1', 'Home'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeAttached();
  }

  await goTo(page, 'tools/github.create_issue');
  await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText('github.create_issue');
  await page.reload();
  await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText('github.create_issue');
  await goTo(page, 'search/give the customer their money back'.replaceAll(' ', '%20'));
  await expect(page.getByTestId('result').first()).toContainText('orders.refund');
  await page.goBack();
  await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText('github.create_issue');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('copy link');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe('pegboard open tools/github.create_issue');

  await page.getByRole('button', { name: 'Ship' }).click();
  await page.getByRole('menuitem', { name: 'Check host budgets' }).click();
  await expect(page.getByRole('button', { name: 'Host budgets' })).toHaveAttribute('aria-current', 'page');
  await expect.poll(() => page.url()).toMatch(/#\/hosts$/);
});

test.describe('a workspace of ten tools', () => {
  test.use({ tools: 10 });

  test('says that tool search costs more than it saves, and turns it off', async ({ app: { page } }) => {
    const carried = page.getByTestId('home-carried');
    const status = page.getByTestId('status-prompt');
    await expect(carried).toContainText('Tool search costs more than it saves here');
    await expect(status).toHaveAttribute('data-severity', 'warning');
    await expectAccessible(page, 'Home with a loss');
    await page.getByTestId('home-next').getByRole('button', { name: 'Turn tool search off' }).click();
    await expect(carried).not.toContainText('Tool search costs more');
    await expect(carried).toContainText('10 of 10 tools are always loaded.');
    await expect(status).not.toHaveAttribute('data-severity', 'warning');
  });
});

test.describe('a workspace without tools', () => {
  test.use({ tools: 0 });

  test('begins with two buttons: my servers, or the demo', async ({ app: { page } }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'See what your agent’s tools cost, and choose which ones are always loaded',
    );
    await expectAccessible(page, 'Home without tools');
    await page.getByRole('button', { name: 'Use my MCP servers' }).click();
    await expect(page.getByRole('dialog')).toContainText('Add a source');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByTestId('status-bar')).toContainText('77 tools');
    await expect(page.getByTestId('home-carried')).toContainText('13 of 77 tools are always loaded');
  });
});
