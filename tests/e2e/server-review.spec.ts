import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { fifteenServers, plantedSecret } from '../support/fifteen-servers.ts';
import { oauthServer } from '../support/oauth-server.ts';
import { countActs } from './acts.ts';
import { type App, expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

const root = resolve(import.meta.dirname, '../..');
const run = (name: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(root, 'tests/fixtures/mcp-servers', `${name}.mjs`), ...args],
});

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: /servers/i });
const server = (page: Page, name: string): Locator =>
  page.locator(`[data-testid=review-server][data-server="${name}"]`);
const live = (page: Page, name: string): Locator => page.locator(`[data-testid=live-server][data-server="${name}"]`);
const row = (page: Page, name: string): Locator => page.locator(`[data-testid=source-row][data-source="${name}"]`);
const start = (page: Page): Locator => page.getByTestId('start-servers');
const variable = (page: Page, name: string): Locator =>
  page.locator(`[data-testid=review-variable][data-variable="${name}"]`);

async function openSources(page: Page): Promise<void> {
  await goTo(page, 'sources');
  await expect(page.getByTestId('sources-table').or(page.getByText('No sources yet')).first()).toBeVisible();
}

/** Drops files on the window. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const data = await page.evaluateHandle((given) => {
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(given)) transfer.items.add(new File([text], name));
    return transfer;
  }, files);
  await page.dispatchEvent('body', 'drop', { dataTransfer: data });
}

/** Pastes a text as the browser does, wherever the focus is. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const data = new DataTransfer();
    data.setData('text/plain', given);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

/** Moves the focus by Tab until it is on the element. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('The keyboard does not reach it.');
}

/** Every text in a folder and below, joined: what a value must not be in. */
function textsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

const yaml = (app: App): string => readFileSync(join(app.workspace, 'pegboard.yaml'), 'utf8');
const working = Object.keys(fifteenServers('').mcpServers).filter((name) => name !== 'broken');

test.describe('fifteen servers, in an empty workspace', () => {
  // Fifteen processes start, two of them slowly.
  test.slow();
  test.use({ tools: 0 });

  test('are added by the mouse in three acts, and no value enters the workspace', async ({ app }) => {
    const { page } = app;
    await openSources(page);
    const acts = await countActs(page);
    const begun = performance.now();
    await drop(page, { 'mcp.json': JSON.stringify(fifteenServers(app.folder)) });
    await expect(page.getByTestId('review-server')).toHaveCount(15);
    await expect(page.getByTestId('review-chosen')).toContainText('15 of 15 servers selected');
    // Every command stands there, and nothing has started.
    await expect(server(page, 'model')).toContainText('delayed.mjs 8000 model');
    await expect(server(page, 'tracker')).toContainText('receives API_KEY, REGION');
    await expect(page.getByTestId('review-consent')).toContainText(
      'run 15 commands on this computer, with your rights',
    );
    await expect(page.locator('body')).not.toContainText(plantedSecret);
    expect(yaml(app)).not.toContain('sources');

    await sheet(page).getByLabel('All variables').selectOption('Use the value in mcp.json');

    await expect(start(page)).toHaveText('Start 15 servers');
    await start(page).click();
    await expect(page.getByTestId('review-progress')).toContainText('Added 14 servers with', { timeout: 120_000 });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    test.info().annotations.push({ type: 'seconds', description: seconds });
    process.stdout.write(`Fifteen servers are added in ${await acts()} acts and ${seconds} s.\n`);
    expect(await acts()).toBe(3);

    await expect(page.getByTestId('review-progress')).toContainText('1 failed');
    for (const name of working) await expect(live(page, name)).toHaveAttribute('data-step', 'added');
    await expect(live(page, 'broken')).toContainText('cannot reach the database');
    await expect(page.locator('body')).not.toContainText(plantedSecret);
    await sheet(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByTestId('sources-count')).toContainText('14 sources');
    await expect(row(page, 'down-loads')).toContainText('running');
    expect(textsOf(app.workspace)).not.toContain(plantedSecret);
    expect(yaml(app)).toContain('API_KEY: ${env:API_KEY}');
  });

  test('are added by the keyboard alone', async ({ app }) => {
    const { page } = app;
    await openSources(page);
    await paste(page, JSON.stringify(fifteenServers(app.folder)));
    await expect(page.getByTestId('review-server')).toHaveCount(15);
    // The focus starts on the list: neither Enter nor Space starts anything unread.
    await expect(page.getByTestId('review-servers')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(start(page)).toHaveText('Start 15 servers');
    // Boxes, values and buttons are in reach, in the order of the screen.
    await tabTo(page, sheet(page).getByRole('checkbox', { name: 'Start broken' }));
    await page.keyboard.press('Space');
    await expect(start(page)).toHaveText('Start 14 servers');
    await tabTo(page, sheet(page).getByLabel('All variables'));
    await tabTo(page, start(page));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('review-progress')).toContainText('Added 14 servers with', { timeout: 120_000 });
    await tabTo(page, sheet(page).getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expect(sheet(page)).toBeHidden();
    await expect(page.getByTestId('review-status')).toHaveCount(0);
    await expect(page.getByTestId('sources-count')).toContainText('14 sources');
  });

  test('are offered where a configuration lies in the folder, in the first sight of it', async ({ app }) => {
    const { page } = app;
    writeFileSync(join(app.workspace, '.mcp.json'), JSON.stringify(fifteenServers(app.folder)));
    await page.reload();
    await expect(page.getByText('No tools yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Use the 15 servers from .mcp.json' })).toBeVisible();
    await openSources(page);
    await page.getByRole('button', { name: 'Use the 15 servers from .mcp.json' }).click();
    await expect(page.getByTestId('review-server')).toHaveCount(15);
    await sheet(page).getByRole('button', { name: 'Select none' }).click();
    await sheet(page).getByRole('checkbox', { name: 'Start oldest' }).check();
    await start(page).click();
    await expect(page.getByTestId('review-progress')).toContainText('Added 1 server with 1 tool');
    await page.keyboard.press('Escape');
    // What is left is still offered, until the user says no.
    await expect(page.getByRole('button', { name: 'Use 14 more servers from .mcp.json' })).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByTestId('project-offer')).toBeHidden();
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await openSources(page);
    await expect(row(page, 'oldest')).toBeVisible();
    await expect(page.getByTestId('project-offer')).toBeHidden();
  });
});

test('what cannot run is said before consent, and a value that is typed makes it run', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const config = {
    mcpServers: {
      tracker: { ...run('needs-key'), env: { API_KEY: '${PEGBOARD_TEST_KEY}' } },
      oldest: run('oldest'),
      off: { ...run('oldest', 'off'), disabled: true },
      nowhere: { command: 'pegboard-no-such-program' },
      old: { type: 'sse', url: 'https://old.example.com/sse' },
    },
  };
  await drop(page, { 'mcp.json': JSON.stringify(config) });
  await expect(server(page, 'old').getByTestId('review-obstacle')).toContainText('SSE');
  await expect(sheet(page).getByRole('checkbox', { name: 'Start old', exact: true })).not.toBeChecked();
  await expect(server(page, 'tracker').getByTestId('review-lacks')).toContainText('PEGBOARD_TEST_KEY');
  await expect(server(page, 'nowhere').getByTestId('review-obstacle')).toContainText('pegboard-no-such-program');
  await expect(sheet(page).getByRole('checkbox', { name: 'Start nowhere' })).not.toBeChecked();
  await expect(sheet(page).getByRole('checkbox', { name: 'Start off' })).not.toBeChecked();
  await expect(start(page)).toHaveText('Start 1 of 2 servers');
  await expect(page.getByTestId('review-consent')).toContainText('run 1 command');

  const value = sheet(page).getByLabel('Value of PEGBOARD_TEST_KEY');
  await expect(value).toHaveAttribute('type', 'password');
  await value.fill(plantedSecret);
  await expect(start(page)).toHaveText('Start 2 servers');
  await start(page).click();
  await expect(page.getByTestId('review-progress')).toContainText('Added 2 servers');
  expect(textsOf(app.workspace)).not.toContain(plantedSecret);
});

test('Escape asks nothing and starts nothing', async ({ app }) => {
  const { page } = app;
  const before = yaml(app);
  await drop(page, { 'mcp.json': JSON.stringify({ mcpServers: { oldest: run('oldest') } }) });
  await expect(server(page, 'oldest')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByTestId('review-status')).toHaveCount(0);
  expect(yaml(app)).toBe(before);
});

test('a failed server is tried again with another value, which can be kept', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const config = { mcpServers: { tracker: { ...run('needs-key'), env: { API_KEY: 'wrong' } }, oldest: run('oldest') } };
  await drop(page, { 'mcp.json': JSON.stringify(config) });
  await start(page).click();
  await expect(live(page, 'tracker')).toHaveAttribute('data-step', 'failed');
  await expect(live(page, 'oldest')).toHaveAttribute('data-step', 'added');
  await live(page, 'tracker').getByTestId('live-stderr').locator('summary').click();
  await expect(live(page, 'tracker').getByRole('log')).toContainText('API_KEY is not accepted');

  await variable(page, 'API_KEY').getByLabel('Where API_KEY comes from').selectOption('Enter a value');
  await expect(page.getByTestId('retry-failed')).toBeDisabled();
  await variable(page, 'API_KEY').getByLabel('Value of API_KEY').fill(plantedSecret);
  await variable(page, 'API_KEY').getByLabel('Keep API_KEY for this workspace').check();
  await page.getByTestId('retry-failed').click();
  await expect(live(page, 'tracker')).toHaveAttribute('data-step', 'added');
  await expect(page.getByTestId('review-progress')).toContainText('Added 2 servers');
  expect(textsOf(app.workspace)).not.toContain(plantedSecret);

  // The next configuration with that variable finds the kept value.
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  const other = { mcpServers: { second: { ...run('needs-key', 'second'), env: { API_KEY: '${API_KEY}' } } } };
  await drop(page, { 'mcp.json': JSON.stringify(other) });
  await expect(variable(page, 'API_KEY').getByLabel('Where API_KEY comes from')).toHaveValue('kept');
  await start(page).click();
  await expect(live(page, 'second')).toHaveAttribute('data-step', 'added');
});

test('Stop all stops what is under way, keeps what was added, and can be taken up again', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const config = { mcpServers: { oldest: run('oldest'), stuck: run('hangs'), 'stuck too': run('hangs', 'too') } };
  await drop(page, { 'mcp.json': JSON.stringify(config) });
  await start(page).click();
  await expect(live(page, 'oldest')).toHaveAttribute('data-step', 'added');
  await expect(live(page, 'stuck')).toHaveAttribute('data-step', 'starting');
  await sheet(page).getByRole('button', { name: 'Stop all' }).click();
  await expect(live(page, 'stuck')).toHaveAttribute('data-step', 'stopped');
  await expect(live(page, 'stuck too')).toHaveAttribute('data-step', 'stopped');
  await expect(page.getByTestId('review-progress')).toContainText('Added 1 server with 1 tool, 2 stopped.');
  expect(yaml(app)).not.toContain('stuck');
  await live(page, 'stuck').getByRole('button', { name: 'Retry stuck' }).click();
  await expect(live(page, 'stuck')).toHaveAttribute('data-step', 'starting');
  await sheet(page).getByRole('button', { name: 'Stop all' }).click();
  await expect(live(page, 'stuck')).toHaveAttribute('data-step', 'stopped');
});

test('closing the sheet stops nothing: the status bar leads back to it', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  await drop(page, { 'mcp.json': JSON.stringify({ mcpServers: { stuck: run('hangs'), oldest: run('oldest') } }) });
  await start(page).click();
  await expect(live(page, 'oldest')).toHaveAttribute('data-step', 'added');
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await goTo(page, 'tools');
  await expect(page.getByTestId('review-status')).toContainText('adding servers: 1 of 2');
  await page.getByTestId('review-status').click();
  await expect(live(page, 'stuck')).toHaveAttribute('data-step', 'starting');
  await sheet(page).getByRole('button', { name: 'Stop all' }).click();
  await sheet(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByTestId('review-status')).toHaveCount(0);
});

test('lists of tools and configurations that are dropped together go to the plan and to the sheet', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const tools = '{"tools":[{"name":"water_plants","description":"Water the plants"}]}';
  await drop(page, {
    'home.json': tools,
    'a.json': JSON.stringify({ mcpServers: { oldest: run('oldest') } }),
    'b.json': JSON.stringify({ mcpServers: { oldest: run('oldest', 'b') } }),
    'notes.txt': 'hello',
  });
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await expect(dialog.getByTestId('client-config')).toContainText('a.json, b.json name 2 servers');
  await expect(dialog.getByRole('alert').filter({ hasText: 'notes.txt' })).toContainText(
    'could not read notes.txt. notes.txt:1:1: not valid JSON',
  );
  await expect(dialog.getByTestId('import-source')).toContainText('1 added');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(page.getByTestId('status-bar')).toContainText('78 tools');
  // Then the servers of both, each with a name of its own.
  await expect(page.getByTestId('review-server')).toHaveCount(2);
  await start(page).click();
  await expect(page.getByTestId('review-progress')).toContainText('Added 2 servers');
  await sheet(page).getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'oldest')).toBeVisible();
  await expect(row(page, 'oldest-2')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a pasted line that adds a server to a client leads to the sheet', async ({ app: { page } }) => {
  await openSources(page);
  await paste(
    page,
    `claude mcp add oldest --env API_KEY=${plantedSecret} -- "${process.execPath}" ${run('oldest').args[0]}`,
  );
  await expect(page.getByTestId('review-server')).toHaveCount(1);
  await expect(server(page, 'oldest')).toContainText('receives API_KEY');
  await expect(page.locator('body')).not.toContainText(plantedSecret);
  await start(page).click();
  await expect(live(page, 'oldest')).toHaveAttribute('data-step', 'added');
});

test('a server that wants it is signed in at from its row', async ({ app: { page }, context }) => {
  const ends: (() => void)[] = [];
  const web = await oauthServer({}, (work) => void ends.push(work));
  try {
    await openSources(page);
    await drop(page, { 'mcp.json': JSON.stringify({ mcpServers: { web: { type: 'http', url: web.url } } }) });
    await expect(page.getByTestId('review-consent')).toContainText('connect to 1 address');
    await start(page).click();
    await live(page, 'web').getByRole('button', { name: 'Sign in…' }).click();
    const opened = context.waitForEvent('page');
    await page.getByTestId('sign-in-link').click();
    await expect((await opened).locator('body')).toContainText('You are signed in');
    await expect(live(page, 'web')).toHaveAttribute('data-step', 'added');
    await sheet(page).getByRole('button', { name: 'Done' }).click();
    await expect(row(page, 'web')).toContainText('running');
  } finally {
    for (const end of ends) end();
  }
});

test('hidden characters of a configuration are seen before anything runs', async ({ app: { page } }) => {
  const config = { mcpServers: { 'na\u202eme': { command: process.execPath, args: ['harmless\u202egnp.evil'] } } };
  await drop(page, { 'mcp.json': JSON.stringify(config) });
  await expect(page.getByTestId('review-server').locator('[data-hidden-character="U+202E"]')).toHaveCount(2);
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 640, height: 400 } });

  test('every part of the sheet is reached, and none is wider than the window', async ({ app: { page } }) => {
    const config = { mcpServers: { tracker: { ...run('needs-key'), env: { API_KEY: 'x' } }, oldest: run('oldest') } };
    await drop(page, { 'mcp.json': JSON.stringify(config) });
    for (const part of [server(page, 'oldest'), variable(page, 'API_KEY'), start(page)]) {
      await part.scrollIntoViewIfNeeded();
      const box = await part.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 640 && box.width > 40).toBe(true);
    }
    await start(page).click();
    await expect(page.getByTestId('review-progress')).toContainText('Added 2 servers');
  });
});

test('has no serious violation while it asks, runs and fails', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  const config = {
    mcpServers: {
      tracker: { ...run('needs-key'), env: { API_KEY: 'wrong', REGION: '${PEGBOARD_TEST_REGION}' } },
      nowhere: { command: 'pegboard-no-such-program' },
      oldest: run('oldest'),
    },
  };
  await drop(page, { 'mcp.json': JSON.stringify(config) });
  await expect(server(page, 'oldest')).toBeVisible();
  await expectAccessible(page, 'sheet');
  await variable(page, 'PEGBOARD_TEST_REGION').getByRole('combobox').selectOption('Leave out');
  await start(page).click();
  await expect(live(page, 'tracker')).toHaveAttribute('data-step', 'failed');
  await expectAccessible(page, 'failed');
});
