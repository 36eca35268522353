// Finds a Chromium for the end-to-end tests, or gets one: CHROME_PATH, a headless shell, Playwright's own, one on the machine,
// Playwright's download, and as root on Debian a package. Run as a script it prints which; when there is none it says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Debian's build of Chromium without the parts that draw a window; its version is the one of the package `chromium`. */
const headlessShell = { file: '/usr/lib/chromium/chromium-headless-shell', package: 'chromium-headless-shell' };

const onTheMachine = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function firstThatIsThere(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && path !== '' && existsSync(path));
}

/** Path of a Chromium that is there, or undefined. */
export function findBrowser(): string | undefined {
  return firstThatIsThere([process.env.CHROME_PATH, chromium.executablePath(), ...onTheMachine]);
}

/**
 * The Chromium of the tests: the headless shell where there is one. It draws a page as the whole browser does, and takes a fifth
 * less processor time for a test, since there is no window around the page.
 */
export function findTestBrowser(): string | undefined {
  return firstThatIsThere([process.env.CHROME_PATH, headlessShell.file]) ?? findBrowser();
}

function run(command: string, ...args: string[]): boolean {
  process.stderr.write(`$ ${command} ${args.join(' ')}\n`);
  return (
    spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' }).status ===
    0
  );
}

const isDebianRoot = (): boolean =>
  process.getuid?.() === 0 &&
  existsSync('/usr/bin/apt-get') &&
  existsSync('/etc/os-release') &&
  /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));

/** Any Chromium does when the package cannot be had. */
function installHeadlessShell(): void {
  const install = () => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', headlessShell.package);
  if (install() || !run('apt-get', 'update', '-qq')) return;
  install();
}

function installBrowser(): void {
  if (run('npx', 'playwright', 'install', 'chromium') && findBrowser()) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    if (run('apt-get', 'update', '-qq')) run('apt-get', 'install', '-y', '-qq', 'chromium');
  }
}

if (process.argv[1] === import.meta.filename) {
  if (!process.env.CHROME_PATH && !existsSync(headlessShell.file) && isDebianRoot()) installHeadlessShell();
  if (!findTestBrowser()) installBrowser();
  const browser = findTestBrowser();
  if (browser) process.stderr.write(`End-to-end tests use ${browser}\n`);
  else {
    process.stderr.write(
      'No Chromium was found. Install one (sudo apt-get install chromium), or name yours: CHROME_PATH=… npm test\n',
    );
    process.exit(1);
  }
}
