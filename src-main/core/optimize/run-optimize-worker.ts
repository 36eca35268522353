import { Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue, PegboardError } from '#shared/errors.ts';
import type { BoardChoice, BoardJob } from './board/board-job.ts';

export type OptimizeMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly choice: BoardChoice }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** `chooseBoard` in a thread of its own, which ends at once when the signal is aborted. Error: `cancelled`. */
export async function runOptimizeWorker(
  worker: URL,
  job: BoardJob,
  {
    signal,
    onProgress,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((done: number, total: number) => void) | undefined;
  },
): Promise<BoardChoice> {
  const thread = new Worker(worker, { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<BoardChoice>();
  const stop = () => reject(new PegboardError('cancelled', 'Choosing a board was cancelled.'));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  thread.on('message', (message: OptimizeMessage) => {
    if (message.type === 'progress') onProgress?.(message.done, message.total);
    else if (message.type === 'done') resolve(message.choice);
    else reject(fromErrorValue(message.error));
  });
  thread.on('error', reject);
  thread.on('exit', (code) => reject(new Error(`The thread that chooses boards ended with code ${code}.`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // It holds nothing but memory: no file needs closing.
    await thread.terminate();
  }
}
