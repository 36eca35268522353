import { expect, test } from './app.ts';

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

test('asks nothing of any other address than its own (R19.29)', async ({ app: { page } }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.reload();
  await page.getByTestId('query').fill('create issue');
  await expect(page.getByTestId('result').first()).toContainText('create_issue');
  await page.keyboard.press('Alt+2');
  await expect(page.getByTestId('tool-row').first()).toBeVisible();
  const { host } = new URL(page.url());
  expect(asked.some((url) => url.startsWith('ws:'))).toBe(true);
  expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).host !== host)).toEqual([]);
});
