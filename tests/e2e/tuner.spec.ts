import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { parse } from 'yaml';
import { manyTools } from '../support/many-tools.ts';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

async function openTuner(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+T');
  await expect(page.getByTestId('tuner')).toBeVisible();
  await expect(page.getByTestId('prompt-change')).toBeVisible();
}

test.describe('on a fresh workspace', () => {
  test.use({ tools: 0 });

  test('the keyboard alone imports a catalog and defers all but five tools; undo brings the bytes back (R19.11)', async ({
    app: { page, workspace, cli, write },
  }) => {
    const config = join(workspace, 'pegboard.yaml');
    const disk = () => parse(readFileSync(config, 'utf8'));
    // As a workspace is that knows nothing of tool search yet.
    writeFileSync(config, '# ours\ntool_search: {enabled: false}\n');
    const lines = manyTools(40).map((tool) => JSON.stringify({ ...tool, name: shopName(tool.name) }));
    expect(await cli('import', write('shop.jsonl', lines.join('\n')))).toBe(0);
    await expect(page.getByTestId('status-bar')).toContainText('40 always loaded');
    const imported = readFileSync(config, 'utf8');
    await openTuner(page);
    await expect(page.getByTestId('board-heading')).toContainText('40 tools');

    // The preset says what it changes, then everything is deferred.
    await page.keyboard.press('Shift+L');
    await expect(page.getByTestId('preset-fields')).toContainText('tool_search.default_loading_mode');
    await expect(page.getByRole('dialog')).toContainText('40 tools deferred');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('board-heading')).toContainText('0 tools');
    await expect(page.getByTestId('prompt-change')).toContainText('−');
    expect(disk().tool_search).toEqual({
      enabled: true,
      default_loading_mode: 'deferred',
      activation_scope: 'session',
    });

    // Four by a pattern, whose matches are seen while it is typed.
    await page.keyboard.press('a');
    await page.keyboard.type('shop.get_*');
    await expect(page.getByTestId('pattern-live')).toContainText('4 tools, 4 no longer deferred');
    await expect(page.getByTestId('board-heading')).toContainText('4 tools');
    // Nothing is written yet, and the tools stand on the board, with what they add to the prompt.
    const typed = page.getByTestId('board').locator('[data-tool^="shop.get_"]', { hasText: 'matched while you type' });
    await expect(typed).toHaveCount(4);
    const figures = page.getByTestId('board-figures');
    await expect(figures).toContainText(/4 tools \(\+4\)/);
    const [, tokens, added] = /([\d,]+) tokens \(\+([\d,]+)\)/.exec(await figures.innerText()) ?? [];
    expect(tokens).toMatch(/\d/);
    expect(added).toBe(tokens);
    await expect(page.getByTestId('board-tokens')).toContainText(tokens ?? 'no figure');
    expect(disk().tool_search.always_loaded_patterns).toBeUndefined();
    await page.keyboard.press('Enter');
    await expect.poll(() => disk().tool_search.always_loaded_patterns).toContain('shop.get_*');
    await page.keyboard.press('Escape');

    // The fifth is chosen among the drawers.
    await page.keyboard.press('/');
    await page.keyboard.type('merge issue 8');
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('drawers')).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByTestId('move-bar')).toContainText('Adds pattern shop.merge_issue_8.');
    await page.keyboard.press('b');
    await expect(page.getByTestId('status-bar')).toContainText('5 always loaded');
    expect(disk().tool_search.always_loaded_patterns.slice(-2)).toEqual(['shop.get_*', 'shop.merge_issue_8']);

    // One of the four goes back: its pattern becomes narrower, and no other tool moves.
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByTestId('move-bar')).toContainText('Replaces pattern shop.get_*');
    await page.keyboard.press('d');
    await expect(page.getByTestId('status-bar')).toContainText('4 always loaded');
    expect(disk().tool_search.always_loaded_patterns).not.toContain('shop.get_*');

    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByTestId('status-bar')).toContainText('5 always loaded');
    await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByTestId('status-bar')).toContainText('0 always loaded');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(page.getByTestId('status-bar')).toContainText('40 always loaded');
    expect(readFileSync(config, 'utf8')).toBe(imported);
  });
});

test('shows the same tokens of the prompt and of its tools on every screen, by the estimator that is chosen', async ({
  app: { page },
}) => {
  const status = page.getByTestId('status-prompt');
  const figure = (part: string) => page.getByTestId('prompt-figures').locator(`[data-part=${part}] td`).first();
  const number = async (locator: Locator) => Number((await locator.innerText()).replace(/[^\d]/g, ''));
  const wholes = new Set<number>();
  for (const estimator of ['o200k', 'estimate'] as const) {
    await openTuner(page);
    await page.getByRole('radiogroup', { name: 'Token estimator' }).getByText(estimator, { exact: true }).click();
    await expect(page.getByTestId('prompt-figures')).toContainText(`tokens (${estimator})`);
    await expect(page.getByTestId('prompt-figures').locator('[aria-busy=false]')).toBeVisible();
    const whole = await number(figure('whole'));
    const tools = await number(figure('tools'));
    const rest = await number(figure('rest'));
    expect(tools + rest).toBe(whole);
    wholes.add(whole);
    await expect(page.getByTestId('prompt-now')).toHaveText(whole.toLocaleString('en-US'));
    await expect(page.getByTestId('board-tokens')).toHaveText(`${tools.toLocaleString('en-US')} ${estimator}`);
    await expect(status).toContainText(`Prompt: ${(whole / 1000).toFixed(1)}k tokens (all tools: `);

    // The catalog with what is always loaded, where the status bar leads to.
    await status.click();
    await expect(page.getByTestId('budget-whole')).toHaveText(
      `${whole.toLocaleString('en-US')} tokens in every prompt`,
    );
    await expect(page.getByTestId('catalog-count')).toContainText(
      `${tools.toLocaleString('en-US')} tokens (${estimator})`,
    );
    const first = page.locator('td[data-column=tokens]').first();
    const dearest = await first.innerText();
    await first.click();
    await expect(page.getByTestId('part-tokens-whole')).toHaveText(dearest);
    await page.getByTestId('catalog-filter').press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByTestId('catalog-count')).not.toContainText(`${tools.toLocaleString('en-US')} tokens`);
    const all = (await page.getByTestId('catalog-count').innerText()).match(/[\d,]+ tokens \(\w+\)/)?.[0] ?? 'none';
    await goTo(page, 'sources');
    await expect(page.getByTestId('sources-count')).toContainText(all);
    await expect(page.getByRole('columnheader', { name: `Tokens (${estimator})` })).toBeVisible();
    await goTo(page, 'prompt');
    await expect(page.locator('[data-block=whole]')).toContainText(whole.toLocaleString('en-US'));
    await goTo(page, 'home');
    await expect(page.getByTestId('home-carried')).toContainText(`has ${whole.toLocaleString('en-US')} tokens`);
  }
  expect(wholes.size).toBe(2);
});

test('keeps a budget: the gauge turns, what to drop is shown before it is written, and one undo brings it back', async ({
  app: { page, workspace },
}) => {
  const config = join(workspace, 'pegboard.yaml');
  const before = readFileSync(config, 'utf8');
  const disk = () => parse(readFileSync(config, 'utf8'));
  const state = page.getByTestId('budget-state');
  await openTuner(page);
  await expect(state).toHaveText('no budget');
  const board = Number((await page.getByTestId('board-tokens').innerText()).match(/[\d,]+/)?.[0].replace(',', ''));
  const whole = Number((await page.getByTestId('prompt-now').innerText()).replace(',', ''));
  const height = (await page.getByTestId('prompt-figures').boundingBox())?.height;

  // By the keyboard alone: a budget that leaves half of the board.
  const budget = whole - Math.floor(board / 2);
  await page.keyboard.press('u');
  await expect(page.getByTestId('budget-field')).toBeFocused();
  await page.keyboard.type(String(budget));
  await page.keyboard.press('Enter');
  await expect(state).toHaveText(`${(whole - budget).toLocaleString('en-US')} over budget`);
  expect(disk().tuning).toEqual({ prompt_budget: budget });
  const gauge = page.getByRole('meter', { name: 'Prompt tokens and budget' });
  await expect(gauge).toHaveAttribute('aria-valuetext', /over budget$/);
  expect((await page.getByTestId('prompt-figures').boundingBox())?.height).toBe(height);
  const withBudget = readFileSync(config, 'utf8');
  await expectAccessible(page, 'over budget');

  await page.getByTestId('board').focus();
  await page.keyboard.press('f');
  const dialog = page.getByRole('dialog', { name: 'Tools to defer' });
  await expect(dialog.getByTestId('drop-plan')).toContainText(/pattern|loading_mode/);
  await expect(dialog.getByTestId('drop-outcome')).toContainText(/[\d,]+ left/);
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBeGreaterThan(0);
  await expectAccessible(page, 'dialog');
  expect(readFileSync(config, 'utf8')).toBe(withBudget);
  await dialog.getByRole('button', { name: /^Defer \d+ tools?$/ }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(state).toContainText('left');
  await expect(page.getByTestId('prompt-figures').locator('[aria-busy=false]')).toBeVisible();
  await expect(state).toContainText('left');
  expect(readFileSync(config, 'utf8')).not.toBe(withBudget);

  await page.keyboard.press('ControlOrMeta+Z');
  await expect(state).toContainText('over budget');
  expect(readFileSync(config, 'utf8')).toBe(withBudget);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(state).toHaveText('no budget');
  expect(readFileSync(config, 'utf8')).toBe(before);
});

/** All of one namespace. */
const shopName = (name: string) => name.replace(/^service\d+\./, 'shop.');

test('warns of patterns, edits them, drags tools, and is accessible in both themes', async ({
  app: { page, workspace },
}) => {
  const config = join(workspace, 'pegboard.yaml');
  await openTuner(page);
  const field = page.getByTestId('pattern-add');
  await field.fill('slack.*');
  await field.press('Enter');
  await expect(page.locator('[data-pattern="slack.*"]')).toBeVisible();
  // The field keeps the focus. It is empty, so undo takes the pattern back; the text that the user deleted comes back first.
  await expect(field).toBeFocused();
  await page.keyboard.type('x');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(field).toHaveValue('x');
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.locator('[data-pattern="slack.*"]')).toHaveCount(0);
  await field.fill('nothing.*');
  await field.press('Enter');
  await expect(page.locator('[data-warning=no_match]')).toContainText('Matches no tool');
  await page.locator('[data-pattern="nothing.*"]').focus();
  await page.keyboard.press('F2');
  await expect(page.getByTestId('pattern-edit')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('github.get_*');
  await page.keyboard.press('Enter');
  await expect.poll(() => readFileSync(config, 'utf8')).toContain('github.get_*');
  await page.getByRole('button', { name: /matched by github\.get_\*/ }).click();

  await page.getByTestId('tuner-filter').fill('create_issue');
  await page.locator('[data-side=drawers] [data-tool="github.create_issue"]').dragTo(page.getByTestId('board-heading'));
  await expect(page.locator('[data-side=board] [data-tool="github.create_issue"]')).toBeVisible();
  await page.getByTestId('tuner-filter').fill('');
  await page.getByTestId('drawers').press('Home');
  await page.getByTestId('drawers').press('ArrowRight');
  await expectAccessible(page, 'board');
  await page.keyboard.press('Shift+S');
  await expect(page.getByTestId('preset-tokens')).toBeVisible();
  await expectAccessible(page, 'preset');
  await page.keyboard.press('Escape');

  // At 200 % nothing is cut: the page scrolls.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByTestId('move-bar').scrollIntoViewIfNeeded();
  await expect(page.getByTestId('move-bar')).toBeInViewport();
  expect(await page.getByTestId('tuner').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test('undo goes in order whatever notice is pressed, and notices cover no dialog and no details', async ({
  app: { page, workspace },
}) => {
  const config = () => readFileSync(join(workspace, 'pegboard.yaml'), 'utf8');
  const before = config();
  const notice = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await openTuner(page);
  await page.keyboard.press('r');
  await page.keyboard.press('Home');
  await page.keyboard.press('b');
  await expect.poll(config).not.toBe(before);
  const moved = config();
  const oldUndo = page.getByRole('alert').getByRole('button', { name: 'Undo' });
  await expect(oldUndo).toHaveCount(1);

  // A typed pattern is described like one that a move wrote.
  await page.getByTestId('pattern-add').fill('nothing.*');
  await page.getByTestId('pattern-add').press('Enter');
  await expect(notice('Added pattern nothing.*')).toBeVisible();
  const typed = config();

  // The older notice cannot undo before the newer: it says so, and both stay in the history.
  await page.getByRole('alert').filter({ hasNotText: 'nothing.*' }).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('error-notices')).toContainText('“Added pattern nothing.*” is newer');
  expect(config()).toBe(typed);

  // Notices keep their place and size while a dialog is open, behind its shade.
  const places = () =>
    page.locator('.mantine-Notification-root').evaluateAll((all) => [
      ...new Set(
        all.map((one) => {
          const { left, right, top, width } = one.getBoundingClientRect();
          const isBehind = !one.contains(document.elementFromPoint((left + right) / 2, top + 8));
          return `${isBehind ? 'behind' : 'in front'}, ${width <= 340 ? 'as wide as always' : 'wider'}`;
        }),
      ),
    ]);
  await expect.poll(places).toEqual(['in front, as wide as always']);
  await page.getByTestId('drawers').focus();
  await page.keyboard.press('Shift+L');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeVisible();
  await expect.poll(places).toEqual(['behind, as wide as always']);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect.poll(places).toEqual(['in front, as wide as always']);

  await page.getByTestId('drawers').focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(config).toBe(moved);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect.poll(config).toBe(before);
  // What could not be undone was undone by now: its error is gone.
  await expect(page.getByTestId('error-notices')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect.poll(config).toBe(typed);

  // Every change is in one list, the newest first, with where it was made; each is undone and redone there.
  await page.keyboard.press('Alt+Z');
  const changes = page.getByTestId('changes');
  await expect(changes.getByRole('region', { name: 'Made' }).getByRole('listitem')).toHaveText([
    /^Added pattern nothing\.\*.*Always loaded/,
    /Always loaded/,
  ]);
  await expectAccessible(page, 'the changes');
  await changes.getByRole('button', { name: 'Undo: Added pattern nothing.*' }).click();
  await expect.poll(config).toBe(moved);
  await changes.getByRole('button', { name: 'Redo: Added pattern nothing.*' }).click();
  await expect.poll(config).toBe(typed);
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('status-changes')).toHaveText('2 changes');

  // On another screen Undo names what it undid, beside the details.
  await goTo(page, 'tools');
  await page.getByTestId('tool-row').first().click();
  await page.keyboard.press('ControlOrMeta+Z');
  // The notices of before may still be there.
  const undone = notice('Undone').filter({ hasText: 'on another screen' });
  await expect(undone).toContainText('Added pattern nothing.*');
  await expect(undone.getByRole('button', { name: 'Show that screen' })).toBeVisible();
  const details = await page.getByTestId('tool-details').boundingBox();
  const rights = await page
    .getByRole('alert')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(Math.max(...rights)).toBeLessThanOrEqual(details?.x ?? 0);
});
