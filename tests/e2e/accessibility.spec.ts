import { screenAddresses } from '#shared/screen-address.ts';
import { expect, test } from './app.ts';
import { expectAccessible, expectHighContrast } from './expect-accessible.ts';
import { goTo } from './go-to.ts';

test('has no serious violation in any state of the playground', async ({ app: { page } }) => {
  await expectAccessible(page, 'blank');

  await page.keyboard.type('create issue repository');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await expectAccessible(page, 'results');

  await page.getByRole('tab', { name: 'Path' }).click();
  await expect(page.getByTestId('search-path')).toBeVisible();
  await expectAccessible(page, 'path');

  await page.getByText('Pattern', { exact: true }).click();
  await page.getByTestId('query').fill('issue(');
  await expect(page.getByTestId('fallback-notice')).toBeVisible();
  await expectAccessible(page, 'fallback');

  await page.getByTestId('query').fill('zzz');
  await expect(page.getByTestId('no-hits')).toBeVisible();
  await expectAccessible(page, 'no hits');
});

test('has no serious violation in its dialogs', async ({ app: { page } }) => {
  const help = page.getByRole('button', { name: 'Help' });
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await help.focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(palette).toBeVisible();
  await expectAccessible(page, 'palette');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  await expect(help).toBeFocused();
  const opener = page.getByTestId('open-palette');
  await opener.click();
  await expect(palette.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.keyboard.press('ControlOrMeta+I');
  await expect(page.getByRole('dialog', { name: 'Add a source' })).toBeVisible();
  await expectAccessible(page, 'import');
  await page.keyboard.press('Escape');

  await page.keyboard.press('Escape');
  await help.click();
  const helpSheet = page.getByRole('dialog', { name: 'Help' });
  await expect(helpSheet.getByRole('region', { name: 'Shortcuts in Search' })).toBeVisible();
  await expectAccessible(page, 'help');
  await page.keyboard.type('budget');
  await expect(helpSheet.getByRole('button', { name: 'Open Always loaded' }).first()).toBeVisible();
  await expect(helpSheet.getByText('Write a skill')).toHaveCount(0);

  // A page of the documentation, another one by its link, and back to the list.
  await helpSheet.getByRole('button', { name: 'Choose which tools are always loaded' }).click();
  await expect(helpSheet.getByRole('heading', { name: 'By pattern' })).toBeVisible();
  await expect(helpSheet.getByRole('button', { name: 'All topics' })).toBeFocused();
  await expectAccessible(page, 'page of the help');
  await helpSheet.getByRole('link', { name: 'Loading modes' }).click();
  await expect(helpSheet.getByRole('heading', { name: 'The rules, in order' })).toBeVisible();
  await helpSheet.getByRole('button', { name: 'All topics' }).click();
  await expect(helpSheet.getByRole('button', { name: 'Open Always loaded' }).first()).toBeVisible();
  await page.keyboard.press('Escape');

  // The palette finds commands by other words than their titles.
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('budget');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('Go to Always loaded');
  await page.keyboard.press('Escape');

  await page.getByTestId('workspace-menu').click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, 'menu');
});

test('has text of 7:1, and a frame around what is chosen, where the system asks for more contrast', async ({
  app: { page },
}) => {
  await page.keyboard.type('create issue repository');
  await expect(page.getByTestId('result').first()).toBeVisible();
  await expectHighContrast(page, 'search');

  // Where the system sets every colour, the chosen row has a frame.
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('ArrowDown');
  const outline = (element: Element) => getComputedStyle(element).outlineStyle;
  await expect.poll(() => page.locator('[aria-selected="true"]').first().evaluate(outline)).toBe('solid');
  await page.emulateMedia({ forcedColors: null });
  for (const screen of screenAddresses.filter((address) => address !== 'search')) {
    await goTo(page, screen);
    await page.getByRole('main').waitFor();
    await expectHighContrast(page, screen);
  }
});

test('where the system sets every colour, pictures are drawn, marks are read and toggles show their state', async ({
  app: { page },
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.type('create issue repository');
  const marks = page.getByTestId('result').locator('mark');
  await expect(marks.first()).toBeVisible();
  const looks = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const { color, backgroundColor } = getComputedStyle(mark);
      return `${color} on ${backgroundColor}`;
    }),
  );
  expect(looks.length).toBeGreaterThan(5);
  // In the name and in the dimmed description: black on yellow.
  expect([...new Set(looks)]).toEqual(['rgb(0, 0, 0) on rgb(255, 255, 0)']);
  const chosen = page.locator('.mantine-SegmentedControl-label[data-active]').filter({ hasText: 'estimate' });
  await expect(chosen).toHaveCSS('outline-style', 'solid');

  const bars: Readonly<Partial<Record<(typeof screenAddresses)[number], string>>> = {
    home: '[data-slot]:not([data-slot="rest"])',
    costs: '[data-testid=economics] [aria-hidden] > [data-kind]',
    hosts: '[data-testid=tool-caps] [aria-hidden] > span',
  };
  for (const [screen, bar] of Object.entries(bars)) {
    await goTo(page, screen);
    await page.locator(bar).first().waitFor();
    const fills = await page.locator(bar).evaluateAll((all) =>
      all.map((one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        const canvas = getComputedStyle(document.body).backgroundColor;
        return backgroundImage !== 'none' || ![canvas, 'rgba(0, 0, 0, 0)'].includes(backgroundColor);
      }),
    );
    expect([...new Set(fills)], screen).toEqual([true]);
  }

  await goTo(page, 'tests');
  const track = page.locator('.mantine-Switch-track').first();
  const look = () => track.evaluate((one) => getComputedStyle(one).backgroundColor);
  await expect(track).toHaveCSS('border-style', 'solid');
  const off = await look();
  await page.getByRole('switch').first().press('Space');
  await expect.poll(look).not.toBe(off);
});
