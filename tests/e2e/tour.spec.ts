import { existsSync, readdirSync } from 'node:fs';
import { expect, goTo, test } from './app.ts';
import { expectAccessible } from './expect-accessible.ts';

test.use({ tour: true, contextOptions: { reducedMotion: 'reduce' } });

test('the guided tour ends with a measured saving and an exported pack, by keyboard, and can be left and opened again', async ({
  app,
}) => {
  const { page, workspace } = app;
  const bar = page.getByRole('complementary', { name: 'Guided tour' });
  const step = page.getByTestId('tour');
  const press = async (name: string) => {
    const button = bar.getByRole('button', { name, exact: true });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
  };
  const at = async (id: string) => expect(step).toHaveAttribute('data-step', id);

  await press('Take the tour');
  await at('cost');
  await expect(step).toContainText('77 tools');
  await expect(page.getByTestId('status-bar')).toHaveCSS('outline-style', 'solid');
  await press('Next');
  await at('search');
  await press('Type it');
  await expect(step).toContainText('done');
  await expect(page.getByTestId('result').first()).toContainText('orders.refund');
  await press('Next');
  await at('score');
  await expectAccessible(page, 'tour');

  // Whoever looks elsewhere is not pulled back, and finds the place again.
  await goTo(page, 'tools');
  await expect(bar.getByRole('button', { name: 'Go there' })).toBeVisible();
  await press('Go there');
  await press('Next');
  await at('why-not');
  await expect(step).not.toContainText('done');
  await press('Ask about orders.cancel');
  await expect(step).toContainText('done');
  await expect(page.getByTestId('why-not-reason')).toBeVisible();
  await press('Next');
  await at('use');
  await expect(step).toContainText('a log of a month');
  await press('Read it');
  await expect(step).toContainText(/\d+ of 77 tools were used in 30 days\. \d+ always-loaded tools cost tokens/);
  await expect(page.getByTestId('use-headline')).toContainText('420 sessions');
  await press('Next');
  await at('board');
  await page.getByTestId('tuner-filter').focus();
  await page.keyboard.type('orders.refund');
  const drawers = page.locator('[data-side=drawers]');
  await expect(drawers.locator('[data-tool]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('drawers')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('b');
  await expect(step).toContainText('done');
  await press('Next');
  await at('diff');
  await expect(page.getByTestId('prompt-blocks')).toContainText('Separators and rounding');
  await press('Next');
  await at('run');
  await press('Run it');
  await expect(step).toContainText('done');
  await press('Next');
  await at('scrub');
  await press('Jump there');
  await expect(page.getByTestId('activated')).toContainText('github.search_issues');

  // Left and opened again: it begins at its beginning, and knows what was done.
  await press('Leave the tour');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('guided tour');
  await expect(page.getByRole('dialog').getByText('Take the guided tour', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await at('cost');
  // Going on moves nothing above the strip, and no text shows marks of a markup.
  const height = async () => (await step.boundingBox())?.height;
  const first = await height();
  for (const id of ['search', 'score', 'why-not', 'use', 'board', 'diff', 'run', 'scrub', 'skills', 'export']) {
    await press('Next');
    await at(id);
    expect(await height(), id).toBe(first);
    await expect(step).not.toContainText('*');
  }
  await expect(page.getByTestId('export-plan')).toContainText('SKILL.md');
  await press('Write it');
  await expect(step).toContainText('done');
  const target = `${workspace}-export`;
  await expect(step).toContainText(target);
  expect(readdirSync(target)).toContain('core');
  await press('Next');
  await at('end');
  // The last screen is the one that shows it, not the one that the tour came from.
  await expect(page.getByTestId('economics')).toBeVisible();
  await expect(step).toContainText(/sent [\d,]+ tokens instead of [\d,]+ with all tools \(−\d+ %/);
  await press('Use my MCP servers');
  await expect(page.getByRole('dialog', { name: 'Add a source' })).toBeVisible();
  await page.keyboard.press('Escape');
  await press('Finish');
  await expect(bar).toHaveCount(0);
  await page.reload();
  await expect(page.getByTestId('status-bar')).toContainText('index up to date');
  await expect(bar).toHaveCount(0);
  expect(existsSync(target)).toBe(true);
});

test('pressing only Next never leads to an empty panel', async ({ app: { page } }) => {
  const bar = page.getByRole('complementary', { name: 'Guided tour' });
  const next = () => bar.getByRole('button', { name: 'Next', exact: true }).click();
  await bar.getByRole('button', { name: 'Take the tour' }).click();
  await next();
  await next();
  await expect(page.getByTestId('tour')).toHaveAttribute('data-step', 'score');
  await expect(page.getByTestId('result').first()).toContainText('orders.refund');
});
