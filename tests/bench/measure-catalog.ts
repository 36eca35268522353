import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { withServedPage } from './served-page.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

const wheelSteps = 200;

/**
 * Loads the app and scrolls its catalog, as the browser sees it: milliseconds from the start of the navigation until the shell takes
 * keys, of the second load as of everyone who comes back, and milliseconds between frames while a wheel turns.
 */
export async function measureCatalog(tools: readonly BenchTool[], scratch: Scratch): Promise<void> {
  const folder = scratch.folder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeWorkspace(workspace, tools);
  await withServedPage({ folder, workspace }, async (page) => {
    const ready = page.getByTestId('status-bar').getByText('index up to date');
    await page.addInitScript(watchShell);
    await page.reload();
    await ready.waitFor();
    const shell = await page.evaluate(() => (window as unknown as { shellReady: Promise<number> }).shellReady);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+2');
    await page.getByTestId('tool-row').first().waitFor();
    const frames = await scroll(page);
    print(
      table(
        ['tools', 'shell ms', 'frames', 'p50 ms', 'p95 ms', 'most ms'],
        [
          [
            count(tools.length),
            milliseconds(shell),
            count(frames.length),
            ...[percentile(frames, 0.5), percentile(frames, 0.95), Math.max(...frames)].map(milliseconds),
          ],
        ],
      ),
    );
  });
}

/** Runs in the page before anything else: notes when the bar of the places is drawn and can be pressed. */
function watchShell(): void {
  const shellReady = new Promise<number>((resolve) => {
    const look = () =>
      document.querySelector('nav button')
        ? requestAnimationFrame(() => resolve(performance.now()))
        : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
  Object.assign(window, { shellReady });
}

/** Turns the wheel over the table and returns the milliseconds between the frames meanwhile. */
async function scroll(page: Page): Promise<readonly number[]> {
  const box = await page.getByTestId('catalog-table').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 300);
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const note = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { frames });
  });
  for (let step = 0; step < wheelSteps; step++) await page.mouse.wheel(0, step % 50 < 40 ? 900 : -2500);
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames.slice(1));
}
