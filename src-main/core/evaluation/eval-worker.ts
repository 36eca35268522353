import { parentPort, workerData } from 'node:worker_threads';
import { toErrorValue } from '#shared/errors.ts';
import { type EvalJob, measureEngines } from './measure-engines.ts';
import type { EvalWorkerMessage } from './run-eval-worker.ts';

/** Thread that measures engines, so that no window waits for it. */
const send = (message: EvalWorkerMessage) => parentPort?.postMessage(message);

try {
  const measured = await measureEngines(workerData as EvalJob, {
    stopwatch: () => performance.now(),
    onProgress: (progress) => send({ type: 'progress', progress }),
  });
  send({ type: 'done', measured });
} catch (error) {
  send({ type: 'error', error: toErrorValue(error) });
}
