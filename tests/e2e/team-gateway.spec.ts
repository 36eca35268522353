import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type GatewayAdminState, gatewayAdminForm } from '#shared/domain/gateway-admin.ts';
import { TeamServer, teamTokens } from '../support/team-server.ts';
import { type App, expect, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';
import { goTo } from './go-to.ts';

test.use({ startScreen: 'team', contextOptions: { reducedMotion: 'reduce' } });

const fields = (page: Page) => ({
  address: page.getByRole('textbox', { name: 'Address' }),
  token: page.getByLabel('Token', { exact: true }),
});
const figures = (page: Page) => page.getByTestId('team-gateway-figures');
const trouble = (page: Page) => page.getByTestId('team-gateway-trouble');
const part = (page: Page, id: string) => page.getByTestId(`team-gateway-${id}`);

/** A team server of the test, in its folder. */
async function teamServer({ folder, write }: App): Promise<TeamServer> {
  const root = join(folder, 'team');
  mkdirSync(root);
  const real = resolve(import.meta.dirname, '../fixtures/mcp-servers/calls.mjs');
  const script = write('crm.mjs', `await import(${JSON.stringify(real)});\n`);
  const server = new TeamServer(root);
  await server.begin([process.execPath, script]);
  return server;
}

/** Everything that Pegboard kept for its user. */
function keptTexts({ folder }: App): string {
  const files = readdirSync(join(folder, 'home'), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

test('an operator sees the gateway of a team by keyboard: a wrong token, then the right one, an end and a new start', async ({
  app,
}) => {
  test.slow();
  const { page } = app;
  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await page.reload();
  const server = await teamServer(app);
  try {
    const { address, token } = fields(page);
    await expect(address).toBeVisible();
    await expectAccessible(page, 'no gateway');
    await page.keyboard.press('/');
    await expect(address).toBeFocused();
    await page.keyboard.insertText(`${server.address}/`);
    await page.keyboard.press('Tab');
    await expect(token).toBeFocused();
    await expect(token).toHaveAttribute('type', 'password');
    await page.keyboard.insertText('a-wrong-token-0123456789');
    await page.keyboard.press('Enter');
    await expect(trouble(page)).toHaveAttribute('data-trouble', 'token');
    await expectAccessible(page, 'unknown token');
    await page.keyboard.press('e');
    await expect(token).toBeFocused();
    await page.keyboard.insertText(teamTokens.ada);
    await page.keyboard.press('Enter');
    await expect(trouble(page)).toHaveAttribute('data-trouble', 'right');
    await page.keyboard.press('e');
    await expect(token).toBeFocused();
    await page.keyboard.insertText(teamTokens.ops);
    await page.keyboard.press('Enter');
    await expect(figures(page)).toBeFocused();
    await expect(part(page, 'process')).toContainText('Ready');
    await expect(trouble(page)).toHaveCount(0);
    await expect(part(page, 'catalog')).toContainText('none is refused');
    await expect(part(page, 'approvals')).toContainText(/shop\.erase\s*test\s*tool\s*new\s*new\s*not served/);
    await expect(part(page, 'trail')).toContainText(/began\s*workspace/);

    // What callers do is there with the next answer; each failure after another makes the pause longer.
    await expect(async () => {
      expect(await server.call('crm.environment')).toBe(true);
      await page.keyboard.press('r');
      await expect(page.locator('[data-paused=crm]')).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 120_000 });
    await expect(part(page, 'callers')).toContainText(/ada\s*no persona\s*[1-9]/);
    await expectAccessible(page, 'state');

    // The token stays in the core: it is in nothing that the page got, and in no file.
    expect(received.join('')).toContain('shop.erase');
    expect(received.join('')).not.toContain(teamTokens.ops);
    expect(keptTexts(app)).toContain(server.address);
    expect(keptTexts(app)).not.toContain(teamTokens.ops);
    await page.reload();
    await expect(part(page, 'approvals')).toContainText('shop.erase');

    await server.stop();
    await page.keyboard.press('r');
    await expect(trouble(page)).toHaveAttribute('data-trouble', 'unreachable');
    await expect(page.getByTestId('team-gateway-stale')).toContainText(/last answer, at .*\d:\d\d/);
    await expect(part(page, 'approvals')).toContainText('shop.erase');
    await expectAccessible(page, 'unreachable');
    await server.start();
    await page.keyboard.press('r');
    await expect(trouble(page)).toHaveCount(0);
    await expect(page.getByTestId('team-gateway-answered')).toBeVisible();
  } finally {
    await server.end();
  }
});

const time = '2026-03-31T15:00:00.000Z';
const nothing = { items: [], more: 0 };
const state: GatewayAdminState = {
  schema: gatewayAdminForm,
  at: time,
  process: {
    ...{ host: 'one', pid: 7, version: '1.2.3', started_at: time, requests_under_way: 2 },
    ...{ ready: true, problem: null, store: 'postgresql' },
  },
  catalog: {
    ...{ from: 'git', version: 'a1b2c3d4e5f6a7b8c9d0', since: time, tools: 1200, checked_at: time },
    problem: 'The commit f00 does not load: pegboard.yaml:3 is wrong.',
  },
  upstreams: nothing,
  calls: { since: time, problem: 'The log is away.', personas: nothing, outcomes: nothing },
  callers: {
    items: [
      { name: 'Bearer a-token-that-is-repeated-here', persona: '\u202e<b>', requests: 4000, refused: 3, last_at: time },
    ],
    more: 7,
  },
  approvals: nothing,
  sign_ins: { items: [{ source: 'crm', callers: 12 }], more: 0, problem: null },
  trail: { ...nothing, problem: null },
};

/** A server whose answers a test decides; how often it was asked, and the answers that it holds back. */
async function scriptedServer() {
  const script = { status: 200, body: JSON.stringify(state), asked: 0, isHeld: false, held: [] as ServerResponse[] };
  const server = createServer((_, response) => {
    script.asked++;
    if (script.isHeld) script.held.push(response);
    else response.writeHead(script.status).end(script.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { script, address, close };
}

async function keepByMouse(page: Page, address: string, token: string): Promise<void> {
  await fields(page).address.fill(address);
  await fields(page).token.fill(token);
  await page.getByRole('button', { name: 'Show the gateway' }).click();
}

test('each state says what is wrong, figures stay, and the gateway is forgotten, by mouse', async ({ app }) => {
  const { page } = app;
  const { script, address, close } = await scriptedServer();
  const ask = page.getByRole('button', { name: 'Ask now' });
  const says = async (kind: string, status: number, body: string) => {
    Object.assign(script, { status, body });
    await ask.click();
    await expect(trouble(page)).toHaveAttribute('data-trouble', kind);
  };
  try {
    await fields(page).address.fill('tools.example.test');
    await fields(page).token.fill('a-token-that-is-repeated-here');
    await page.getByRole('button', { name: 'Show the gateway' }).click();
    await expect(page.getByTestId('error-notice')).toContainText('Enter only the scheme, host and port');
    Object.assign(script, { status: 404, body: '' });
    await keepByMouse(page, address, 'a-token-that-is-repeated-here');
    await expect(trouble(page)).toHaveAttribute('data-trouble', 'endpoint');
    await expect(page.getByTestId('team-gateway-stale')).toHaveCount(0);

    Object.assign(script, { status: 200, body: JSON.stringify(state) });
    await ask.click();
    await expect(trouble(page)).toHaveCount(0);
    await expect(page.locator('[data-refused]')).toHaveText(/not served: The commit f00 does not load/);
    await expect(part(page, 'catalog')).toContainText('a1b2c3d4e5f6 from git');
    await expect(part(page, 'callers')).toContainText(/\[hidden\].*4,000/);
    await expect(part(page, 'callers')).toContainText('and 7 more');
    await expect(part(page, 'callers').locator('[data-hidden-character]')).toHaveCount(1);
    await expect(part(page, 'personas').locator('[data-problem]')).toHaveText(/The log is away/);
    await expect(part(page, 'sign-ins')).toContainText(/crm\s*12/);

    await says('token', 401, '');
    await says('right', 403, '');
    await says('failed', 500, '');
    await says('newer', 200, '{"schema": "pegboard.gateway-admin/2"}');
    await expect(trouble(page)).toContainText('Update this Pegboard.');
    await says('other', 200, '<html>');
    await expect(page.getByTestId('team-gateway-stale')).toBeVisible();
    await expect(part(page, 'callers')).toContainText('and 7 more');

    await page.getByRole('button', { name: 'Forget…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forget the team gateway' });
    await expect(dialog).toContainText(address);
    await dialog.getByRole('button', { name: 'Forget' }).click();
    await expect(fields(page).address).toHaveValue('');
    await expect.poll(() => keptTexts(app)).not.toContain(address);
  } finally {
    close();
  }
});

test.describe('with a clock of the test', () => {
  test.use({ ownClock: true });

  test('it is asked again while it is seen, and never twice at once', async ({ app: { page } }) => {
    const { script, address, close } = await scriptedServer();
    const setVisibility = (value: string) =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, value);
    /** Lets time pass in the page, and what was sent then arrive. */
    const pass = async (ms: number) => {
      await page.clock.fastForward(ms);
      await expect(page.locator('[data-asking]')).toHaveCount(script.isHeld ? 1 : 0);
    };
    try {
      await page.clock.install();
      await keepByMouse(page, address, 'a-token-that-is-repeated-here');
      await expect(page.getByTestId('team-gateway-answered')).toBeVisible();
      const first = script.asked;
      await page.clock.fastForward(11_000);
      await expect.poll(() => script.asked).toBeGreaterThan(first);

      await setVisibility('hidden');
      await pass(1000);
      const hidden = script.asked;
      for (let n = 0; n < 5; n++) await pass(61_000);
      expect(script.asked).toBe(hidden);
      script.isHeld = true;
      await setVisibility('visible');
      await expect.poll(() => script.asked).toBe(hidden + 1);
      await pass(61_000);
      await page.keyboard.press('r');
      await page.getByRole('button', { name: 'Ask now' }).click();
      expect(script.asked).toBe(hidden + 1);
      script.isHeld = false;
      for (const response of script.held) response.writeHead(200).end(script.body);
      await pass(0);

      // Another screen: nobody sees it.
      await goTo(page, 'costs');
      const left = script.asked;
      await page.clock.fastForward(61_000);
      await goTo(page, 'team');
      await expect.poll(() => script.asked).toBe(left + 1);
    } finally {
      close();
    }
  });
});
