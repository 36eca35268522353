import { Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue, PegboardError } from '#shared/errors.ts';
import type { EvalJob, EvalProgress, MeasuredEngine } from './measure-engines.ts';

export type EvalWorkerMessage =
  | { readonly type: 'progress'; readonly progress: EvalProgress }
  | { readonly type: 'done'; readonly measured: readonly MeasuredEngine[] }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** `measureEngines` in a thread of its own, which ends at once when the signal is aborted. Error: `cancelled`. */
export async function runEvalWorker(
  worker: URL,
  job: EvalJob,
  options: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((progress: EvalProgress) => void) | undefined;
  },
): Promise<readonly MeasuredEngine[]> {
  const { signal, onProgress } = options;
  const thread = new Worker(worker, { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<readonly MeasuredEngine[]>();
  const stop = () => reject(new PegboardError('cancelled', 'The evaluation was cancelled.'));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  thread.on('message', (message: EvalWorkerMessage) => {
    if (message.type === 'progress') onProgress?.(message.progress);
    else if (message.type === 'done') resolve(message.measured);
    else reject(fromErrorValue(message.error));
  });
  thread.on('error', reject);
  thread.on('exit', (code) => reject(new Error(`The evaluation's thread ended with code ${code}.`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // It holds nothing but memory: no file needs closing.
    await thread.terminate();
  }
}
