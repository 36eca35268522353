import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { goTo } from '../go-to.ts';
import { desktopKind, expect, test } from './desktop.ts';

const bin = path.resolve(import.meta.dirname, '../../../src-main/hosts/cli/bin.mjs');

/** Imports a list of one tool into the demo by the command line, beside the open app. */
async function importByCommandLine(folder: string, tool: string): Promise<void> {
  const file = path.join(folder, `${tool}.json`);
  writeFileSync(file, JSON.stringify({ tools: [{ name: tool, description: `Does ${tool}`, inputSchema: {} }] }));
  const args = ['import', file, '--workspace', path.join(folder, 'home', 'demo')];
  const env = { ...process.env, PEGBOARD_HOME: path.join(folder, 'home') };
  const child = spawn(process.execPath, [bin, ...args], { env, stdio: 'ignore' });
  expect(await once(child, 'close')).toEqual([0, null]);
}

test.describe(`the app through preload and port, on ${desktopKind.kind}`, () => {
  test('shows the demo, explains a search, rebuilds the index, and asks nothing of the network', async ({
    desktop,
  }) => {
    const { page } = desktop;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('77 tools');
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');

    await goTo(page, 'search');
    await expect(page.getByTestId('query')).toBeFocused();
    await page.keyboard.type('create github issue');
    await expect(page.getByTestId('result').first()).toContainText('github.create_issue');
    await expect(page.getByTestId('score-chain')).toContainText('bonuses');

    // Each text of the notice is kept: the last one stays, those of the progress come and go.
    await page.evaluate(() => {
      const notices: string[] = [];
      Object.assign(window, { notices });
      new MutationObserver(() => notices.push(document.body.innerText)).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('rebuild');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Rebuild the tool index');
    await page.keyboard.press('Enter');
    await expect(page.getByText('77 tools can be found.')).toBeVisible();
    const notices = await page.evaluate(() => (window as unknown as { notices: string[] }).notices.join('\n'));
    expect(notices).toMatch(/(Reading|Writing) \d+ of 77 tools/);

    await goTo(page, 'tools');
    await expect(page.getByTestId('tool-row').first()).toBeVisible();
    const origin = new URL(page.url()).origin;
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))).toEqual([]);

    // Its last act: when nothing is left but to quit, main says to wait, closes its services and quits then.
    const prevented = await desktop.evaluate(({ app }) => {
      const event = { isPrevented: false, preventDefault: () => Object.assign(event, { isPrevented: true }) };
      app.emit('will-quit', event);
      return event.isPrevented;
    });
    expect(prevented).toBe(true);
    expect(await desktop.exited).toBe(0);
  });

  test('a page that is loaded again, or whose port closes, gets a new port and goes on', async ({
    desktop,
    folder,
  }) => {
    const { page } = desktop;
    // Loaded again. From here on the test holds the ports of the page as well.
    await page.addInitScript(() => {
      const ports: MessagePort[] = [];
      Object.assign(window, { ports });
      window.addEventListener('message', (event) => ports.push(...event.ports));
    });
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await goTo(page, 'search');
    await page.getByTestId('query').fill('invite');
    await expect(page.getByTestId('result').first()).toContainText('invite_to_channel');
    await importByCommandLine(folder, 'first_tool');
    await expect(page.getByTestId('status-bar')).toContainText('78 tools');

    // While main hears nothing the page says that it is cut off, and takes a query all the same.
    await desktop.evaluate(({ ipcMain }) => {
      const held = ipcMain.listeners('pegboard:connect');
      Object.assign(globalThis, { held, asked: 0 });
      ipcMain.removeAllListeners('pegboard:connect');
      ipcMain.on('pegboard:connect', (...question) => Object.assign(globalThis, { question }));
    });
    // No frame of a call: main closes the connection.
    await page.evaluate(() =>
      (window as unknown as { ports: MessagePort[] }).ports.at(-1)?.postMessage({ not: 'a call' }),
    );
    await expect(page.getByTestId('connection-banner')).toBeVisible();
    await page.getByTestId('query').fill('weather forecast');
    await importByCommandLine(folder, 'second_tool');
    await expect(page.getByTestId('connection-banner')).toBeVisible();

    // It has asked, and is answered now.
    await expect.poll(() => desktop.evaluate(() => 'question' in globalThis)).toBe(true);
    await desktop.evaluate(({ ipcMain }) => {
      const { held, question } = globalThis as unknown as { held: never[]; question: [never] };
      ipcMain.removeAllListeners('pegboard:connect');
      for (const listener of held) ipcMain.on('pegboard:connect', listener);
      ipcMain.emit('pegboard:connect', ...question);
    });
    await expect(page.getByTestId('connection-banner')).toBeHidden();
    await expect(page.getByTestId('result').first()).toContainText('weather.forecast');
    await expect(page.getByTestId('status-bar')).toContainText('79 tools');
    // And it follows the files again.
    await importByCommandLine(folder, 'third_tool');
    await expect(page.getByTestId('status-bar')).toContainText('80 tools');
  });
});
