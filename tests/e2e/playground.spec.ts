import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { expect, test } from './app.ts';
import { holdOwnSocket } from './own-socket.ts';

const captured = JSON.stringify({
  tools: [
    {
      name: 'water_plants',
      description: 'Water the plants of a room, with fertiliser',
      inputSchema: { type: 'object' },
    },
    { name: 'open_window', description: 'Open a window', inputSchema: { type: 'object' } },
  ],
});

test('the playground is driven by the keyboard alone', async ({ app: { page } }) => {
  const query = page.getByTestId('query');
  await expect(query).toBeFocused();
  await page.keyboard.type('create github issue');
  const results = page.getByTestId('result');
  await expect(results.first()).toContainText('github.create_issue');

  // Down from the query goes into the list and on to the second result: the first is selected while the query is typed.
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(query).toBeFocused();

  // The type, by keys.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('slack\\..*message');
  await page.keyboard.press('Tab');
  for (
    let i = 0;
    i < 6 && !(await page.getByRole('radio', { name: 'Words' }).evaluate((radio) => radio === document.activeElement));
    i++
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Pattern' })).toBeChecked();
  await expect(results.first()).toContainText('0.950');

  // Everything else is in the palette.
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('slack.send');
  await expect(page.getByLabel('Search tools and commands', { exact: true })).toHaveValue('slack.send');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toContainText('send_message');
  await page.keyboard.press('Enter');
  // The tool opens in Tools; Search is as it was.
  await expect(page.getByRole('heading', { name: /^slack\.send_message/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Pattern' })).toBeChecked();
});

test('says how well the best result fits by itself, and which words no tool mentions', async ({ app: { page } }) => {
  await page.keyboard.type('merge pull request');
  const first = page.getByTestId('result').first();
  await expect(first.getByTestId('strength')).toHaveText('strong');
  await expect(page.getByTestId('details').getByTestId('strength')).toHaveText('strong');
  await expect(page.getByTestId('weak-match')).toBeHidden();
  await page.getByTestId('query').fill('list zeppelins');
  await expect(page.getByTestId('weak-match')).toContainText('No tool mentions “zeppelins”');
  await expect(first.getByTestId('strength')).toHaveText(/weak|fair/);
  await expect(first).toContainText('1.000');
});

test('shows every number behind a score, and they add up (R19.09)', async ({ app: { page } }) => {
  await page.keyboard.type('merge pull request');
  await expect(page.getByTestId('model-json')).toContainText('"query": "merge pull request"');
  const chain = page.getByTestId('score-chain');
  await expect(chain).toContainText('coverage');
  await expect(page.getByTestId('order-keys')).toContainText('namespace');
  for (const key of ['score', 'side effects', 'name length', 'name'])
    await expect(page.getByTestId('order-keys').getByRole('rowheader', { name: key, exact: true })).toBeVisible();
  const contributions = await page.getByTestId('term').allInnerTexts();
  const sum = contributions.reduce((total, text) => total + Number(/\+(\d+\.\d+)/.exec(text)?.[1] ?? 0), 0);
  const figureOf = async (label: string) =>
    Number(
      await chain
        .getByRole('row')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('td')
        .last()
        .innerText(),
    );
  expect(Math.abs(sum - (await figureOf('sum')))).toBeLessThan(0.02);
  const total = (await figureOf('sum')) * (await figureOf('× coverage')) + (await figureOf('+ bonuses'));
  expect(Math.abs(total - (await figureOf('S')))).toBeLessThan(0.02);
  expect(Math.abs(total / (1 + total) - (await figureOf('score_raw')))).toBeLessThan(0.002);

  // From there to the score, with the bounds of all candidates: of the third result, which is neither.
  const third = page.getByTestId('result').nth(2);
  await third.click();
  await expect(page.getByTestId('order-keys')).toContainText((await third.getAttribute('data-tool')) ?? 'no name');
  const formula = await chain.getByRole('row').last().innerText();
  const [value = 0, least = 0, most = 0] = (/\((\S+) − (\S+)\) \/ \((\S+) − \S+\)/.exec(formula) ?? [])
    .slice(1)
    .map(Number);
  expect(least).toBeLessThan(value);
  expect(value).toBeLessThan(most);
  expect(Math.abs(value - (await figureOf('score_raw')))).toBeLessThan(0.001);
  expect(Math.abs((value - least) / (most - least) - (await figureOf('score')))).toBeLessThan(0.002);
  await expect(page.getByTestId('details-score')).toHaveText((await figureOf('score')).toFixed(3));
  const tool = (await third.getAttribute('data-tool')) ?? 'no name';
  // The namespaces that the demo prefers; the others follow.
  const place = ['orders', 'github'].indexOf(tool.split('.')[0] ?? '');
  const keys = page.getByTestId('order-keys').locator('tr > td:nth-of-type(2)');
  await expect(keys).toHaveText([
    await page.getByTestId('details-score').innerText(),
    String(place < 0 ? 2 : place),
    /^(pure 0|read 1|write 2|external 3|stateful 4|unknown 5)$/,
    String(tool.length),
    tool,
  ]);

  // A pattern is worth its tier.
  await page.getByText('Pattern', { exact: true }).click();
  await page.getByTestId('query').fill('^github\\.merge');
  await expect(page.getByTestId('details')).toContainText('name_prefix');
  await expect(page.getByTestId('details-score')).toHaveText('0.900');
});

test('shows what the model gets, byte for byte what it costs', async ({ app: { page } }) => {
  await page.keyboard.type('orders refund');
  await expect(page.getByTestId('model-json')).toContainText('"query": "orders refund"');
  const json = JSON.parse((await page.getByTestId('model-json').innerText()).replaceAll('\u00a0', ' '));
  expect(Object.keys(json)).toEqual(['tools', 'query', 'search_type']);
  expect(json.tools.map((tool: { name: string }) => tool.name)).toContain('orders.refund');
  const tokens = Number((await page.getByTestId('model-tokens').innerText()).replace(/\D/g, ''));
  expect(tokens).toBe(Math.ceil([...JSON.stringify(json)].length / 4));
});

test('a persona hides tools everywhere on the screen', async ({ app: { page } }) => {
  await page.keyboard.type('create issue');
  await expect(page.getByTestId('result').first()).toContainText('create_issue');
  await page.getByRole('combobox', { name: 'Persona' }).click();
  await page.getByRole('option', { name: 'support' }).click();
  await expect(page.getByTestId('query')).toHaveValue('create issue');
  await expect(page.getByText('github.create_issue')).toHaveCount(0);
});

test('a persona that is gone does not become nobody', async ({ app: { page, workspace } }) => {
  await page.getByTestId('query').fill('create issue');
  await page.getByRole('combobox', { name: 'Persona' }).click();
  await page.getByRole('option', { name: 'support' }).click();
  await expect(page.getByTestId('no-hits').or(page.getByTestId('result').first())).toBeVisible();
  const path = join(workspace, 'pegboard.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('name: support', 'name: helpdesk'));
  await expect(page.getByRole('main').or(page.locator('body')).first()).toContainText(
    'no longer has the persona support',
  );
  await expect(page.getByTestId('result')).toHaveCount(0);
});

test('an import whose workspace changes shows the new plan before it is applied', async ({
  app: { page, workspace },
}) => {
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'home.json', mimeType: 'application/json', buffer: Buffer.from(captured) });
  await expect(dialog.getByTestId('import-source')).toContainText('2');
  const path = join(workspace, 'pegboard.yaml');
  writeFileSync(path, `${readFileSync(path, 'utf8')}# changed meanwhile\n`);
  await expect(dialog.getByTestId('import-changed')).toBeVisible();
  await dialog.getByRole('button', { name: /^(Import|Apply)/ }).click();
  await expect(page.getByTestId('status-bar')).toContainText('79 tools');
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('shows names, scores and every control', async ({ app: { page } }) => {
    await page.keyboard.type('create issue');
    const first = page.getByTestId('result').first();
    await expect(first).toContainText('create_issue');
    for (const part of [first.getByText('create', { exact: true }).first(), page.getByText('o200k', { exact: true })]) {
      const box = await part.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 900 && box.width > 10).toBe(true);
    }
  });
});

test('says which way it took, and how an invalid pattern ran', async ({ app: { page } }) => {
  await page.keyboard.type('zebra parcel');
  await expect(page.getByTestId('path-line')).toContainText(/match(es)? a word in any form/);
  await page.getByText('Pattern', { exact: true }).click();
  await page.getByTestId('query').fill('parcel(');
  await expect(page.getByTestId('fallback-notice')).toContainText('not valid');
  await expect(page.getByTestId('result').first()).toContainText('parcel');
});

test.describe('without full-text search', () => {
  test.use({ fts: 'off' });

  test('says what was asked for, what ran instead, and why (R19.10)', async ({ app: { page, workspace } }) => {
    await page.keyboard.type('parcel');
    const notice = page.getByTestId('fallback-notice');
    await expect(notice).toContainText(/Asked for fts, ran as regex: .*no FTS5/);
    await expect(page.getByTestId('result').first()).toContainText('parcel');
    await page.getByText('Pattern', { exact: true }).click();
    await expect(notice).toBeHidden();
    await page.getByTestId('query').fill('parcel(');
    await expect(notice).toContainText(/^The pattern is not valid, .*: missing closing \)\.$/);

    const config = join(workspace, 'pegboard.yaml');
    const file = parseDocument(readFileSync(config, 'utf8'));
    file.setIn(['tool_search', 'fts_fallback_to_regex'], false);
    writeFileSync(config, String(file));
    await page.getByTestId('query').fill('shipping.track_parcel');
    await expect(notice).toBeHidden();
    await page.getByText('Words', { exact: true }).click();
    await expect(notice).toContainText(/Asked for fts, ran as exact: .*fts_fallback_to_regex is off/);
    await expect(page.getByTestId('result')).toHaveCount(1);
  });
});

test('tells of always-loaded matches and includes them when asked', async ({ app: { page } }) => {
  await page.keyboard.type('tasks.spawn');
  await page.getByText('Exact name', { exact: true }).click();
  await expect(page.getByTestId('no-hits')).toContainText('always');
  await page.getByTestId('no-hits').getByRole('button').first().click();
  await expect(page.getByTestId('result').first()).toContainText('spawn');
});

test('an exact name with a typo offers the names that were perhaps meant', async ({ app: { page } }) => {
  await page.keyboard.type('github.create_isue');
  await page.getByText('Exact name', { exact: true }).click();
  await expect(page.getByTestId('no-hits')).toContainText('No tool has exactly this name.');
  await page.getByTestId('similar-names').getByRole('button', { name: 'github.create_issue' }).click();
  await expect(page.getByTestId('query')).toHaveValue('github.create_issue');
});

test('an answer that comes late never replaces a newer one', async ({ app: { page } }) => {
  const held: (string | Buffer)[] = [];
  let holding = false;
  let release = () => {};
  await holdOwnSocket(page);
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => (holding ? held.push(message) : socket.send(message)));
    release = () => {
      for (const message of held.splice(0)) socket.send(message);
    };
  });
  await page.reload();
  await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  holding = true;
  await page.getByTestId('query').fill('orders refund');
  await expect.poll(() => held.join('').includes('orders.refund')).toBe(true);
  holding = false;
  await page.getByTestId('query').fill('invite');
  await expect(page.getByTestId('result').first()).toContainText('invite_to_channel');

  // From here on, every text that the list shows is kept.
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const note = () => shown.push(document.querySelector('[role=listbox]')?.textContent ?? '');
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  release();
  await page.getByTestId('query').fill('weather forecast');
  await expect(page.getByTestId('result').first()).toContainText('weather.forecast');
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((text) => text.includes('orders.refund'))).toEqual([]);
});

test('imports a captured list by plan and apply, then finds its tools', async ({ app: { page } }) => {
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'home.json', mimeType: 'application/json', buffer: Buffer.from(captured) });
  await expect(dialog.getByTestId('import-source')).toContainText('2');
  await dialog.getByRole('button', { name: /^(Import|Apply)/ }).click();
  await expect(page.getByTestId('status-bar')).toContainText('79 tools');
  await expect(dialog).toBeHidden();
  await page.getByTestId('query').fill('plants');
  await expect(page.getByTestId('result').first()).toContainText('home.water_plants');
});

test('shows a conflict and imports nothing', async ({ app: { page } }) => {
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const taken = JSON.stringify([{ name: 'weather.forecast', input_schema: { type: 'object' } }]);
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'taken.json', mimeType: 'application/json', buffer: Buffer.from(taken) });
  await expect(dialog.getByRole('alert')).toContainText('and in source taken');
  await expect(dialog.getByRole('button', { name: /^(Import|Apply)/ })).toBeDisabled();
});

test('shows which tools an import leaves out and why, and imports the others', async ({ app: { page } }) => {
  await page.keyboard.press('ControlOrMeta+I');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  await dialog.getByLabel('Paste your configuration, command or tools').fill(`{ // edited by hand
    "tools": [
      {"name": "water_plants", "description": "Water the plants", "annotations": {"readOnlyHint": null}},
      {"description": "a tool without a name"},
      {"name": "paint", "description": "Paint the fence", "inputSchema": "none"},
    ],
  }`);
  const findings = dialog.getByLabel('Findings of the import');
  await expect(findings).toContainText('Left out: tools[1] has no name.');
  await expect(findings).toContainText('Left out: tools[2] paint: its inputSchema is the text "none", not a schema');
  await expect(findings).toContainText('comments or trailing commas');
  await dialog.getByRole('button', { name: /^(Import|Apply)/ }).click();
  await expect(dialog).toBeHidden();
  await page.getByTestId('query').fill('plants');
  await expect(page.getByTestId('result').first()).toContainText('water_plants');
});

test('what the command line imports appears in the open app', async ({ app }) => {
  const file = app.write('home.json', captured);
  await app.page.keyboard.type('fertiliser');
  await expect(app.page.getByTestId('no-hits')).toBeVisible();
  expect(await app.cli('import', file)).toBe(0);
  await expect(app.page.getByTestId('result').first()).toContainText('home.water_plants');
});

test('inline scripts do not run under its CSP', async ({ app: { page, complaints } }) => {
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ranInline = true';
    document.body.append(script);
  });
  expect(await page.evaluate(() => 'ranInline' in window)).toBe(false);
  expect(complaints.splice(0).join()).toContain('Content Security Policy');
});

test('a page without the token gets no data and says what to do', async ({ app: { url, page }, browser }) => {
  await expect(page.getByTestId('query')).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(url.replace(/#.*/, ''));
  await expect(stranger.getByTestId('no-token-page')).toContainText('pegboard serve');
  await stranger.close();
  expect(page.url()).not.toContain('token');
});

test('finds tools for a query in another language and says which word became which', async ({ app: { page } }) => {
  const query = page.getByTestId('query');
  const first = page.getByTestId('result').first();
  await query.fill('Nachricht an den Kanal senden');
  await expect(first).toContainText('slack.send_message');
  await expect(page.getByTestId('term').filter({ hasText: 'German: Nachricht → message' })).toBeVisible();
  await query.fill('メッセージを送信する');
  await expect(first).toContainText('slack.send_message');
  await expect(page.getByTestId('term').filter({ hasText: 'Japanese: メッセージ → message' })).toBeVisible();
});

test('finds a tool for a query in other words and says what its meaning added', async ({ app: { page } }) => {
  await page.getByTestId('query').fill('reimburse the unhappy shopper');
  await expect(page.getByTestId('result').first()).toContainText('orders.refund');
  const meaning = page.getByTestId('meaning');
  await expect(meaning).toContainText('near in meaning:');
  await expect(meaning).toContainText('cosine');
  await expect(page.getByTestId('score-chain')).toContainText('+ meaning');
});
