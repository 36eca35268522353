/**
 * Loaded with --import: kills this process at a change of a file. PEGBOARD_KILL says when: `before:7` at the seventh change before
 * it happens, `after:7` when it has happened, `within:7:300` so many microseconds after it began, from another thread, so that
 * SQLite or the system may be in the middle of it. `count:<file>` writes at the end how many changes there were.
 */
import fs, { writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';

const [mode, first = '', second = '0'] = (process.env.PEGBOARD_KILL ?? 'count:').split(/:(.*?)(?::|$)/);
const wanted = Number(first);
let changes = 0;

const die = () => process.kill(process.pid, 'SIGKILL');
const signal = new Int32Array(new SharedArrayBuffer(4));
if (mode === 'within') {
  const text = `
    const { workerData } = require('node:worker_threads');
    const { signal, microseconds, pid } = workerData;
    Atomics.wait(signal, 0, 0);
    Atomics.wait(signal, 0, 1, microseconds / 1000);
    process.kill(pid, 'SIGKILL');`;
  const killer = new Worker(text, {
    eval: true,
    workerData: { signal, microseconds: Number(second), pid: process.pid },
  });
  await new Promise((ready) => killer.once('online', ready));
  killer.unref();
}

/** Counts a change; returns whether to die when it has happened. */
function begin() {
  changes++;
  if (changes !== wanted) return false;
  if (mode === 'before') die();
  if (mode === 'within') {
    Atomics.store(signal, 0, 1);
    Atomics.notify(signal, 0);
  }
  return mode === 'after';
}

const isForWriting = (flags) => typeof flags === 'string' && /[wa+]/.test(flags);

function sync(holder, name, counts = () => true) {
  const original = holder[name];
  holder[name] = function (...args) {
    if (!counts(...args)) return Reflect.apply(original, this, args);
    const dies = begin();
    try {
      return Reflect.apply(original, this, args);
    } finally {
      if (dies) die();
    }
  };
}

function later(holder, name, counts = () => true) {
  const original = holder[name];
  holder[name] = async function (...args) {
    if (!counts(...args)) return Reflect.apply(original, this, args);
    const dies = begin();
    try {
      return await Reflect.apply(original, this, args);
    } finally {
      if (dies) die();
    }
  };
}

for (const name of [
  'rename',
  'rm',
  'unlink',
  'copyFile',
  'mkdir',
  'rmdir',
  'writeFile',
  'appendFile',
  'link',
  'symlink',
  'truncate',
  'chmod',
]) {
  later(promises, name);
  sync(fs, `${name}Sync`);
}
sync(fs, 'openSync', (_path, flags) => isForWriting(flags));
sync(fs, 'fsyncSync');
const { open } = promises;
promises.open = async (path, flags, ...rest) => {
  const dies = isForWriting(flags) && begin();
  const handle = await open(path, flags, ...rest);
  if (dies) die();
  if (isForWriting(flags))
    for (const name of ['writeFile', 'write', 'sync', 'datasync', 'truncate']) later(handle, name);
  return handle;
};
syncBuiltinESMExports();

const Database = createRequire(import.meta.url)('better-sqlite3');
sync(Database.prototype, 'exec');
const scratch = new Database(':memory:');
sync(Object.getPrototypeOf(scratch.prepare('SELECT 1')), 'run');
scratch.close();
changes = 0;

if (mode === 'count')
  process.on('exit', () => writeFileSync(process.env.PEGBOARD_KILL.slice('count:'.length), String(changes)));
