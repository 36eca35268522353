// Plain JavaScript that every Node from 14.13 on can read: it must run where the rest of Pegboard cannot, and say why.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const required = [22, 14];
const alreadyTried = 'PEGBOARD_PINNED_NODE';

/**
 * Returns when this Node is new enough. Otherwise runs the same script with the Node that Pegboard brings along and exits
 * as that did; where it is missing, says how to get it and exits with 1. Older ones crash in better-sqlite3 without a word.
 */
export async function requirePinnedNode(version = process.versions.node) {
  if (isNewEnough(version)) return;
  const pinned = findPinnedNode();
  if (pinned === null || process.env[alreadyTried] !== undefined) {
    // Only a clone brings a Node along.
    const cure = existsSync(fileURLToPath(new URL('../core', import.meta.url)))
      ? 'run `npm rebuild node` in its folder.'
      : 'install a newer one from https://nodejs.org.';
    process.stderr.write(`Pegboard needs Node ${required.join('.')} or newer, and this is ${version}: ${cure}\n`);
    process.exit(1);
  }
  const env = Object.assign({}, process.env, { [alreadyTried]: '1' });
  process.exit(await runToEnd(pinned, process.execArgv.concat(process.argv.slice(1)), { env }));
}

/**
 * Runs a command in this terminal and passes signals on. The exit code, 128 more than the signal's number when a signal
 * ended it. Rejects when it cannot be started.
 */
export function runToEnd(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, Object.assign({ stdio: 'inherit' }, options));
    const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };
    const passOn = (signal) => {
      // Ctrl+C in a terminal reaches the child by itself; sent twice it would mean "at once".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    const stop = () => {
      for (const signal of Object.keys(signals)) process.off(signal, passOn);
    };
    for (const signal of Object.keys(signals)) process.on(signal, passOn);
    child.on('error', (error) => {
      stop();
      reject(error);
    });
    child.on('exit', (code, signal) => {
      stop();
      resolve(code === null ? 128 + (signals[signal] || 9) : code);
    });
  });
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > required[0] || (major === required[0] && minor >= required[1]);
}

/** The binary of the npm package `node`, wherever npm put it. */
function findPinnedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const binary = path.join(path.dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : null;
  } catch (_) {
    return null;
  }
}

// `npm run prepare` runs this file itself.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await requirePinnedNode();
