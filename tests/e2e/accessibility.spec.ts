import { expect, test } from './app.ts';
import { seriousViolations } from './serious-violations.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('has no serious violation in any state of the playground', async ({ app: { page } }) => {
      expect(await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)).toBe(colorScheme);
      expect(await seriousViolations(page), 'blank').toEqual([]);

      await page.keyboard.type('create issue repository');
      await expect(page.getByTestId('result').first()).toBeVisible();
      expect(await seriousViolations(page), 'results').toEqual([]);

      await page.getByRole('tab', { name: 'Path' }).click();
      await expect(page.getByTestId('search-path')).toBeVisible();
      expect(await seriousViolations(page), 'path').toEqual([]);

      await page.getByText('regex', { exact: true }).click();
      await page.getByTestId('query').fill('issue(');
      await expect(page.getByTestId('fallback-notice')).toBeVisible();
      expect(await seriousViolations(page), 'fallback').toEqual([]);

      await page.getByTestId('query').fill('zzz');
      await expect(page.getByTestId('no-hits')).toBeVisible();
      expect(await seriousViolations(page), 'no hits').toEqual([]);
    });

    test('has no serious violation in its dialogs', async ({ app: { page } }) => {
      await page.keyboard.press('ControlOrMeta+K');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
      expect(await seriousViolations(page), 'palette').toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeHidden();

      await page.keyboard.press('ControlOrMeta+I');
      await expect(page.getByRole('dialog', { name: 'Add a source' })).toBeVisible();
      expect(await seriousViolations(page), 'import').toEqual([]);
      await page.keyboard.press('Escape');

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Help' }).click();
      const help = page.getByRole('dialog', { name: 'Help' });
      await expect(help.getByRole('region', { name: 'Shortcuts in Playground' })).toBeVisible();
      expect(await seriousViolations(page), 'help').toEqual([]);
      await page.keyboard.type('budget');
      await expect(help.getByRole('button', { name: 'Open Tuner' })).toBeVisible();
      await expect(help.getByText('Write a skill')).toHaveCount(0);
      await page.keyboard.press('Escape');

      // The palette finds commands by other words than their titles.
      await page.keyboard.press('ControlOrMeta+K');
      await page.keyboard.type('budget');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Go to Tuner');
      await page.keyboard.press('Escape');

      await page.getByTestId('workspace-menu').click();
      await expect(page.getByRole('menu')).toBeVisible();
      expect(await seriousViolations(page), 'menu').toEqual([]);
    });
  });
}
