import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test('a map of tokens narrows the table, by the keyboard and by the mouse, and has a table as its twin', async ({
  app: { page },
}) => {
  const map = page.getByTestId('token-map');
  const count = page.getByTestId('catalog-count');
  await goTo(page, 'tools');
  await expect(page.getByTestId('catalog-table')).toBeFocused();
  await page.keyboard.press('v');
  const first = map.locator('[data-spot]').first();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleName(/^github: 35 tools, 0 always loaded, [\d,]+ tokens$/);
  await page.keyboard.press('Enter');
  await expect(count).toContainText('35 of 77');
  await expectAccessible(page, 'map');
  // The same again takes the filter off.
  await page.keyboard.press('Enter');
  await expect(count).toContainText('77 tools');
  await page.keyboard.press('ArrowDown');
  const tool = map.locator('[data-spot^="tool github."]').and(page.locator(':focus'));
  await expect(tool).toHaveCount(1);
  const name = ((await tool.getAttribute('data-spot')) ?? '').replace('tool ', '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { selected: true })).toHaveAttribute('data-tool', name);
  await expect(page.getByTestId('tool-details').getByRole('heading', { level: 2 })).toHaveText(name);

  await map.locator('[data-spot="group slack"]').click();
  await expect(count).toContainText('11 of 77');

  await map.getByText('Table', { exact: true }).click();
  const shop = map.getByRole('row', { name: /^shop/ });
  await expect(shop).toContainText('%');
  await shop.getByRole('button', { name: 'shop', exact: true }).press('Enter');
  const chosen = page.getByTestId('source-tree').getByRole('treeitem', { selected: true });
  await expect(chosen).toHaveCount(1);
  await expect(chosen).toHaveAttribute('data-node', 'source:shop');
  await expectAccessible(page, 'table of the map');

  // It is there again after a reload, until it is closed.
  await page.reload();
  await expect(map.locator('[data-spot]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Token map' }).click();
  await expect(map).toHaveCount(0);
});

test.describe('with 10,000 tools', () => {
  test.use({ tools: 10_000 });

  test('the map groups what is too small, and still narrows the table', async ({ app: { page } }) => {
    await goTo(page, 'tools');
    await page.getByRole('button', { name: 'Token map' }).click();
    const spots = page.getByTestId('token-map').locator('[data-spot]');
    await expect(spots.first()).toBeVisible();
    expect(await spots.count()).toBeLessThan(700);
    await spots.first().click();
    await expect(page.getByTestId('catalog-count')).toContainText('of 10,000 tools');
  });
});

test('destructive tools are marked and can be filtered, and a legend says what every mark means', async ({
  app: { page, cli, write },
}) => {
  const tools = [
    {
      name: 'drop_database',
      description: 'Drop a database',
      annotations: { destructiveHint: true, openWorldHint: true },
    },
    { name: 'list_databases', description: 'List the databases', annotations: { readOnlyHint: true } },
  ].map((tool) => ({ ...tool, inputSchema: { type: 'object' } }));
  expect(await cli('import', write('mongo.json', JSON.stringify({ tools })))).toBe(0);
  await expect(page.getByTestId('status-bar')).toContainText('79 tools');
  await goTo(page, 'tools');
  const mark = (name: string) => page.locator(`[data-tool="mongo.${name}"]`).getByRole('img', { name: /^Destructive/ });
  await page.getByTestId('catalog-filter').fill('mongo database');
  await expect(mark('drop_database')).toBeVisible();
  await expect(mark('list_databases')).toHaveCount(0);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('checkbox', { name: /^destructive/ }).check();
  await expect(page.getByTestId('tool-row')).toHaveCount(1);
  await page.getByRole('button', { name: 'Legend' }).click();
  await expect(page.getByTestId('legend')).toContainText('Destructive');
  await expectAccessible(page, 'legend');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('legend')).toHaveCount(0);
});
