import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Desktop, desktopKind, expect, test } from './desktop.ts';

/** A workspace of one tool in a folder of that name; its path. */
function writeWorkspace(folder: string, name: string): string {
  const root = path.join(folder, name);
  mkdirSync(path.join(root, 'sources'), { recursive: true });
  writeFileSync(path.join(root, 'sources/one.jsonl'), '{"name":"only.tool","description":"The only tool"}\n');
  writeFileSync(
    path.join(root, 'pegboard.yaml'),
    'tool_search: {enabled: true, default_loading_mode: deferred}\nsources:\n  - {name: one, path: sources/one.jsonl, format: tools_jsonl}\n',
  );
  return root;
}

const title = (desktop: Desktop) =>
  desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());

/** What the page says, also after a crash, which ends what Playwright knows of the page. */
const textOf = (desktop: Desktop) =>
  desktop
    .evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body?.innerText ?? ""'),
    )
    .catch(() => '');

const clickMenu = (desktop: Desktop, id: string) =>
  desktop.evaluate(({ Menu }, id) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(id);
    if (!item) throw new Error(`The menu has no ${id}.`);
    item.click();
  }, id);

/** Answers every box that asks with this button, and keeps what was asked. */
const answerBoxes = (desktop: Desktop, button: number) =>
  desktop.evaluate(({ dialog }, button) => {
    const asked: string[] = [];
    Object.assign(globalThis, { asked });
    const note = (...args: unknown[]) => {
      const { message, detail, buttons } = args.at(-1) as Electron.MessageBoxOptions;
      asked.push([message, detail, ...(buttons ?? [])].join(' | '));
    };
    dialog.showMessageBoxSync = (...args: unknown[]) => {
      note(...args);
      return button;
    };
    dialog.showMessageBox = async (...args: unknown[]) => {
      note(...args);
      return { response: button, checkboxChecked: false };
    };
  }, button);
const askedBoxes = (desktop: Desktop) =>
  desktop.evaluate(() => (globalThis as unknown as { asked: readonly string[] }).asked);

test.describe(`desktop manners, on ${desktopKind.kind}`, () => {
  test('the menu runs commands of the page, opens workspaces and knows recent ones', async ({ desktop, folder }) => {
    const { page } = desktop;
    await clickMenu(desktop, 'palette.open');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await clickMenu(desktop, 'tools.import');
    await expect(page.getByRole('dialog', { name: 'Add a source' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // A folder is asked for by the system's own dialog, from the menu and from the page.
    const mine = writeWorkspace(folder, 'mine & yours');
    await desktop.evaluate(({ app, dialog }, chosen) => {
      const documents: string[] = [];
      Object.assign(globalThis, { documents });
      app.addRecentDocument = (file) => documents.push(file);
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, mine);
    await clickMenu(desktop, 'workspace.open');
    await expect(page.getByTestId('status-bar')).toContainText('1 tool');
    await expect.poll(() => title(desktop)).toBe('mine & yours – Pegboard');
    const documents = () => desktop.evaluate(() => (globalThis as unknown as { documents: string[] }).documents);
    await expect.poll(documents).toEqual([path.join(mine, 'pegboard.yaml')]);

    const made = path.join(folder, 'made');
    await desktop.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    }, made);
    await page.getByTestId('workspace-menu').click();
    await page.getByRole('menuitem', { name: 'New workspace' }).click();
    await expect.poll(() => title(desktop)).toBe('made – Pegboard');
    expect(readFileSync(path.join(made, 'pegboard.yaml'), 'utf8')).toContain('tool_search');

    const recent = () =>
      desktop.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()
          ?.getMenuItemById('recent')
          ?.submenu?.items.map((item) => item.label),
      );
    await expect.poll(recent).toEqual([`made – ${made}`, `mine && yours – ${mine.replace('&', '&&')}`]);
    await clickMenu(desktop, `recent:${mine}`);
    await expect.poll(() => title(desktop)).toBe('mine & yours – Pegboard');

    // Loading the page again is a command as well.
    await page.evaluate(() => Object.assign(window, { marked: true }));
    const loaded = page.waitForEvent('load');
    await clickMenu(desktop, 'reload');
    await loaded;
    expect(await page.evaluate(() => 'marked' in window)).toBe(false);
    await expect(page.getByTestId('status-bar')).toContainText('1 tool');
  });

  test('a pegboard.yaml opens its workspace: as an argument, from a second start, by the system, dropped', async ({
    start,
    folder,
  }) => {
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) =>
      writeWorkspace(folder, name),
    ) as [string, string, string, string];
    const desktop = await start({ args: [path.join(first, 'pegboard.yaml')] });
    const { page } = desktop;
    await expect.poll(() => title(desktop)).toBe('first – Pegboard');

    await desktop.evaluate(({ app, BrowserWindow }, workspace) => {
      BrowserWindow.getAllWindows()[0]?.minimize();
      app.emit('second-instance', {}, [], '/', { workspace });
    }, second);
    await expect.poll(() => title(desktop)).toBe('second – Pegboard');
    const isMinimized = () => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
    await expect.poll(isMinimized).toBe(false);

    await desktop.evaluate(
      ({ app }, file) => app.emit('open-file', { preventDefault: () => undefined }, file),
      path.join(third, 'pegboard.yaml'),
    );
    await expect.poll(() => title(desktop)).toBe('third – Pegboard');

    // What lies under the pointer changes while the file is over it: Chromium then sends dragenter in place of dragover.
    await page.evaluate(() => {
      const changes = new AbortController();
      const addCover = () => {
        const cover = Object.assign(document.createElement('div'), { style: 'position: fixed; inset: 0' });
        changes.signal.addEventListener('abort', () => cover.remove());
        document.body.append(cover);
      };
      window.addEventListener('dragenter', addCover, changes);
      window.addEventListener('drop', () => changes.abort(), changes);
    });
    await desktop.drop([path.join(fourth, 'pegboard.yaml')]);
    await expect.poll(() => title(desktop)).toBe('fourth – Pegboard');
    await desktop.drop([first]);
    await expect.poll(() => title(desktop)).toBe('first – Pegboard');
    // A folder without a workspace is an import, as always.
    await desktop.drop([path.join(fourth, 'sources', 'one.jsonl')]);
    await expect(page.getByRole('dialog', { name: 'Add a source' }).getByTestId('import-source')).toContainText('1');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // A folder without a pegboard.yaml says so.
    await desktop.drop([path.join(first, 'sources')]);
    await expect(page.getByText('No workspace here')).toBeVisible();
  });

  test('a pegboard:// link shows an address, and one from outside can do nothing else', async ({ start, folder }) => {
    const [first, second] = [writeWorkspace(folder, 'first'), writeWorkspace(folder, 'second')];
    const desktop = await start({ args: [first, 'pegboard://sources'] });
    const hash = () => desktop.page.evaluate(() => window.location.hash).catch(() => '');
    await expect.poll(hash).toMatch(/^#\/sources/);
    const openUrl = (url: string) =>
      desktop.evaluate(({ app }, url) => app.emit('open-url', { preventDefault: () => undefined }, url), url);
    await openUrl('pegboard://tools/only.tool');
    await expect.poll(hash).toBe('#/tools/only.tool');
    await expect(desktop.page.getByTestId('status-bar')).toContainText('1 tool');

    // Links that are none change nothing on the way to the good one behind them.
    await desktop.page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      window.addEventListener('hashchange', () => seen.push(window.location.hash));
    });
    for (const link of ['pegboard://nowhere', 'javascript:alert(1)', 'pegboard://tuner/a%0Ab']) {
      await openUrl(link);
      await desktop.evaluate(({ app }, link) => app.emit('second-instance', {}, [], '/', { link }), link);
    }
    await openUrl('pegboard://health');
    await expect.poll(hash).toMatch(/^#\/health/);
    const seen = () => desktop.page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect.poll(seen).toEqual([expect.stringMatching(/^#\/health/)]);
    await desktop.evaluate(
      ({ app }, workspace) => app.emit('second-instance', {}, [], '/', { workspace, link: 'pegboard://costs' }),
      second,
    );
    await expect.poll(() => title(desktop)).toBe('second – Pegboard');
    await expect.poll(hash).toMatch(/^#\/costs/);
  });

  test('a skill file opens in its workspace, on the file', async ({ start, folder }) => {
    const root = writeWorkspace(folder, 'with skills');
    const pack = path.join(root, 'packs/own');
    mkdirSync(pack, { recursive: true });
    const text = '---\nname: pack.own.refund\ntrigger: a customer wants a refund\n---\n# Steps\n- Ask why.\n';
    writeFileSync(path.join(pack, 'refund.skill.md'), text);
    writeFileSync(
      path.join(root, 'pegboard.yaml'),
      `${readFileSync(path.join(root, 'pegboard.yaml'), 'utf8')}skills: {skill_packs: [{name: own, path: packs/own}]}\n`,
    );
    const desktop = await start();
    await desktop.evaluate(
      ({ app }, file) => app.emit('open-file', { preventDefault: () => undefined }, file),
      path.join(pack, 'refund.skill.md'),
    );
    await expect.poll(() => title(desktop)).toBe('with skills – Pegboard');
    const hash = () => desktop.page.evaluate(() => window.location.hash).catch(() => '');
    await expect.poll(hash).toBe('#/skills/own/refund.skill.md');
  });

  test('asks before unsaved work is lost, and quits when told to', async ({ desktop, folder }) => {
    const { page } = desktop;
    await page.keyboard.press('ControlOrMeta+I');
    const dialog = page.getByRole('dialog', { name: 'Add a source' });
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'home.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"tools":[{"name":"water_plants","description":"Water"}]}'),
    });
    await expect(dialog.getByTestId('import-source')).toBeVisible();
    await answerBoxes(desktop, 0);
    const quit = () => desktop.evaluate(({ app }) => app.quit());
    const lost = 'There is unsaved work. | You chose tools to import and did not apply the import. | Cancel';
    await expect
      .poll(async () => {
        await quit();
        return (await askedBoxes(desktop)).at(-1);
      })
      .toBe(`${lost} | Quit anyway`);
    await clickMenu(desktop, 'reload');
    expect((await askedBoxes(desktop)).at(-1)).toBe(`${lost} | Reload anyway`);
    await expect(dialog.getByTestId('import-source')).toBeVisible();

    // Nothing is asked once it is applied.
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('ControlOrMeta+I');
    await expect(dialog).toBeVisible();
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'again.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"tools":[{"name":"open_window","description":"Open"}]}'),
    });
    await expect(dialog.getByTestId('import-source')).toBeVisible();
    await answerBoxes(desktop, 1);
    await desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 10, y: 20, width: 1000, height: 700 }),
    );
    await quit().catch(() => undefined);
    expect(await desktop.exited).toBe(0);
    expect(desktop.log.join('')).not.toContain('error:');
    // The window comes back where it was.
    const state = JSON.parse(readFileSync(path.join(folder, 'window.json'), 'utf8'));
    expect(state).toMatchObject({ bounds: { width: 1000, height: 700 }, maximized: false });
  });

  test('a page that ends is loaded again with a notice; the user decides on one that keeps ending', async ({
    desktop,
  }) => {
    const crash = () =>
      desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
    await answerBoxes(desktop, 0);
    await crash();
    await expect.poll(() => textOf(desktop)).toMatch(/77 tools[\s\S]*Pegboard reloaded/);
    expect(await askedBoxes(desktop)).toEqual([]);

    await crash();
    await expect.poll(() => askedBoxes(desktop)).toEqual([expect.stringMatching(/^The page of Pegboard ended again/)]);
    await expect.poll(() => textOf(desktop)).toMatch(/77 tools[\s\S]*Pegboard reloaded/);

    // One that does not answer: waiting does nothing, ending it leads to the same question.
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    await expect.poll(async () => (await askedBoxes(desktop)).at(-1)).toContain('does not answer');
    expect(await textOf(desktop)).toContain('77 tools');
    await answerBoxes(desktop, 1);
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.emit('unresponsive'));
    expect(await desktop.exited).toBe(0);
  });

  test('a second start ends without a window (the stand-in only: Electron holds the lock by a folder in use)', async ({
    start,
  }) => {
    test.skip(
      desktopKind.kind === 'electron',
      'Electron holds the lock by a folder that is in use, which is no test of main.',
    );
    await expect(start({ env: { STAND_IN_LOCK: 'taken' } })).rejects.toThrow(
      'ended with code 0 before it had a window',
    );
  });
});
