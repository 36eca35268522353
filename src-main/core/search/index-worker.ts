import { parentPort, workerData } from 'node:worker_threads';
import { isPegboardError, toErrorValue } from '#shared/errors.ts';
import { UnusableDatabase } from '../db/open-database.ts';
import type { IndexRow } from './index-row.ts';
import type { IndexJob, IndexWorkerMessage } from './run-index-worker.ts';
import type { SyncResult } from './sync-index.ts';
import { ToolIndex } from './tool-index.ts';

/** Thread that brings an index file up to date, so that no window waits for it. */
const { path, fts, rebuild, rows, cancelled } = workerData as IndexJob & { rows: readonly IndexRow[] };
const flag = new Int32Array(cancelled);
const send = (message: IndexWorkerMessage) => parentPort?.postMessage(message);

try {
  const index = new ToolIndex({ path, fts, now: Date.now });
  let result: SyncResult;
  try {
    result = index.sync(rows, {
      rebuild,
      onProgress: (done, total) => send({ type: 'progress', done, total }),
      isCancelled: () => Atomics.load(flag, 0) === 1,
    });
  } finally {
    index.close();
  }
  // Only now: who hears of the end may move or close the file, and no connection of ours may still hold it.
  send({ type: 'done', result });
} catch (error) {
  if (error instanceof UnusableDatabase) send({ type: 'unusable', reason: error.reason });
  else if (isPegboardError(error)) send({ type: 'error', error: toErrorValue(error) });
  else send({ type: 'crash', cause: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}
