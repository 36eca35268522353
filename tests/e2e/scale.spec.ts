import { expect, test } from './app.ts';

test.describe('with 10,000 tools', () => {
  test.use({ tools: 10_000 });

  test('typing is never held up, and only the last answer stays', async ({ app: { page } }) => {
    const sentence = 'delete one calendar event of project 4214';
    const query = page.getByTestId('query');
    // Every state the list shows is noted with the query that stands in the box at that moment.
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const box = document.querySelector<HTMLTextAreaElement>('[data-testid=query]');
      box?.addEventListener('input', () => seen.push(box.value));
    });
    await page.keyboard.type(sentence);
    await expect(query).toHaveValue(sentence);
    // No key was lost or late: the box held each beginning of the sentence.
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect(seen).toEqual(Array.from({ length: sentence.length }, (_, i) => sentence.slice(0, i + 1)));
    await expect(page.getByTestId('result').first()).toContainText('_4214');
    await expect(page.getByTestId('model-json')).toContainText(`"query": "${sentence}"`);

    // Erasing and typing again in one go ends with the answer to the last query, and it stays.
    await query.fill('');
    await page.keyboard.type('list invoice', { delay: 0 });
    await query.fill('archive repository 4206');
    await expect(page.getByTestId('result').first()).toContainText('_4206');
    await expect(page.getByTestId('model-json')).toContainText('"query": "archive repository 4206"');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('service1.export_message');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('export_message');
    // Not one key of the palette's text went to the box behind it.
    await expect(query).toHaveValue('archive repository 4206');
  });
});

test.describe('with 10 tools', () => {
  test.use({ tools: 10 });

  test('says that search is not worth it for so few', async ({ app: { page } }) => {
    await page.keyboard.press('Alt+P');
    await expect(page.getByRole('dialog')).toContainText('without tool search, every prompt would be about');
  });
});

test.describe('without tools', () => {
  test.use({ tools: 0 });

  test('teaches how to import', async ({ app: { page } }) => {
    await expect(page.getByText('pegboard import', { exact: false }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a source…' }).first()).toBeVisible();
  });
});
