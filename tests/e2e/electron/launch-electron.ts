import { once } from 'node:events';
import path from 'node:path';
import { _electron } from '@playwright/test';
import type { Desktop, LaunchOptions } from './desktop.ts';
import { dropOnto } from './drop.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** The built app in Electron itself, where its binary is there. */
export async function launchElectron(
  executablePath: string,
  { folder, args = [], env = {} }: LaunchOptions,
): Promise<Desktop> {
  const application = await _electron.launch({
    executablePath,
    args: [`--user-data-dir=${folder}`, root, ...args],
    env: { ...(process.env as Record<string, string>), PEGBOARD_HOME: path.join(folder, 'home'), ...env },
  });
  const child = application.process();
  const log: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => log.push(text));
  const page = await application.firstWindow();
  return {
    kind: 'electron',
    page,
    drop: (paths) => dropOnto(page, paths),
    log,
    exited: once(child, 'exit').then(([code]): number | null => code),
    evaluate: (work, argument) => application.evaluate(work as never, argument) as never,
    async close() {
      child.kill('SIGKILL');
      await application.close().catch(() => undefined);
    },
  };
}
