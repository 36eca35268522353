import { parentPort, workerData } from 'node:worker_threads';
import { toErrorValue } from '#shared/errors.ts';
import type { OptimizeMessage } from './run-optimize-worker.ts';
import { type OptimizeTask, runTask } from './run-task.ts';

/** Thread that proposes, so that no window waits for it. */
const send = (message: OptimizeMessage) => parentPort?.postMessage(message);

try {
  const onProgress = (done: number, total: number) => send({ type: 'progress', done, total });
  send({ type: 'done', result: await runTask(workerData as OptimizeTask, { onProgress }) });
} catch (error) {
  send({ type: 'error', error: toErrorValue(error) });
}
