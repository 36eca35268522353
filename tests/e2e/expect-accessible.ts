import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules of axe that a theme can break: all else is the same document. */
const aboutColors = ['color-contrast', 'link-in-text-block'];

/** That axe finds nothing serious on the screen as it is, in both themes. The page is left in the light one. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const rules = colorScheme === 'dark' ? undefined : aboutColors;
    expect(await seriousViolations(page, rules), `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** The same where the system asks for more contrast: text has 7:1 in both themes. */
export async function expectHighContrast(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', contrast: 'more' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    expect.soft(await seriousViolations(page, ['color-contrast-enhanced']), `${what}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ contrast: null });
}

/**
 * What axe calls serious or critical, with the elements it means. axe goes into a document once: it is half a megabyte, and
 * takes ten times as long to send as to run. What still fades in is waited for, since its contrast is not yet its own.
 */
async function seriousViolations(page: Page, rules: string[] | undefined): Promise<string[]> {
  await page.evaluate(animationsEnd);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async (wanted) => {
    type Rule = { id: string; impact: string; enabled: boolean; tags: string[] };
    const inPage = (globalThis as unknown as { axe: typeof axe & { _audit: { rules: readonly Rule[] } } }).axe;
    // What a rule finds has the impact of the rule: the others cannot find anything serious, and take a third of the time.
    const serious = inPage._audit.rules.filter(
      ({ impact, enabled, tags }) =>
        enabled && /^(serious|critical)$/.test(impact) && !tags.some((tag) => /^(experimental|deprecated)$/.test(tag)),
    );
    if (serious.length === 0) throw new Error('axe has no rules of serious impact.');
    const runOnly = wanted ?? serious.map(({ id }) => id);
    return (await inPage.run(document, { resultTypes: ['violations'], runOnly, preload: false })).violations;
  }, rules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`),
  );
}

/** In the page: returns when two frames long nothing moves, but for what moves for ever. */
async function animationsEnd(): Promise<void> {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  for (let still = 0; still < 2; still++) {
    await frame();
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (moving.length === 0) continue;
    await Promise.allSettled(moving.map(({ finished }) => finished));
    still = -1;
  }
}
