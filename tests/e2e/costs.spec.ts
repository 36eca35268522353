import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Payload } from '#shared/domain/payload.ts';
import { pegboardBin } from '../support/serve-app.ts';
import { expect, goTo, test } from './app.ts';
import { takeOption } from './choose-option.ts';
import { expectAccessible } from './expect-accessible.ts';
import { unsourcedFigures } from './unsourced-figures.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('costs are the command line’s to the token, by the keyboard alone, in both themes', async ({ app }) => {
  const { page, workspace, folder } = app;
  const printed = async (...args: string[]) => {
    const env = { ...process.env, PEGBOARD_HOME: join(folder, 'home') };
    const given = [pegboardBin, '--workspace', workspace, ...args];
    const { stdout } = await promisify(execFile)(process.execPath, given, { env, maxBuffer: 32 * 1024 * 1024 });
    return stdout;
  };
  await goTo(page, 'costs');
  const total = page.getByTestId('cost-total-all');
  await expect(total).toBeVisible();
  const measured = page.locator('[data-testid=cost-measured][data-field=all_tools_tokens]');
  await expect(measured).toContainText('measured');

  // A wrong input is marked at its field, and the figures stay those of the last valid inputs.
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Requests', exact: true })).toBeFocused();
  await page.keyboard.type('0');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByTestId('cost-steps').locator('tbody tr')).toHaveCount(5);
  await page.keyboard.press('Backspace');
  await page.keyboard.type('8');
  await expect(page.getByTestId('cost-steps').locator('tbody tr')).toHaveCount(8);
  const steps = page
    .getByTestId('cost-input')
    .filter({ has: page.getByRole('textbox', { name: 'Requests', exact: true }) });
  await expect(steps.getByTestId('cost-source')).toHaveText('given by you');
  await expectAccessible(page, 'economics');

  // A model's prices are taken from the list, in dollars, and say so until one of them is typed over.
  const prices = page.getByRole('combobox', { name: 'Prices of a model' });
  const currency = page.getByRole('combobox', { name: 'Currency of prices and costs' });
  const price = page.getByTestId('cost-input').filter({ has: page.getByLabel('Price per 1M input tokens') });
  await currency.selectOption('EUR');
  await expect(page.getByTestId('cost-month')).toContainText('€');
  await prices.focus();
  await page.keyboard.type('gpt-4.1-mini');
  await takeOption(page, page.getByRole('option', { name: /^gpt-4\.1-mini / }));
  await expect(page.getByTestId('cost-month')).toContainText('$');
  await expect(price.getByRole('textbox')).toHaveValue('0.4');
  await expect(price.getByTestId('cost-source')).toHaveText('price of gpt-4.1-mini');
  await page.getByLabel('Price per 1M input tokens').fill('0.5');
  await expect(price.getByTestId('cost-source')).toHaveText('given by you');
  await expect(prices).toHaveValue('');
  await page.getByLabel('Price per 1M input tokens').fill('');
  await page.getByLabel('Price per 1M cached tokens').fill('');

  const download = page.waitForEvent('download');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('save the figures');
  await page.keyboard.press('Enter');
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toBe(await printed('economics', '--steps', '8', '--format', 'csv'));
  const value = (name: string) => Number(new RegExp(`^steps,"${name}",([^,]*),`, 'm').exec(saved)?.[1]);
  await expect(total).toHaveText(value('total, all tools').toLocaleString('en-US'));
  await expect(page.getByTestId('cost-total-discovery')).toHaveText(value('total, discovery').toLocaleString('en-US'));

  // Every figure says where it comes from, in the words of the CSV; the charts are a picture.
  await expect(total).toHaveAttribute('title', /^computed: /);
  const steps0 = page.getByTestId('cost-steps').locator('tbody tr').first().locator('td').first();
  const source = /^steps,"step 0, all tools",[^,]*,tokens,(.*)$/m.exec(saved)?.[1];
  await expect(steps0).toHaveAttribute('title', source ?? 'no source');
  expect(await unsourcedFigures(page.getByTestId('economics'))).toEqual([]);
  // Beside them, said to be its own, what the seed prints.
  for (const spend of [100, 500, 1000, 5000]) {
    const spent = page.getByRole('rowheader', { name: `$${spend.toLocaleString('en-US')}`, exact: true });
    const row = page.getByTestId('cost-payback').getByRole('row').filter({ has: spent });
    const months = new RegExp(`^break-even,"after, at ${spend} per month",([^,]*),`, 'm').exec(saved)?.[1];
    const printed = new RegExp(`^references,break-even at ${spend} per month: published,([^,]*),`, 'm').exec(
      saved,
    )?.[1];
    await expect(row.locator('td[data-numeric]').nth(1)).toHaveText(Number(months).toFixed(2));
    await expect(row.locator('[data-reference]')).toHaveText(Number(printed).toFixed(2));
  }
  const drawn = page.waitForEvent('download');
  await page.getByTestId('economics').focus();
  await page.keyboard.press('g');
  const picture = readFileSync(await (await drawn).path());
  expect(picture.subarray(0, 8)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  expect(picture.readUInt32BE(16)).toBe(1920);
  expect(picture.length).toBeGreaterThan(10_000);

  await page.keyboard.press('Alt+R');
  await expect(page.getByTestId('request-parts')).toHaveCount(3);
  const query = 'comment on an issue';
  await page.keyboard.press('/');
  await page.keyboard.type(query);
  // The three side by side, each the command line's, with its changed names, warnings and body.
  for (const provider of ['anthropic', 'openai-responses', 'openai-chat']) {
    const payload: Payload = JSON.parse(
      await printed('export', 'payload', '--provider', provider, '--query', query, '--format', 'json'),
    );
    const column = page.locator(`[data-testid=request-column][data-provider=${provider}]`);
    const shown = { sent: payload.tokens, read: payload.context_tokens };
    for (const [name, tokens] of Object.entries(shown)) {
      await expect(column.locator(`tfoot [data-figure=${name}-estimate]`)).toHaveText(
        tokens.estimate.toLocaleString('en-US'),
      );
    }
    const changed = Object.entries(payload.names).filter(([sent, own]) => sent !== own);
    // Names in namespaces stay as they are.
    expect(changed.length > 0).toBe(provider !== 'openai-responses');
    await expect(column.getByTestId('request-names').locator('tbody tr')).toHaveCount(changed.length);
    await expect(column.getByTestId('findings').getByRole('listitem')).toHaveCount(payload.findings.length);
    await expect(column.getByTestId('request-body').getByTestId('code-editor')).toContainText('"model"');
    expect(await unsourcedFigures(column), provider).toEqual([]);
  }
  // In the smallest window of the columns no figure is cut.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 700 });
  const isWhole = (table: Element) =>
    table.getBoundingClientRect().right <= (table.parentElement?.getBoundingClientRect().right ?? 0);
  for (const table of await page.getByTestId('request-parts').all()) {
    await expect.poll(() => table.evaluate(isWhole)).toBe(true);
  }
  if (size) await page.setViewportSize(size);
  await expectAccessible(page, 'requests');

  await page.keyboard.press('Alt+H');
  const budgets = JSON.parse(await printed('budgets', '--format', 'json'));
  const rows = page.getByTestId('tool-caps').locator('tbody tr');
  await expect(rows).toHaveCount(budgets.tools.length);
  for (const [index, { host, cap, tools }] of budgets.tools.entries()) {
    await expect(rows.nth(index)).toContainText(`${host}${cap}${tools}`);
  }
  await expect(page.getByTestId('skill-listing')).toHaveCount(budgets.skills.length);
  // The legend says that the hatched part is left out: what a host shows is a plain bar.
  const shown = page.getByTestId('skill-listing').first().locator('[aria-hidden] > span').first();
  await expect(shown).toHaveCSS('background-image', 'none');
  expect(await unsourcedFigures(page.getByTestId('host-budgets'))).toEqual([]);
  await expectAccessible(page, 'hosts');
});
