import { Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue, PegboardError } from '#shared/errors.ts';
import type { OptimizeTask, TaskOptions, TaskResult } from './run-task.ts';

export type OptimizeMessage =
  | { readonly type: 'progress'; readonly done: number; readonly total: number }
  | { readonly type: 'done'; readonly result: TaskResult<OptimizeTask> }
  | { readonly type: 'error'; readonly error: ErrorValue };

/** `runTask` in a thread of its own, which ends at once when the signal is aborted. Error: `cancelled`. */
export async function runOptimizeWorker<Task extends OptimizeTask>(
  worker: URL,
  task: Task,
  { signal, onProgress }: TaskOptions,
): Promise<TaskResult<Task>> {
  const thread = new Worker(worker, { workerData: task });
  const { promise, resolve, reject } = Promise.withResolvers<TaskResult<Task>>();
  const stop = () => reject(new PegboardError('cancelled', 'The proposal was cancelled.'));
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  thread.on('message', (message: OptimizeMessage) => {
    if (message.type === 'progress') onProgress?.(message.done, message.total);
    else if (message.type === 'done') resolve(message.result as TaskResult<Task>);
    else reject(fromErrorValue(message.error));
  });
  thread.on('error', reject);
  thread.on('exit', (code) => reject(new Error(`The thread that proposes ended with code ${code}.`)));
  try {
    return await promise;
  } finally {
    signal?.removeEventListener('abort', stop);
    // It holds nothing but memory: no file needs closing.
    await thread.terminate();
  }
}
