import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findTestBrowser } from '../find-browser.ts';
import type { Desktop, LaunchOptions } from './desktop.ts';
import { dropOnto } from './drop.ts';

const runner = path.join(import.meta.dirname, 'stand-in', 'run.ts');

/** The built main process on the stand-in; rejects with its exit code when it ends before it has a window. */
export async function launchStandIn({ folder, args = [], env = {} }: LaunchOptions): Promise<Desktop> {
  const child = fork(runner, [...args], {
    env: {
      ...process.env,
      PEGBOARD_HOME: path.join(folder, 'home'),
      STAND_IN_BROWSER: findTestBrowser(),
      STAND_IN_USER_DATA: folder,
      STAND_IN_PROFILE: path.join(folder, 'chromium'),
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const log: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const exited = once(child, 'exit').then(([code]): number | null => code);
  const endpoint = await Promise.race([
    once(child, 'message').then(([message]) => (message as { endpoint: string }).endpoint),
    exited.then((code) => {
      throw new Error(`The desktop ended with code ${code} before it had a window.\n${log.join('')}`);
    }),
  ]);
  const ask = asker(child);
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (!page) throw new Error('The stand-in opened no page.');
  // Windows that a page opened. Electron never opens one that main denies; see stand-in/web-contents.ts.
  context?.on('page', (opened) => void opened.opener().then((by) => by && opened.close()));
  return {
    kind: 'stand-in',
    page,
    log,
    exited,
    evaluate: (work, argument) => ask(work.toString(), argument) as never,
    async drop(paths) {
      const named = Object.fromEntries(paths.map((each) => [path.basename(each), each]));
      await ask(tellPaths.toString(), named);
      await dropOnto(page, paths);
    },
    async close() {
      // It ends its Chromium, then itself.
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/** Chromium never gives a page the paths of its files; the stand-in for `webUtils` has to be told. */
function tellPaths({ BrowserWindow }: typeof import('./stand-in/electron.ts'), named: Record<string, string>) {
  return BrowserWindow.getAllWindows()[0]?.webContents.knowPaths(named);
}

/** Runs functions in the stand-in's process, one message each way. */
function asker(child: ChildProcess): (work: string, argument: unknown) => Promise<unknown> {
  let lastId = 0;
  return (work, argument) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      const settle = (answer: { id: number; result?: unknown; error?: string }) => {
        if (answer.id !== id) return;
        child.off('message', settle);
        child.off('exit', gone);
        if (answer.error === undefined) resolve(answer.result);
        else reject(new Error(answer.error));
      };
      const gone = () => reject(new Error('The desktop has ended.'));
      child.on('message', settle).once('exit', gone);
      child.send({ id, work, argument });
    });
}
