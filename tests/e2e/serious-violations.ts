import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe calls serious or critical, with the elements it means. axe goes into a document once: it is half a megabyte, and
 * takes ten times as long to send as to run. What still fades in is waited for, since its contrast is not yet its own.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  await page.evaluate(animationsEnd);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const inPage = (globalThis as unknown as { axe: typeof axe }).axe;
    return (await inPage.run(document, { resultTypes: ['violations'] })).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary})`));
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
