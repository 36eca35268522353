import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'yaml';
import { builtinProfiles } from '#shared/domain/prompt-profile.ts';
import { expect, goTo, test } from './app.ts';
import { holdOwnSocket } from './own-socket.ts';

const fixture = (name: string) => resolve(import.meta.dirname, '../fixtures/mcp-servers', `${name}.mjs`);

/** Ordinary words of an element that stand in two lines: the page broke them inside. */
function brokenWords(element: Locator): Promise<string[]> {
  return element.evaluate((root) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const match of (node.nodeValue ?? '').matchAll(/[a-z]{3,14}/gi)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(match[0]);
      }
    }
    return broken;
  });
}

/** Elements whose text does not fit into them. */
function cutTexts(elements: Locator): Promise<string[]> {
  return elements.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent ?? ''),
  );
}

async function isApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

async function openTuner(page: Page): Promise<void> {
  await page.keyboard.press('Alt+T');
  await expect(page.getByTestId('prompt-change')).toBeVisible();
}

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('texts of the demo are whole: words, patterns, figures, names of engines and of skills, descriptions of profiles', async ({
  app,
}) => {
  test.slow();
  const { page, workspace } = app;
  const config = join(workspace, 'pegboard.yaml');

  await test.step('no ordinary word of the path of a search breaks inside', async () => {
    await page.getByTestId('query').fill('screenshot customer representative notifications');
    await page.getByRole('tab', { name: 'Path' }).click();
    await expect(page.getByTestId('search-path')).toContainText('representative');
    expect(await brokenWords(page.getByTestId('search-path'))).toEqual([]);
  });

  await test.step('a long pattern is read whole, and the field that adds one is in sight below many', async () => {
    const long = `github.${'a_very_long_name_of_a_tool_'.repeat(4)}*`;
    const patterns = [...Array.from({ length: 12 }, (_, n) => `slack.send_${n}*`), long];
    const text = readFileSync(config, 'utf8');
    await openTuner(page);
    const usual = await page.locator('[data-pattern]').count();
    writeFileSync(
      config,
      text.replace(/^tool_search:\n/m, `tool_search:\n  always_loaded_patterns: ${JSON.stringify(patterns)}\n`),
    );
    await expect(page.locator('[data-pattern]')).toHaveCount(patterns.length);
    const chip = page.locator(`[data-pattern="${long}"]`);
    expect((await chip.getAttribute('title'))?.split('\n')[0]).toBe(long);
    await expect(page.getByTestId('pattern-add')).toBeInViewport({ ratio: 1 });
    await page.getByTestId('pattern-add').fill(long);
    await expect(page.getByTestId('pattern-add')).toHaveAttribute('title', long);
    await page.getByTestId('pattern-add').fill('');
    writeFileSync(config, text);
    await expect(page.locator('[data-pattern]')).toHaveCount(usual);
  });

  await test.step('what says how tokens are counted hides no figure', async () => {
    await page.getByRole('radiogroup', { name: 'Token estimator' }).hover();
    const tip = page.getByRole('tooltip').filter({ hasText: 'How every screen counts tokens' });
    await expect(tip).toBeVisible();
    expect(await isApart(tip, page.getByTestId('prompt-now'))).toBe(true);
    await page.mouse.move(0, 0);
  });

  await test.step('engines have one name on both screens that measure them', async () => {
    const named = (elements: Locator) =>
      elements.evaluateAll((all) =>
        Object.fromEntries(
          all.map((one) => {
            const name = one.querySelector('h2, th')?.textContent ?? '';
            return [(one as HTMLElement).dataset.engine ?? '', name];
          }),
        ),
      );
    await goTo(page, 'compare');
    await page.getByTestId('query').fill('comment on an issue');
    const columns = page.getByTestId('compare-column');
    await expect(columns).toHaveCount(11);
    const compared = await named(columns);
    await page.keyboard.press('Escape');
    await goTo(page, 'tests');
    await expect(page.getByTestId('golden-table')).toBeFocused();
    await page.keyboard.press('r');
    const rows = page.getByTestId('metrics').locator('tbody tr[data-engine]');
    await expect(rows.first()).toContainText(/0\.\d{3}/);
    const measured = await named(rows);
    expect(Object.keys(measured).length).toBeGreaterThan(0);
    expect(measured).toEqual(Object.fromEntries(Object.keys(measured).map((engine) => [engine, compared[engine]])));
  });

  await test.step('both lists of prompts say what each profile is for, and the difference names its tools', async () => {
    await goTo(page, 'prompt');
    await expect(page.getByTestId('cache-break')).toBeVisible();
    const about = builtinProfiles.find(({ name }) => name === 'all-tools')?.description ?? 'no description';
    for (const side of ['before', 'after']) {
      await page.getByRole('combobox', { name: `Configuration ${side}` }).click();
      const option = page.getByRole('option').filter({ hasText: 'all-tools' });
      await expect(option).toContainText(about);
      await page.keyboard.press('Escape');
    }
    const changes = page.getByTestId('tool-changes').locator('[data-kind]');
    await expect(changes.first()).toContainText(/\d+ tools? (added|removed|changed)/);
    await expect(page.getByTestId('tool-changes')).toContainText('github.create_issue');
  });

  await test.step('a new skill says how its name begins, without dots in place of words', async () => {
    await goTo(page, 'skills');
    await page.keyboard.press('Alt+N');
    const made = page.getByTestId('new-pack-name');
    await expect(made.or(page.getByTestId('new-skill-name'))).toBeVisible();
    if (await made.isVisible()) {
      await made.fill('mine');
      await page.keyboard.press('Enter');
    }
    const dialog = page.getByRole('dialog', { name: 'New skill' });
    await expect(dialog).toContainText(/The full name starts with pack\.\w+/);
    await expect(dialog).not.toContainText('….');
    await expect(dialog).not.toContainText('.…');
    await page.keyboard.press('Escape');
  });
});

test('errors that were not closed lie in one notice, beside the buttons of a dialog', async ({
  app: { page, workspace },
}) => {
  await openTuner(page);
  appendFileSync(join(workspace, 'pegboard.yaml'), '\n: [\n');
  for (const pattern of ['a.*', 'b.*', 'c.*']) {
    await page.getByTestId('pattern-add').fill(pattern);
    await page.getByTestId('pattern-add').press('Enter');
    await expect(page.getByTestId('error-notices')).toBeVisible();
  }
  await expect(page.getByTestId('error-notices')).toHaveCount(1);
  await page.getByTestId('drawers').focus();
  await page.keyboard.press('Shift+L');
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply' });
  await expect(apply).toBeVisible();
  for (const name of ['Apply', 'Cancel'])
    expect(
      await isApart(page.getByRole('dialog').getByRole('button', { name }), page.getByTestId('error-notices')),
      name,
    ).toBe(true);
});

test.describe('on a wide screen', () => {
  test.use({ tools: 0, viewport: { width: 1600, height: 1000 }, ownClock: true });

  test('the columns of Sources show names, states and times whole, and so do they at the least width', async ({
    app,
  }) => {
    const { page } = app;
    const server = [process.execPath, fixture('oldest')];
    expect(await app.cli('import', '--mcp', '--name', 'chrome-devtools', '--', ...server)).toBe(0);
    await page.clock.setFixedTime(Date.now() + 21 * 60_000);
    await goTo(page, 'sources');
    const row = page.locator('[data-testid=source-row][data-source=chrome-devtools]');
    await expect(row).toContainText('21 min ago');
    // The last column says what runs, and leaves out the beginning of a path.
    expect(await cutTexts(row.locator('td:not(:last-child)'))).toEqual([]);
  });
});

test.describe('where skills do not fit a host', () => {
  test('what a host leaves out is hatched, and what it shows is not', async ({ app: { page, workspace } }) => {
    const lines = Array.from({ length: 40 }, (_, n) => ({
      name: `pack.many.skill_${n}`,
      trigger: `Use it when somebody asks for the thing of the number ${n}. ${'And so on. '.repeat(60)}`,
      steps: ['Do it.'],
    }));
    mkdirSync(join(workspace, 'packs/many'), { recursive: true });
    writeFileSync(join(workspace, 'packs/many/pack.yaml'), 'name: many\n');
    writeFileSync(join(workspace, 'packs/many/many.skill.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'));
    const config = join(workspace, 'pegboard.yaml');
    const text = readFileSync(config, 'utf8');
    writeFileSync(
      config,
      text.replace(/^( +)skill_packs:\n/m, '$1skill_packs:\n$1  - {name: many, path: packs/many}\n'),
    );
    expect(parse(readFileSync(config, 'utf8')).skills.skill_packs).toContainEqual({ name: 'many', path: 'packs/many' });
    await goTo(page, 'hosts');
    const listing = page.getByTestId('skill-listing').first();
    await expect(listing).toContainText('of 58 skills complete');
    const bars = listing.locator('[aria-hidden] > span');
    await expect(bars.first()).toHaveCSS('background-image', 'none');
    await expect(bars.nth(1)).toHaveCSS('background-image', /gradient/);
  });
});

test.describe('a value that stands in the environment of Pegboard', () => {
  // What the configuration has is refused by the server.
  test.use({ tools: 0 });
  test.beforeAll(() => {
    process.env.API_KEY = 'planted-environment-5e1f';
  });
  test.afterAll(() => {
    delete process.env.API_KEY;
  });

  test('is taken in place of the one of the configuration, and written nowhere', async ({ app }) => {
    const { page, workspace } = app;
    const tracker = { command: process.execPath, args: [fixture('needs-key')], env: { API_KEY: 'wrong' } };
    await goTo(page, 'sources');
    await page.evaluate(
      (text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        (document.activeElement ?? document.body).dispatchEvent(event);
      },
      JSON.stringify({ mcpServers: { tracker } }),
    );
    await page.getByLabel('Where API_KEY comes from').selectOption('Use my environment');
    await page.getByTestId('start-servers').click();
    await expect(page.getByTestId('review-progress')).toContainText('Added 1 server');
    const yaml = readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
    expect(yaml).toContain('API_KEY: ${env:API_KEY}');
    const texts = readdirSync(app.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    expect(texts.filter((text) => text.includes('planted-environment'))).toEqual([]);
  });
});

test('an undo whose connection was lost can be made once it is back', async ({ app: { page, workspace } }) => {
  const config = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  let cuts = false;
  await holdOwnSocket(page);
  await page.routeWebSocket(/\/rpc$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      // The call itself is lost, with the connection.
      if (cuts && message.toString().includes('undo')) {
        cuts = false;
        void socket.close();
        void server.close();
      } else server.send(message);
    });
  });
  await page.reload();
  await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  await openTuner(page);
  const before = config();
  await page.keyboard.press('r');
  await page.keyboard.press('Home');
  await page.keyboard.press('b');
  await expect.poll(config).not.toBe(before);
  await expect(page.getByRole('alert').getByRole('button', { name: 'Undo' })).toBeVisible();
  cuts = true;
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByTestId('error-notices')).toBeVisible();
  expect(cuts).toBe(false);
  expect(config()).not.toBe(before);
  await expect(page.getByTestId('connection-banner')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(config).toBe(before);
});
