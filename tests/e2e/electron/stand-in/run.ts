import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChromium } from './chromium.ts';

/*
 * Runs the built main process with `electron` resolved to the stand-in. A process of its own: main takes over the module
 * and the life of its process. The test that started it sends functions to run beside main, as Playwright does with Electron.
 */

const moduleUrl = new URL('./electron.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: moduleUrl, shortCircuit: true } : next(specifier, context),
});
const electron = await import('./electron.ts');

// The test is over. Chromium goes with this process.
process.on('disconnect', () => process.exit());

const { STAND_IN_BROWSER: browser = '', STAND_IN_PROFILE: profile = '' } = process.env;
electron.BrowserWindow.drivenBy(async () => {
  const chromium = await startChromium(browser, profile, electron.app.switches);
  process.send?.({ endpoint: chromium.endpoint });
  return chromium.browser;
});
electron.app.windows = () => electron.BrowserWindow.getAllWindows();

interface Question {
  readonly id: number;
  readonly work: string;
  readonly argument: unknown;
}

process.on('message', async ({ id, work, argument }: Question) => {
  try {
    const run = new Function('electron', 'argument', `return (${work})(electron, argument)`);
    process.send?.({ id, result: await run(electron, argument) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});

// Completes only if main awaits nothing at top level that waits for `ready`.
await import(pathToFileURL(path.join(import.meta.dirname, '../../../../out/main/electron.js')).href);
electron.app.becomeReady();
