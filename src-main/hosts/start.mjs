// `npm start` and `pegboard app`: the app in a window where Electron can run, else the same app in a browser. Says in one line which and why.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { requirePinnedNode, runToEnd } from './node-check.mjs';

await requirePinnedNode();

const root = path.resolve(fileURLToPath(new URL('../..', import.meta.url)));
const inRoot = (...parts) => path.join(root, ...parts);
const electronPackage = findElectron() ?? inRoot('node_modules', 'electron');
/** Milliseconds to wait for the download of Electron. */
const downloadTimeout = Number(process.env.PEGBOARD_ELECTRON_TIMEOUT_MS ?? 120_000);
/** An Electron that fails within this many milliseconds never opened a window. */
const startUpTime = 10_000;

const args = withAbsoluteWorkspace(process.argv.slice(2));
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);

process.exitCode = await main();

async function main() {
  if (!isBuilt()) {
    const code = await runToEnd(
      process.execPath,
      [inRoot('node_modules', 'electron-vite', 'bin', 'electron-vite.js'), 'build'],
      {
        cwd: root,
      },
    );
    if (code !== 0) return code;
  }
  const obstacle = whyNoWindow() ?? (await whyNoElectron());
  if (obstacle !== null) return openInBrowser(obstacle);

  const started = Date.now();
  const code = await runElectron();
  if (code === 0 || Date.now() - started > startUpTime) return code;
  return openInBrowser(`Electron did not start (exit code ${code})`);
}

/** The folder of the npm package `electron`: in a clone, or installed beside Pegboard. Never one of the folder it is started in. */
function findElectron() {
  try {
    return path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

function isBuilt() {
  return ['main/electron.js', 'main/cli.js', 'preload/preload.cjs', 'renderer/index.html'].every((file) =>
    existsSync(inRoot('out', file)),
  );
}

function whyNoWindow() {
  if (!hasDisplay) return 'There is no display';
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'Electron does not run as root';
  return null;
}

/**
 * Null once Electron's binary is there, else why it is not. Its package downloads nothing when it is installed; its
 * install.js does, and returns at once where the binary is there. It runs apart, so that a download that hangs can be ended.
 */
function whyNoElectron() {
  const installer = path.join(electronPackage, 'install.js');
  if (!existsSync(installer)) return Promise.resolve('Electron is not installed');
  if (!existsSync(path.join(electronPackage, 'path.txt'))) say('Downloading Electron; this happens once.');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [installer], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    const timer = setTimeout(() => {
      resolve(`Electron could not be downloaded within ${downloadTimeout / 1000} s`);
      child.kill('SIGKILL');
    }, downloadTimeout);
    child.on('error', (error) => finish(error.message));
    child.on('close', (code) => finish(code === 0 ? null : firstLineOf(complaint)));
    function finish(problem) {
      clearTimeout(timer);
      resolve(problem === null ? null : `Electron could not be downloaded (${problem})`);
    }
  });
}

function firstLineOf(text) {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'no reason given'
  );
}

/** Started by the package's folder, so that Electron takes the app's name, and with it the user's data, from package.json. */
function runElectron() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH || path.join(electronPackage, 'dist');
  const binary = path.join(dist, readFileSync(path.join(electronPackage, 'path.txt'), 'utf8'));
  // Set where another Electron started this; with it, Electron would be a mere Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const workspace = args.filter((argument) => argument.startsWith('--workspace='));
  return runToEnd(binary, [root, ...workspace], { env }).catch((error) => error.code ?? 1);
}

function openInBrowser(reason) {
  say(`${reason}: Pegboard runs in a browser instead.`);
  const open = hasDisplay || args.includes('--no-open') ? [] : ['--no-open'];
  // Read by a person, also where npm is run by something that keeps its output.
  const format = args.some((argument) => argument.startsWith('--format')) ? [] : ['--format=human'];
  return runToEnd(process.execPath, [
    inRoot('src-main', 'hosts', 'cli', 'bin.mjs'),
    'serve',
    ...open,
    ...format,
    ...args,
  ]);
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

/** `--workspace dir` as `--workspace=/absolute/dir`: npm starts scripts in the package's folder, not where the user is. */
function withAbsoluteWorkspace(given) {
  const from = process.env.INIT_CWD ?? process.cwd();
  const result = [];
  for (let index = 0; index < given.length; index += 1) {
    const argument = given[index];
    const folder = argument.startsWith('--workspace=') ? argument.slice('--workspace='.length) : null;
    if (folder !== null) result.push(`--workspace=${path.resolve(from, folder)}`);
    else if (argument === '--workspace' && index + 1 < given.length) {
      index += 1;
      result.push(`--workspace=${path.resolve(from, given[index])}`);
    } else result.push(argument);
  }
  return result;
}
