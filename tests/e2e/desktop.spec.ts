import { desktopKind, expect, test } from './electron/desktop.ts';

test.describe(`on ${desktopKind.kind}`, () => {
  test('drives', async ({ desktop: { page } }) => {
    await page.keyboard.type('create github issue');
    await expect(page.getByTestId('result').first()).toContainText('github.create_issue');
    await page.screenshot({ path: '/tmp/wt/shot.png' });
  });
});
