// Finds a Chromium for the end-to-end tests, or gets one: CHROME_PATH, Playwright's own, one on the machine, Playwright's
// download, and as root on Debian the package. Run as a script it prints which; when there is none it says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const onTheMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of a Chromium that is there, or undefined. */
export function findBrowser(): string | undefined {
  return [process.env.CHROME_PATH, chromium.executablePath(), ...onTheMachine].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  );
}

function run(command: string, ...args: string[]): boolean {
  process.stderr.write(`$ ${command} ${args.join(' ')}\n`);
  return (
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }).status ===
    0
  );
}

function installBrowser(): void {
  if (run('npx', 'playwright', 'install', 'chromium') && findBrowser()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (run('apt-get', 'update', '-qq')) run('apt-get', 'install', '-y', '-qq', 'chromium');
  }
}

if (process.argv[1] === import.meta.filename) {
  if (!findBrowser()) installBrowser();
  const browser = findBrowser();
  if (browser) process.stderr.write(`End-to-end tests use ${browser}\n`);
  else {
    process.stderr.write(
      'No Chromium was found. Install one (sudo apt-get install chromium), or name yours: CHROME_PATH=… npm test\n',
    );
    process.exit(1);
  }
}
