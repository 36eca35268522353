import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Page } from '@playwright/test';
import { pegboardBin } from '../support/serve-app.ts';
import { type App, expect, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A host of the workspace: `pegboard mcp` in a process of its own, with the official client in front. */
async function connectHost({ workspace, folder, machine }: App, ...args: string[]) {
  const client = new Client(
    { name: 'test-host', version: '1.2' },
    { capabilities: {}, versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [pegboardBin, 'mcp', '--workspace', workspace, ...args],
      env: { PATH: process.env.PATH ?? '', HOME: machine, PEGBOARD_HOME: join(folder, 'home') },
      stderr: 'ignore',
    }),
  );
  return client;
}

async function openGateway(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+u');
}

const rowsOf = (page: Page, kind: string) => page.locator(`[data-testid=traffic-row][data-kind=${kind}]`);

test('what a host does shows as it happens, a search opens as it was asked, and teaches a golden query', async ({
  app,
}) => {
  const { page, workspace } = app;
  const golden = join(workspace, 'evals/golden.jsonl');
  const before = readFileSync(golden, 'utf8');
  await openGateway(page);
  await expect(page.getByText('No client is connected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect a client' })).toHaveCount(1);
  await expectAccessible(page, 'nobody');

  const host = await connectHost(app);
  try {
    await host.listTools();
    const client = page.getByTestId('gateway-client');
    await expect(client).toContainText('test-host 1.2');
    await expect(client).toContainText('stdio · search mode · no persona');
    await expect(client.locator('[data-bar=now]')).toContainText(/[\d,]+ tokens, \d+ tools −\d+ %/);
    await expect(client.locator('[data-bar=without]')).toContainText(/[\d,]+ tokens, 77 tools/);
    await expect(rowsOf(page, 'list')).toHaveCount(1);

    const query = 'file a bug about the checkout';
    await host.callTool({ name: 'tool_search', arguments: { query, limit: 5 } });
    await expect(rowsOf(page, 'search')).toContainText(query);
    await rowsOf(page, 'search').click();
    const details = page.getByTestId('request-details');
    await expect(details).toContainText('so there is no expected result');
    await expect(details.getByRole('button', { name: 'Save as golden query' })).toBeDisabled();

    await host.callTool({ name: 'tool_get', arguments: { names: ['slack.search_messages'] } });
    await host.callTool({
      name: 'tool_call_read',
      arguments: { name: 'slack.search_messages', arguments: { query: 'x' } },
    });
    await expect(rowsOf(page, 'get')).toContainText('slack.search_messages');
    await expect(rowsOf(page, 'call')).toContainText('slack.search_messages');
    await expect(rowsOf(page, 'search')).toContainText('→ missed slack.search_messages');
    await expectAccessible(page, 'traffic');

    // The newest is on top; by keyboard to the search, and to its details.
    const all = page.getByTestId('traffic-row');
    await expect(all.first()).toHaveAttribute('data-kind', 'call');
    await page.keyboard.press('t');
    await page.keyboard.press('Home');
    await expect(all.first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(details).toBeFocused();
    await expect(details).toContainText(query);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('traffic')).toBeFocused();

    // The tool that was called becomes the right answer.
    await page.keyboard.press('k');
    const line = `${JSON.stringify({ query, relevant: ['slack.search_messages'] })}\n`;
    await expect.poll(() => readFileSync(golden, 'utf8')).toBe(before + line);
    await expect(details.getByRole('button', { name: 'Saved as golden query' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    // Only what failed: the demo's tools come from a file, so the call did.
    await page.keyboard.press('f');
    await expect(all).toHaveCount(1);
    await expect(all).toHaveAttribute('data-kind', 'call');
    await page.keyboard.press('f');
    await expect(all).toHaveCount(4);

    // As it was asked, with why not.
    await rowsOf(page, 'search').click();
    await page.keyboard.press('o');
    await expect(page.getByTestId('query')).toHaveValue(query);
    await expect(page.getByRole('tab', { name: /Why not/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('#why-not-tool')).toHaveValue('slack.search_messages');
    await expect(page.getByRole('tabpanel')).toContainText('It has no word of');
    await expect(page.getByTestId('golden-line')).toContainText('slack.search_messages not in these results');
  } finally {
    await host.close();
  }

  await openGateway(page);
  await expect(page.getByTestId('gateway-client')).toContainText('disconnected');
  await expect(page.getByTestId('gateway-connected')).toHaveText('No client is connected');
});

test('older requests of the log are shown a page at a time', async ({ app }) => {
  const { page } = app;
  const host = await connectHost(app);
  await host.callTool({ name: 'tool_search', arguments: { query: 'the very first request' } });
  for (let n = 0; n < 250; n++)
    await host.callTool({ name: 'tool_get', arguments: { names: ['slack.search_messages'] } });
  await host.close();

  await openGateway(page);
  const traffic = page.getByTestId('traffic');
  const rows = (count: number) => expect(traffic).toHaveAttribute('aria-rowcount', String(count + 1));
  await rows(200);
  await page.keyboard.press('t');
  await page.keyboard.press('End');
  const older = page.getByRole('button', { name: 'Show older' });
  await expect(older).toBeVisible();
  await page.keyboard.press('m');
  await rows(251);
  await expect(older).toBeHidden();
  await page.keyboard.press('End');
  await expect(page.getByTestId('request-details')).toContainText('the very first request');

  // What comes later stands on top, and what was added stays.
  const next = await connectHost(app);
  await next.callTool({ name: 'tool_get', arguments: { names: ['slack.search_messages'] } });
  await rows(252);
  await next.close();
  await expect(page.getByTestId('request-details')).toContainText('the very first request');

  // The filter looks through everything that is listed.
  await page.keyboard.press('f');
  await rows(0);
  await expect(page.getByText('No request matches')).toBeVisible();
});

test('connects a client by the change that is shown, takes its server over, and undoes it to the byte', async ({
  app,
}) => {
  const { page, machine, workspace } = app;
  mkdirSync(join(machine, '.cursor'));
  const path = join(machine, '.cursor/mcp.json');
  const fixture = join(import.meta.dirname, '../fixtures/mcp-servers/oldest.mjs');
  const server = { command: process.execPath, args: [fixture] };
  const before = `{\n\t"mcpServers": {"oldest": ${JSON.stringify(server)}}\r\n}\n`;
  writeFileSync(path, before);

  await openGateway(page);
  await page.keyboard.press('c');
  const clients = page.getByTestId('connect-clients');
  const cursor = clients.locator('[data-client=cursor]');
  await expect(cursor).toHaveAttribute('data-state', 'found');
  await cursor.click();
  const place = page.getByTestId('connect-place');
  await expect(place.getByTestId('text-diff')).toContainText('pegboard');
  await expectAccessible(page, 'connect');
  expect(readFileSync(path, 'utf8')).toBe(before);

  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('connect-done')).toContainText(`Wrote ${path}. A copy of the previous file is in`);
  await expect(cursor).toHaveAttribute('data-state', 'connected');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    mcpServers: { oldest: server, pegboard: { args: expect.arrayContaining(['mcp', workspace]) as string[] } },
  });
  await expect(place).toContainText('Undo writes this change');
  await page.keyboard.press('u');
  await expect(page.getByTestId('connect-done')).toContainText('byte for byte');
  expect(readFileSync(path, 'utf8')).toBe(before);

  // A server moves once it is a source.
  await place.getByRole('switch', { name: 'Take over its servers' }).check({ force: true });
  await expect(page.getByTestId('connect-moving')).toContainText(
    'oldest stays: it is not a source of this workspace yet',
  );
  await page.getByRole('button', { name: 'Add its servers as sources…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^(Start|Add)/ }).click();
  await expect(sheet).toContainText(/added/i);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('connect-moving')).toContainText('oldest moves to Pegboard, as the source oldest');
  await place.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByTestId('connect-done')).toContainText('Wrote');
  const written = JSON.parse(readFileSync(path, 'utf8')) as { mcpServers: Record<string, unknown> };
  expect(Object.keys(written.mcpServers)).toEqual(['pegboard']);
  await place.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('connect-done')).toContainText('Servers restored: oldest');
  expect(readFileSync(path, 'utf8')).toBe(before);

  // A file that cannot be read is named, and nothing is written.
  writeFileSync(path, '{"mcpServers": ');
  await page.keyboard.press('b');
  await page.keyboard.press('c');
  await expect(cursor).toHaveAttribute('data-state', 'unreadable');
  await expect(place.getByTestId('findings')).toContainText(path);
  await expect(place.getByRole('button', { name: 'Apply' })).toBeDisabled();
});
