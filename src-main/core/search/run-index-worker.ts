import { Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue } from '#shared/errors.ts';
import { UnusableDatabase } from '../db/open-database.ts';
import type { IndexRow } from './index-row.ts';
import type { SyncResult } from './sync-index.ts';

/** The data that the worker gets besides the rows. */
export interface IndexJob {
  readonly path: string;
  readonly fts: 'detect' | 'off';
  readonly rebuild: boolean;
  /** One 32-bit number: 1 asks the worker to stop. */
  readonly cancelled: SharedArrayBuffer;
}

export type IndexWorkerMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly result: SyncResult }
  | { readonly type: 'unusable'; readonly reason: UnusableDatabase['reason'] }
  | { readonly type: 'error'; readonly error: ErrorValue }
  /** An error that is not ours: its cause is for the log. */
  | { readonly type: 'crash'; readonly cause: string };

/** Runs a sync in a thread of its own. Errors are those of `ToolIndex`; an aborted signal gives `cancelled`. */
export function runIndexWorker(
  worker: URL,
  job: Omit<IndexJob, 'cancelled'> & { readonly rows: readonly IndexRow[] },
  options: { readonly signal?: AbortSignal | undefined; readonly onProgress: (done: number, total: number) => void },
): Promise<SyncResult> {
  const cancelled = new SharedArrayBuffer(4);
  const stop = () => Atomics.store(new Int32Array(cancelled), 0, 1);
  if (options.signal?.aborted) stop();
  options.signal?.addEventListener('abort', stop, { once: true });
  const thread = new Worker(worker, { workerData: { ...job, cancelled } });
  return new Promise<SyncResult>((resolve, reject) => {
    thread.on('message', (message: IndexWorkerMessage) => {
      if (message.type === 'progress') options.onProgress(message.done, message.total);
      else if (message.type === 'done') resolve(message.result);
      else if (message.type === 'crash') reject(new Error(`The index worker failed: ${message.cause}`));
      else reject(message.type === 'error' ? fromErrorValue(message.error) : new UnusableDatabase(message.reason));
    });
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`The index worker ended with code ${code}.`)));
  }).finally(() => options.signal?.removeEventListener('abort', stop));
}
