import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { oauthServer } from '../support/oauth-server.ts';
import { type App, expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

const root = resolve(import.meta.dirname, '../..');
const fixture = (name: string): string =>
  `${process.execPath} ${join(root, 'tests/fixtures/mcp-servers', `${name}.mjs`)}`;
const real = (name: string): string =>
  `${process.execPath} ${join(root, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`)}`;

const row = (page: Page, name: string): Locator => page.locator(`[data-testid=source-row][data-source="${name}"]`);
const details = (page: Page): Locator => page.getByTestId('source-details');
const consent = (page: Page): Locator => page.getByRole('dialog', { name: /this server\?/ });
const addDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add a source' });

async function openSources(page: Page): Promise<void> {
  await goTo(page, 'sources');
  await expect(page.getByTestId('sources-table').or(page.getByText('No sources yet')).first()).toBeVisible();
}

/** Types a command into the form, by the palette and the keyboard, up to the question. */
async function typeCommand(page: Page, line: string, name?: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('source with a command');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Add a source with a command');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Command line' })).toBeFocused();
  if (name !== undefined) await page.getByRole('textbox', { name: 'Name of the source' }).fill(name);
  await page.getByRole('textbox', { name: 'Command line' }).fill(line);
  await page.keyboard.press('Enter');
}

/** From the safe side of the question to the other. */
async function agree(page: Page): Promise<void> {
  await expect(consent(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** The safe answer has the focus. */
async function refuse(page: Page): Promise<void> {
  await expect(consent(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
}

const yaml = (app: App): string => readFileSync(join(app.workspace, 'pegboard.yaml'), 'utf8');

test.describe('in an empty workspace', () => {
  test.use({ tools: 0 });

  test('the keyboard adds a real server: command, consent, tools in the catalog', async ({ app }) => {
    const { page } = app;
    await openSources(page);
    await typeCommand(page, `${real('filesystem')} "${app.folder}"`, 'files');

    // What would run stands there word by word, and the safe answer has the focus.
    await expect(consent(page)).toContainText(join(root, 'node_modules/@modelcontextprotocol/server-filesystem'));
    await expect(consent(page)).toContainText(app.folder);
    await expect(consent(page)).toContainText('with your rights');
    expect(yaml(app)).not.toContain('files');
    await agree(page);

    await expect(row(page, 'files')).toContainText('running');
    await expect(row(page, 'files')).toContainText('just now');
    await expect(details(page).getByRole('heading', { name: 'files' })).toBeVisible();
    await expect(details(page)).toContainText('given for exactly this connection');
    expect(yaml(app)).toContain('name: files');

    // Consent is kept: the next start asks nothing.
    await page.keyboard.press('s');
    await expect(row(page, 'files')).toContainText('ready');
    await page.keyboard.press('i');
    await expect(row(page, 'files')).toContainText('running');
    await expect(consent(page)).toBeHidden();

    await page.keyboard.press('o');
    await expect(page.getByTestId('tool-row').first()).toContainText('files.');
    const line = page.getByTestId('source-tree').locator('[data-node="source:files"]');
    await expect(line).toHaveAttribute('aria-selected', 'true');
  });

  test('teaches, and leads from the empty catalog to the form', async ({ app: { page } }) => {
    await page.getByRole('button', { name: 'Add a source…' }).click();
    await page.getByRole('tab', { name: 'Found on this computer' }).click();
    await expect(addDialog(page)).toContainText('No program on this computer lists an MCP server');
    await page.keyboard.press('Escape');
    await openSources(page);
    await expect(page.getByText('pegboard import --discover')).toBeVisible();
  });
});

test('a server with skills gets a pack: the plan lists them, names what is left out, and the skills are on their screen', async ({
  app,
}) => {
  const { page } = app;
  const state = join(app.folder, 'skills.json');
  const says = (skills: object) => writeFileSync(state, JSON.stringify({ skills }));
  says({ 'pack/good': {}, 'pack/old': {} });
  await openSources(page);
  await typeCommand(page, `${fixture('skills')} "the state of a file" "${state}"`, 'skilled');
  await agree(page);
  await expect(row(page, 'skilled')).toContainText('running');
  await expect(details(page)).toContainText('in the pack skilled');

  // Another import shows what changed before anything is written; a skill with a bad name is left out.
  says({ 'pack/good': { 'notes.md': 'New.' }, 'pack/new': {}, 'pack/.git': {} });
  await page.keyboard.press('i');
  const job = page.getByTestId('source-job');
  await expect(job).toHaveAttribute('data-step', 'review');
  const skills = job.getByTestId('import-skills');
  await expect(skills).toContainText('Skills, in the pack skilled:');
  await skills.getByText('+1 added').click();
  await expect(skills).toContainText('pack/new');
  await expect(skills).toContainText('~1');
  await expect(skills).toContainText('−1 removed');
  await expect(job).toContainText('pack/.git');
  await expect(job).toContainText('is left out');
  await expectAccessible(page, 'plan with skills');
  await job.getByRole('button', { name: 'Apply' }).click();
  await expect(job).toBeHidden();
  await expect.poll(() => existsSync(join(app.workspace, 'sources/skilled.skills/pack/old/SKILL.md'))).toBe(false);

  await goTo(page, 'skills');
  await expect(page.locator('[data-row="skilled/pack/good/SKILL.md"]')).toContainText('1 file');
  await expect(page.locator('[data-row="skilled/pack/new/SKILL.md"]')).toBeVisible();
});

test('refusing starts nothing, writes nothing, and keeps what was typed', async ({ app }) => {
  const { page } = app;
  const before = yaml(app);
  await openSources(page);
  const witness = join(app.folder, 'started');
  await typeCommand(page, `STARTS=${witness} ${fixture('changing')}`, 'changing');
  await expect(consent(page)).toContainText('STARTS');
  await refuse(page);
  await expect(consent(page)).toBeHidden();
  await expect(row(page, 'changing')).toContainText('not added');
  expect(existsSync(witness)).toBe(false);
  expect(yaml(app)).toBe(before);

  await details(page).getByRole('button', { name: 'Edit…' }).click();
  await expect(page.getByRole('textbox', { name: 'Command line' })).toHaveValue(/changing\.mjs/);
  await expect(page.getByRole('textbox', { name: 'Name of variable 1' })).toHaveValue('STARTS');
  await page.getByRole('button', { name: 'Start…' }).click();
  await agree(page);
  await expect(row(page, 'changing')).toContainText('running');
  await expect(page.locator('[data-testid=source-row][data-source=changing]')).toHaveCount(1);
  expect(existsSync(witness)).toBe(true);
  // The value served the session; the file has a reference.
  expect(yaml(app)).toContain('STARTS: ${env:STARTS}');
  expect(yaml(app)).not.toContain(witness);

  // What the server writes to stderr is there to be read.
  await details(page).getByText('Log (stderr)').click();
  await expect(details(page).getByRole('log')).toContainText('started with nothing');
});

test('a changed command asks again, and says what was agreed to before', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  await typeCommand(page, `${fixture('oldest')} one`, 'server');
  await agree(page);
  await expect(row(page, 'server')).toContainText('running');
  const path = join(app.workspace, 'pegboard.yaml');
  writeFileSync(path, yaml(app).replace('one', 'another'));
  await expect(details(page)).toContainText('oldest.mjs another');
  await page.keyboard.press('i');
  await expect(consent(page)).toContainText('another');
  await expect(consent(page).getByTestId('consent-before')).toContainText('oldest.mjs one');
  await refuse(page);
  await expect(consent(page)).toBeHidden();
  await expect(details(page)).toContainText('not given yet');
});

test('hidden characters of a command are seen before it is agreed to', async ({ app: { page } }) => {
  await openSources(page);
  await typeCommand(page, 'npx -y harmless\u202egnp.evil');
  await expect(consent(page).locator('[data-hidden-character="U+202E"]')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(consent(page)).toBeHidden();
});

test('a server that hangs is cancelled, and the screen may be left meanwhile', async ({ app }) => {
  const { page } = app;
  const before = yaml(app);
  await openSources(page);
  await typeCommand(page, fixture('hangs'), 'slow');
  await agree(page);
  // It connects for a moment; starting is what lasts.
  await expect(page.getByTestId('source-job')).toContainText('Starting');
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-table')).toBeVisible();
  await goTo(page, 'sources');
  await expect(row(page, 'slow')).toContainText('starting');
  await page.keyboard.press('x');
  await expect(row(page, 'slow')).toBeHidden();
  expect(yaml(app)).toBe(before);
});

test('a server that ends says why, and the next act is a button away', async ({ app: { page } }) => {
  await openSources(page);
  await typeCommand(page, fixture('exits'), 'broken');
  await agree(page);
  await expect(page.getByTestId('error-notice')).toHaveAttribute('data-code', 'server_failed');
  await expect(page.getByTestId('job-stderr')).toContainText('cannot reach the database with no password');
  // A reload loses the command that was typed, and not what went wrong.
  await page.reload();
  await expect(page.getByTestId('failed-before')).toContainText('broken');
  await expect(page.getByTestId('failed-before')).toContainText('exit code 1');
  await page.getByTestId('failed-before').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByTestId('failed-before')).toHaveCount(0);
  await typeCommand(page, fixture('exits'), 'broken');
  await agree(page);
  await details(page).getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('textbox', { name: 'Command line' }).fill(fixture('oldest'));
  await page.keyboard.press('Enter');
  await agree(page);
  await expect(row(page, 'broken')).toContainText('running');
  await expect(row(page, 'broken')).toContainText('2024-11-05');
});

test('a variable that is not set is named, with the line that sets it', async ({ app: { page } }) => {
  await openSources(page);
  await typeCommand(page, fixture('calls'), 'calls');
  await expect(consent(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await details(page).getByRole('button', { name: 'Edit…' }).click();
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await page.getByRole('textbox', { name: 'Name of variable 1' }).fill('API_TOKEN');
  await page.keyboard.press('Enter');
  await agree(page);
  await expect(page.getByTestId('error-notice')).toHaveAttribute('data-code', 'variable_missing');
  await expect(details(page)).toContainText('export API_TOKEN=…');
});

test('whatever is pasted into one box leads to the sheet, the form or the plan that it needs', async ({ app }) => {
  const { page } = app;
  const memory = {
    command: process.execPath,
    args: [join(root, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js')],
  };
  const docs = { url: 'https://docs.example.com/mcp', headers: { Authorization: 'Bearer planted-secret-1' } };
  const config = JSON.stringify({ mcpServers: { memory, docs } });
  const box = page.getByRole('textbox', { name: 'Paste your configuration, command or tools' });
  await openSources(page);
  await page.keyboard.press('a');
  await expect(box).toBeFocused();
  await box.fill(config);
  await page.getByRole('button', { name: 'Review 2 servers…' }).click();
  const servers = page.getByTestId('review-server');
  await expect(servers).toHaveCount(2);
  await expect(page.getByRole('dialog', { name: 'Add servers from the pasted text' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('planted-secret-1');
  await page.getByRole('checkbox', { name: 'Start docs' }).uncheck();
  await page.getByRole('button', { name: 'Start 1 server' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'memory')).toContainText('running');

  // The same configuration marks what is there already.
  await page.keyboard.press('ControlOrMeta+I');
  await addDialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'mcp.json', mimeType: 'application/json', buffer: Buffer.from(config) });
  await expect(servers.filter({ hasText: 'server-memory' })).toContainText('already added as memory');
  await expect(page.getByRole('checkbox', { name: 'Start memory' })).not.toBeChecked();
  await page.keyboard.press('Escape');

  await page.keyboard.press('a');
  await box.fill('TOKEN=x npx -y server .');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Command line' })).toHaveValue('TOKEN=x npx -y server .');
  await page.getByRole('tab', { name: 'Paste or file' }).click();
  await box.fill('https://mcp.example.com/mcp');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://mcp.example.com/mcp');
  await page.getByRole('tab', { name: 'Paste or file' }).click();
  await box.fill('[{"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}}]');
  await expect(addDialog(page).getByTestId('import-source')).toContainText('1 added');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByTestId('status-bar')).toContainText('87 tools');
});

test('the connection of a source is edited as it stands in the file, imported again, and undone', async ({ app }) => {
  const { page } = app;
  await openSources(page);
  await typeCommand(page, `STARTS=${join(app.folder, 'started')} ${fixture('changing')} one`, 'server');
  await agree(page);
  await expect(row(page, 'server')).toContainText('running');
  const before = yaml(app);

  await details(page).getByRole('button', { name: 'Edit connection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the connection of server' });
  const line = dialog.getByRole('textbox', { name: 'Command line' });
  await expect(line).toHaveValue(/changing\.mjs one$/);
  // A value is a reference: the one that was typed is not shown again.
  await expect(dialog.getByRole('textbox', { name: 'Name of variable 1' })).toHaveValue('STARTS');
  await expect(dialog.getByRole('textbox', { name: 'Value of variable 1' })).toHaveValue('');
  await line.fill('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toContainText('Type the command that starts the server.');
  expect(yaml(app)).toBe(before);

  await line.fill(`${fixture('oldest')} two`);
  await dialog.getByRole('button', { name: 'Save and import again' }).click();
  await expect(dialog).toBeHidden();
  // What would run is another program now, so that consent is asked for again.
  await expect(consent(page)).toContainText('oldest.mjs');
  await expect(consent(page).getByTestId('consent-before')).toContainText('changing.mjs one');
  await agree(page);
  await expect(page.getByTestId('source-job')).toHaveAttribute('data-step', 'review');
  await page.getByTestId('source-job').getByRole('button', { name: 'Discard' }).click();
  expect(yaml(app)).toContain('oldest.mjs');

  await page
    .getByRole('alert')
    .filter({ hasText: 'Changed the connection of server' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(details(page)).toContainText('changing.mjs one');
  expect(yaml(app)).toBe(before);
});

test('finds what the clients on this computer know, and starts nothing by itself', async ({ app }) => {
  const { page } = app;
  cpSync(join(root, 'tests/fixtures/client-configs/linux/home'), app.machine, { recursive: true });
  const path = join(app.machine, '.cursor/mcp.json');
  writeFileSync(
    path,
    JSON.stringify({
      mcpServers: { tools: { command: process.execPath, args: [join(root, 'tests/fixtures/mcp-servers/calls.mjs')] } },
    }),
  );
  await openSources(page);
  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Found on this computer' }).click();
  const list = page.getByTestId('discovered');
  for (const client of ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'Windsurf', 'Codex']) {
    await expect(list.getByRole('heading', { name: client }).first()).toBeVisible();
  }
  await expect(addDialog(page)).toContainText('Nothing has started.');
  await page.getByRole('button', { name: /^Review 1 server from Cursor/ }).focus();
  await page.keyboard.press('Enter');
  // Only the servers of that configuration are on the sheet.
  await expect(page.getByTestId('review-server')).toHaveCount(1);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'tools')).toContainText('running');
  await expect(page.getByTestId('sources-count')).toContainText('1 running');
});

test('a changed list is marked, shown as a plan with every difference, and applied', async ({ app }) => {
  const { page } = app;
  const tool = (name: string, description: string, properties: object, required: string[] = []) => ({
    name,
    description,
    inputSchema: { type: 'object', properties, required },
  });
  const file = app.write(
    'tools.json',
    JSON.stringify([
      tool('read', 'Reads a file from the disk.', { path: { type: 'string' } }),
      tool('gone', 'Goes away.', {}),
    ]),
  );
  await openSources(page);
  await typeCommand(page, `TOOLS=${file} ${fixture('from-file')}`, 'disk');
  await agree(page);
  await expect(row(page, 'disk')).toContainText('running');

  app.write(
    'tools.json',
    JSON.stringify([
      tool('read', 'Reads a whole file from the disk.', { path: { type: 'number' }, mode: { type: 'string' } }, [
        'mode',
      ]),
      tool('write', 'Writes a file.', {}),
    ]),
  );
  await expect(row(page, 'disk')).toContainText('stale');
  await page.keyboard.press('i');
  const job = page.getByTestId('source-job');
  await expect(job).toHaveAttribute('data-step', 'review');
  await expect(row(page, 'disk')).toContainText('ready for review');
  await expect(job).toContainText('+1 added');
  await expect(job).toContainText('−1 removed');
  const drift = job.getByTestId('tool-drift');
  await expect(drift).toContainText('disk.read');
  await expect(drift).toContainText('breaking');
  await expect(drift.locator('ins').filter({ hasText: 'whole' })).toBeVisible();
  await expect(drift).toContainText('mode');
  const captured = join(app.workspace, 'sources/disk.json');
  const before = readFileSync(captured, 'utf8');

  // Looked at and put aside: nothing is written, the mark stays.
  await job.getByRole('button', { name: 'Discard' }).click();
  await expect(row(page, 'disk')).toContainText('stale');
  expect(readFileSync(captured, 'utf8')).toBe(before);

  // What changed since it was looked at is not written either: there is a new plan first.
  await page.keyboard.press('i');
  await expect(job).toHaveAttribute('data-step', 'review');
  app.write('tools.json', JSON.stringify([tool('read', 'Reads files.', {}), tool('write', 'Writes a file.', {})]));
  await job.getByRole('button', { name: 'Apply' }).click();
  await expect(job).toContainText('The source changed again');
  expect(readFileSync(captured, 'utf8')).toBe(before);
  await job.getByRole('button', { name: 'Apply' }).click();
  await expect(job).toBeHidden();
  await expect(row(page, 'disk')).not.toContainText('stale');
  expect(readFileSync(captured, 'utf8')).toContain('Reads files.');
});

test('renames with its plan, disables and removes, and takes each back', async ({ app }) => {
  const { page } = app;
  const before = yaml(app);
  const files = readdirSync(join(app.workspace, 'sources')).toSorted();
  await openSources(page);
  await page.keyboard.press('t');
  await page.keyboard.press('Home');
  await expect(details(page).getByRole('heading', { name: 'github' })).toBeVisible();

  await page.keyboard.press('r');
  const rename = page.getByRole('dialog', { name: 'Rename github' });
  await expect(rename.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await page.keyboard.type('hub');
  await expect(rename.getByTestId('rename-plan')).toContainText('github.create_issue → hub.create_issue');
  await page.keyboard.press('Enter');
  await expect(row(page, 'hub')).toBeVisible();
  await expect(row(page, 'github')).toBeHidden();
  await page.keyboard.press('u');
  await expect(row(page, 'github')).toBeVisible();
  expect(yaml(app)).toBe(before);

  await page.keyboard.press('e');
  await expect(row(page, 'github')).toContainText('disabled');
  await expect(page.getByTestId('status-bar')).toContainText('42 tools');
  await page.keyboard.press('u');
  await expect(row(page, 'github')).toContainText('ready');
  expect(yaml(app)).toBe(before);

  await page.keyboard.press('Delete');
  await expect(row(page, 'github')).toBeHidden();
  expect(yaml(app)).not.toContain('- name: github');
  // By the button of the notice this time.
  await page.getByRole('alert').filter({ hasText: 'Removed github' }).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'github')).toBeVisible();
  await expect(page.getByTestId('status-bar')).toContainText('77 tools');
  expect(yaml(app)).toBe(before);
  expect(readdirSync(join(app.workspace, 'sources')).toSorted()).toEqual(files);
});

test('a broken source is named where it matters, and every place leads to it', async ({ app }) => {
  const { page } = app;
  const path = join(app.workspace, 'pegboard.yaml');
  writeFileSync(path, 'sources:\n  - {name: gone, path: sources/missing.json, format: tools_list}\n');
  await expect(page.getByText('The sources have no tools')).toBeVisible();
  await expect(page.getByText('No tools yet')).toBeHidden();
  await page.getByRole('button', { name: 'Go to Sources' }).click();
  await expect(row(page, 'gone')).toContainText('unreadable');
  await expect(details(page)).toContainText('missing.json');

  await goTo(page, 'tools');
  await expect(page.getByText('The sources have no tools')).toBeVisible();
  await page.getByTestId('status-problems').click();
  await page.getByRole('button', { name: 'Show the source' }).click();
  await expect(details(page).getByRole('heading', { name: 'gone' })).toBeVisible();
});

test('a server that wants it is signed in at, in a page of its own, and signed out of again', async ({
  app: { page },
  context,
}) => {
  const ends: (() => void)[] = [];
  const server = await oauthServer({}, (work) => void ends.push(work));
  try {
    await openSources(page);
    await page.keyboard.press('a');
    await page.getByRole('tab', { name: 'Address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(server.url);
    await page.getByRole('textbox', { name: 'Name of the source' }).fill('web');
    await page.keyboard.press('Enter');
    await expect(consent(page)).toContainText(server.url);
    await agree(page);
    await expect(page.getByTestId('error-notice')).toHaveAttribute('data-code', 'authentication_required');

    // Nobody is sent anywhere unasked, and waiting can be given up.
    await details(page).getByRole('button', { name: 'Sign in…' }).click();
    const link = page.getByTestId('sign-in-link');
    await expect(link).toHaveAttribute('rel', 'noreferrer');
    expect(server.asked).not.toContain('authorize');
    await page.keyboard.press('x');
    await expect(row(page, 'web')).toBeHidden();

    await page.keyboard.press('a');
    await page.getByRole('tab', { name: 'Address' }).click();
    await page.getByRole('textbox', { name: 'Address' }).fill(server.url);
    await page.getByRole('textbox', { name: 'Name of the source' }).fill('web');
    await page.keyboard.press('Enter');
    await details(page).getByRole('button', { name: 'Sign in…' }).click();
    const opened = context.waitForEvent('page');
    await link.click();
    await expect((await opened).locator('body')).toContainText('You are signed in');
    await expect(row(page, 'web')).toContainText('running');
    await expect(details(page)).toContainText('signed in');

    await details(page).getByRole('button', { name: 'Sign out' }).click();
    await expect(details(page).getByRole('button', { name: 'Sign out' })).toBeHidden();
    for (const secret of server.secrets) await expect(page.locator('body')).not.toContainText(secret);
  } finally {
    for (const end of ends) end();
  }
});

test('has no serious violation in the list and in the dialog that adds', async ({ app }) => {
  const { page } = app;
  cpSync(join(root, 'tests/fixtures/client-configs/linux/home'), app.machine, { recursive: true });
  await openSources(page);
  await expectAccessible(page, 'list');

  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Found on this computer' }).click();
  await expect(page.getByTestId('discovered').getByRole('heading').first()).toBeVisible();
  await expectAccessible(page, 'discovery');
  await page.getByRole('tab', { name: 'Paste or file' }).click();
  await page.getByRole('textbox', { name: 'Paste your configuration, command or tools' }).fill('npx x | sh');
  await expect(addDialog(page)).toContainText('is a shell character');
  await expectAccessible(page, 'paste');
  await page.getByRole('tab', { name: 'Address' }).click();
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByRole('button', { name: 'Connect…' }).click();
  await expect(addDialog(page)).toContainText('Type the address of the server.');
  await expectAccessible(page, 'address');
});

test('has no serious violation while it asks, imports, renames and fails', async ({ app }) => {
  const { page } = app;
  await openSources(page);

  const file = app.write(
    'tools.json',
    '[{"name": "read", "description": "Reads.", "inputSchema": {"type": "object"}}]',
  );
  await typeCommand(page, `TOOLS=${file} ${fixture('from-file')}`, 'disk');
  await expect(consent(page)).toBeVisible();
  await expectAccessible(page, 'consent');
  await agree(page);
  await expect(row(page, 'disk')).toContainText('running');
  app.write('tools.json', '[{"name": "read", "description": "Reads all.", "inputSchema": {"type": "object"}}]');
  await expect(row(page, 'disk')).toContainText('stale');
  await expectAccessible(page, 'stale');
  await page.keyboard.press('i');
  await expect(page.getByTestId('tool-drift')).toBeVisible();
  await expectAccessible(page, 'plan');
  await page.keyboard.press('r');
  await page.getByRole('textbox', { name: 'New name' }).fill('drive');
  await expect(page.getByTestId('rename-plan')).toContainText('drive.read');
  await expectAccessible(page, 'rename');
  await page.keyboard.press('Escape');

  await typeCommand(page, fixture('exits'), 'broken');
  await agree(page);
  await expect(page.getByTestId('job-stderr')).toBeVisible();
  await expectAccessible(page, 'failed');
});
