import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../e2e/find-browser.ts';
import { serveApp } from '../support/serve-app.ts';
import type { BenchTool } from './catalog.ts';
import type { Scratch } from './engines/engine.ts';
import { percentile } from './statistics.ts';
import { count, milliseconds, print, table } from './table.ts';

const opened = 7;

/**
 * Opens the Prompt screen on two long prompts, all tools against nine of ten, as the browser sees it: milliseconds from the key
 * to the drawn difference, in a page that was loaded anew and never showed an editor, and again in the same page.
 */
export async function measurePromptDiff(tools: readonly BenchTool[], scratch: Scratch): Promise<void> {
  const folder = scratch.folder();
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'tools.jsonl'), tools.map((tool) => JSON.stringify(tool)).join('\n'));
  const deferred = tools.filter((_tool, i) => i % 10 === 0).map(({ name }) => [name, { loading_mode: 'deferred' }]);
  // JSON is YAML too.
  const config = {
    tool_search: { enabled: true, default_loading_mode: 'always' },
    sources: [{ name: 'bench', path: 'tools.jsonl', format: 'tools_jsonl' }],
    overlays: Object.fromEntries(deferred),
  };
  writeFileSync(join(workspace, 'pegboard.yaml'), JSON.stringify(config));
  const home = join(folder, 'home');
  const served = await serveApp({ workspace, env: { ...process.env, PEGBOARD_HOME: home, HOME: home } });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const [first, again]: [number[], number[]] = [[], []];
    for (let i = 0; i < opened; i++) {
      // The address alone would only move within the page that is there.
      await page.goto('about:blank');
      await page.goto(served.url);
      await page.getByTestId('status-bar').getByText('index up to date').waitFor();
      await page.keyboard.press('Alt+5');
      first.push(await openScreen(page));
      // On to the history, and around to the simulator.
      await page.keyboard.press('Alt+5');
      await page.keyboard.press('Alt+5');
      await page.getByText('No scenarios').waitFor();
      again.push(await openScreen(page));
    }
    const changes = (await page.getByTestId('change-count').textContent()) ?? '';
    const whole = page.locator('[data-testid=prompt-blocks] [data-block=whole] [data-figure=after]');
    // By the estimator that divides code points by four.
    const tokens = Number(((await whole.textContent()) ?? '').replaceAll(',', ''));
    const rows = [
      ['first', first],
      ['again', again],
    ] as const;
    print(
      table(
        ['opened', 'tools', 'shorter one, kB', 'changes', 'times', 'p50 ms', 'slowest ms'],
        rows.map(([how, times]) => [
          how,
          count(tools.length),
          ((tokens * 4) / 1000).toFixed(0),
          changes.split(' ')[0] ?? '',
          count(times.length),
          milliseconds(percentile(times, 0.5)),
          milliseconds(Math.max(...times)),
        ]),
      ),
    );
  } finally {
    await browser.close();
    await served.close();
  }
}

async function openScreen(page: Page): Promise<number> {
  await page.evaluate(() => {
    const drawn = new Promise<number>((resolve) => {
      window.addEventListener(
        'keydown',
        (event) => {
          // Looked at in every frame; the frame after the first that has it is drawn when a task follows it.
          const look = () => {
            const said = document.querySelector('[data-testid=change-count]')?.textContent ?? '';
            if (!/^[1-9]/.test(said)) return requestAnimationFrame(look);
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - event.timeStamp);
            return port2.postMessage(null);
          };
          requestAnimationFrame(look);
        },
        { once: true, capture: true },
      );
    });
    Object.assign(window, { drawn: { time: drawn } });
  });
  // From the simulator to the second screen of Runs.
  await page.keyboard.press('Alt+5');
  return page.evaluate(() => (window as unknown as { drawn: { time: Promise<number> } }).drawn.time);
}
