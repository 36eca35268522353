import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';
import { pressTogether } from './press-together.ts';

const schema = { type: 'object', properties: { room: { type: 'string' } } };

const twins = JSON.stringify({
  tools: [
    { name: 'water_plants', description: 'Water the plants of a room', inputSchema: schema },
    { name: 'water_the_plants', description: 'Water the plants of a room', inputSchema: schema },
    { name: 'feed_cat', description: 'Feed the cat of the house', inputSchema: { type: 'object' } },
    { name: 'feed_the_cat', description: 'Feed the cat of the house', inputSchema: { type: 'object' } },
  ],
});

test.use({ tools: 0, contextOptions: { reducedMotion: 'reduce' } });

test('Health lists what is wrong and leads to the tools; a matrix shows who is mistaken for whom, in both themes', async ({
  app: { page, cli, write },
}) => {
  expect(await cli('import', write('home.json', twins))).toBe(0);
  await expect(page.getByTestId('status-bar')).toContainText('4 tools');
  await goTo(page, 'health');
  const row = (kind: string) => page.locator(`tr[data-kind=${kind}]`);
  await expect(row('duplicate').getByRole('cell').first()).toHaveText('4');
  await expect(row('argument_undocumented')).toContainText('home.water_plants');
  await expect(row('confusable')).toBeVisible();

  // The picture is a table: the row means one tool, the column is the other.
  const matrix = page.getByTestId('confusion-matrix');
  const names = await matrix.getByRole('columnheader').allInnerTexts();
  expect(names.length).toBeGreaterThan(4);
  const mixed = matrix
    .getByRole('row', { name: /home\.feed_cat/ })
    .getByRole('button', { name: /finds home\.feed_the_cat with/ });
  await expect(mixed).toHaveText(/^\d+$/);
  await expectAccessible(page, 'health');

  // By the keyboard to the tools, and back.
  await row('duplicate').getByRole('button').press('Enter');
  await expect(page.getByTestId('catalog-count')).toContainText('4 tools');
  await page.goBack();

  // A cell leads to the engines, with the query that mixes the two up.
  await mixed.click();
  await expect(page.getByTestId('query')).toHaveValue(/cat/i);
  await page.goBack();

  await page.getByLabel('Filter pairs by name').fill('water');
  const pair = page.getByTestId('confusable-pair');
  await expect(pair).toHaveCount(1);
  await expect(pair).toContainText('home.water_plants ~ home.water_the_plants');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('query')).toHaveValue(/water/i);
  await expect(page.getByTestId('compare-hit').first()).toContainText('water');

  // Enter takes the pair that the arrow before it chose, drawn or not.
  await page.goBack();
  await page.getByLabel('Filter pairs by name').fill('_the_');
  await expect(pair).toHaveCount(2);
  const second = (await pair.nth(1).textContent())?.includes('cat') ? /cat/i : /plants/i;
  await page.getByRole('listbox').focus();
  await pressTogether(page, ['Home', 'ArrowDown', 'Enter']);
  await expect(page.getByTestId('query')).toHaveValue(second);
});
