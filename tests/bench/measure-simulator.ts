import { mkdirSync, writeFileSync } from 'node:fs';
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
 * Plays a long run in the simulator and scrubs through it with the arrows, as the browser sees it: milliseconds from the key's
 * event until film, lane, prompt and step of the next place in time are drawn. Every step but the last activates a tool.
 */
export async function measureSimulator(tools: readonly BenchTool[], steps: number, scratch: Scratch): Promise<void> {
  const folder = scratch.folder();
  const workspace = join(folder, 'workspace');
  mkdirSync(join(workspace, 'scenarios'), { recursive: true });
  // Any arguments do: what is measured is the screen.
  const lenient = tools.map((tool) => ({ ...tool, inputSchema: { ...Object(tool.inputSchema), required: [] } }));
  writeWorkspace(workspace, lenient);
  // JSON is YAML too.
  const scenario = {
    query: 'Scrub.',
    config: { planner: { max_steps: steps }, tool_search: { enabled: true, default_loading_mode: 'deferred' } },
    script: [...tools.slice(0, steps - 1).map(({ name }) => ({ call: name })), { answer: 'done' }],
    results: { '*': { value: { ok: true } } },
  };
  writeFileSync(join(workspace, 'scenarios/long.scenario.yaml'), JSON.stringify(scenario));
  await withServedPage({ folder, workspace }, async (page) => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Alt+5');
    await page.getByTestId('simulator-run').and(page.locator(':enabled')).waitFor();
    const started = performance.now();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.locator('[data-testid=run-state][data-state=passed]').waitFor({ timeout: 120_000 });
    const played = performance.now() - started;
    await page.keyboard.press('f');
    const times: number[] = [];
    for (let at = 1; at < steps; at++) times.push(await press(page, 'ArrowRight', at));
    for (let at = steps - 2; at >= 0; at--) times.push(await press(page, 'ArrowLeft', at));
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    print(
      table(
        ['tools', 'steps', 'played, ms', 'keys', 'p50 ms', 'p95 ms', 'slowest ms', 'within two frames'],
        [
          [
            ...[tools.length, steps].map(count),
            milliseconds(played),
            count(times.length),
            ...[p50, p95, Math.max(...times)].map(milliseconds),
            `${((100 * times.filter((time) => time <= 2 * frame).length) / times.length).toFixed(0)} %`,
          ],
        ],
      ),
    );
  });
}

/** Milliseconds from the key's event until the step of that place is drawn. */
async function press(page: Page, key: string, at: number): Promise<number> {
  await page.evaluate((place) => {
    const drawn = new Promise<number>((resolve) => {
      window.addEventListener(
        'keydown',
        (event) => {
          // Looked at in every frame; the frame after the first that has it is drawn when a task follows it.
          const look = () => {
            const film = document.querySelector('[data-testid=film]')?.getAttribute('aria-activedescendant');
            const title = document.querySelector('[data-testid=step-title]')?.textContent ?? '';
            if (film !== `film-${place}` || !title.startsWith(`1.${place + 1} `)) return requestAnimationFrame(look);
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            return port2.postMessage(null);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      );
    });
    Object.assign(window, { scrubbed: { time: drawn } });
  }, at);
  await page.keyboard.press(key);
  return page.evaluate(() => (window as unknown as { scrubbed: { time: Promise<number> } }).scrubbed.time);
}
