import { expect, goTo, test } from './app.ts';

const captured = Buffer.from('{"tools":[{"name":"water_plants","description":"Water the plants"}]}');

test('the browser asks before the tab closes on tools that were chosen and not imported', async ({ app: { page } }) => {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'home.json', mimeType: 'application/json', buffer: captured });
  await expect(dialog.getByTestId('import-source')).toBeVisible();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(dialog.getByTestId('import-source')).toBeVisible();

  // Once it is put away nothing is asked.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toEqual(['beforeunload']);
});

test('asks nothing of any other address than its own', async ({ app: { page } }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.reload();
  await page.getByTestId('query').fill('create issue');
  await expect(page.getByTestId('result').first()).toContainText('create_issue');
  await goTo(page, 'tools');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  const { host } = new URL(page.url());
  expect(asked.some((url) => url.startsWith('ws:'))).toBe(true);
  expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).host !== host)).toEqual([]);
});

test('a reload comes back to the screen, Back and Forward move between screens, and the token is in no address', async ({
  app: { page, url },
}) => {
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get('token') ?? '';
  expect(token).not.toBe('');
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-table')).toBeVisible();
  await expect.poll(() => page.url()).toMatch(/#\/tools$/);
  await page.reload();
  await expect(page.getByTestId('catalog-table')).toBeVisible();
  await goTo(page, 'tests');
  await expect(page.getByTestId('golden-table')).toBeVisible();
  await page.goBack();
  await expect(page.getByTestId('catalog-table')).toBeVisible();
  await page.goForward();
  await expect(page.getByTestId('golden-table')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByTestId('query')).toBeVisible();
  expect(page.url()).not.toContain(token);

  // The printed link, pasted into the same tab, opens the app; its token leaves the address.
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, new URL(url).hash);
  await expect.poll(() => page.url()).not.toContain(token);
  await expect(page.getByTestId('status-bar')).toContainText('77 tools');
});

test('what was asked in one workspace is not asked in another', async ({ app: { page, folder } }) => {
  await page.keyboard.type('drop a line to everybody');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('query-history')).toContainText('drop a line');
  await page.keyboard.press('Alt+W');
  await page.keyboard.type('slack.send_message');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('New workspace');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /new workspace/i });
  await dialog.getByRole('textbox').fill(`${folder}/other`);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('status-bar')).toContainText('0 tools');
  await expect(page.getByTestId('query')).toHaveValue('');
  await expect(page.getByTestId('query-history')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('slack.send_message');
});

test('a screen that fails to draw says so in its place, the others go on, and it is shown again', async ({ app }) => {
  const { page, complaints } = app;
  await page.evaluate(() => {
    const create = document.createElement.bind(document);
    document.createElement = ((name: string, options?: ElementCreationOptions) => {
      if (name === 'table') throw new Error('There are no tables today.');
      return create(name, options);
    }) as typeof document.createElement;
  });
  await goTo(page, 'tools');
  const failed = page.getByRole('heading', { name: 'This screen failed' });
  await expect(failed).toBeVisible();
  await expect(page.getByRole('main')).toContainText('There are no tables today.');
  await goTo(page, 'skills');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await goTo(page, 'tools');
  await expect(failed).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(document, 'createElement'));
  await page.getByRole('button', { name: 'Reload the screen' }).click();
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  // React tells of what it caught.
  complaints.length = 0;
});

test.describe('with a clock of the test', () => {
  test.use({ ownClock: true });

  test('a screen whose code comes when it is shown is drawn as soon as that is there', async ({ app: { page } }) => {
    await page.clock.install();
    await page.reload();
    await expect(page.getByTestId('status-bar')).toContainText('index up to date');
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.evaluate(() => Object.assign(location, { hash: '#/team' }));
    // Each look is one millisecond of the page, for its own timers: many fewer than React waits behind a fallback.
    const isDrawn = async () => {
      await page.clock.runFor(1);
      return page.getByRole('textbox', { name: 'Address' }).isVisible();
    };
    await expect.poll(isDrawn).toBe(true);
  });
});

test('a screen whose code does not come says so and what to do, and comes after a reload', async ({ app }) => {
  const { page, complaints } = app;
  const code = /team-gateway-page.*\.js/;
  await page.route(code, (route) => route.abort());
  await goTo(page, 'team');
  await expect(page.getByRole('main')).toContainText('This screen could not be loaded.');
  await expect(page.getByRole('main')).toContainText('reload the page');
  await page.unroute(code);
  // Chromium keeps a module that did not come as one that failed, until the page is loaded again.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible();
  // The browser tells of what did not load.
  complaints.length = 0;
});
