import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { withServedPage } from './served-page.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';
import { writeWorkspace } from './workspace-on-disk.ts';

/** Milliseconds of a frame at 60 a second. */
const frame = 1000 / 60;

/**
 * Types always-loaded patterns into the tuner, as the browser sees it: milliseconds from a key's event until matches, board and
 * drawers are drawn for exactly that text. A key waits for the answer to the one before.
 */
export async function measureTuner(tools: readonly BenchTool[], scratch: Scratch): Promise<void> {
  const folder = scratch.folder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeWorkspace(workspace, tools);
  await withServedPage({ folder, workspace }, async (page) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+T');
    await page.getByTestId('prompt-change').waitFor();
    await page.evaluate(watchPattern);
    await typePattern(page, 'warm up, not counted');
    const times: number[] = [];
    // From `*`, which hangs every tool on the board, down to one name.
    for (const pattern of patternsFor(tools)) times.push(...(await typePattern(page, pattern)));
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const within = (limit: number) =>
      `${((100 * times.filter((time) => time <= limit).length) / times.length).toFixed(0)} %`;
    print(
      table(
        ['tools', 'keys', 'p50 ms', 'p95 ms', 'most ms', 'within a frame', 'within two', 'within 200 ms'],
        [
          [
            ...[tools.length, times.length].map(count),
            ...[p50, p95, Math.max(...times)].map(milliseconds),
            ...[frame, 2 * frame, 200].map(within),
          ],
        ],
      ),
    );
  });
}

/** Patterns of several shapes for names that are there. */
function patternsFor(tools: readonly BenchTool[]): string[] {
  const names = [0.1, 0.35, 0.6, 0.85].map((share) => tools[Math.floor(share * tools.length)]?.name ?? '');
  return names.flatMap((name) => [`${name.slice(0, 12)}*`, `*${name.slice(-8)}`, `*${name.slice(0, 5)}*`]);
}

interface Watched {
  /** Milliseconds from the key's event to the drawn answer. */
  answered: Promise<number>;
}

/** Runs in the page: every input starts a watch that ends when both sides stand for exactly that text. */
function watchPattern(): void {
  const box = document.querySelector<HTMLInputElement>('[data-testid=pattern-add]');
  box?.addEventListener('input', (event) => {
    const text = box.value;
    const answered = new Promise<number>((resolve) => {
      const page = document.querySelector('[data-testid=tuner]');
      const look = () => {
        if (page?.getAttribute('data-answered') !== text) return requestAnimationFrame(look);
        // The frame that has it is drawn when a task follows it.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - event.timeStamp);
        return port2.postMessage(null);
      };
      requestAnimationFrame(look);
    });
    Object.assign(window, { watched: { answered } satisfies Watched });
  });
}

/** Types a pattern letter by letter into the emptied field and returns the milliseconds of each letter. */
async function typePattern(page: Page, pattern: string): Promise<number[]> {
  const field = page.getByTestId('pattern-add');
  await field.fill('');
  await field.focus();
  const times: number[] = [];
  for (const letter of pattern) {
    await page.keyboard.type(letter);
    times.push(await page.evaluate(() => (window as unknown as { watched: Watched }).watched.answered));
  }
  return times;
}
