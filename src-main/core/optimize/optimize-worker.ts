import { parentPort, workerData } from 'node:worker_threads';
import { toErrorValue } from '#shared/errors.ts';
import type { BoardJob } from './board/board-job.ts';
import { chooseBoard } from './board/choose-board.ts';
import type { OptimizeMessage } from './run-optimize-worker.ts';

/** Thread that chooses boards, so that no window waits for it. */
const send = (message: OptimizeMessage) => parentPort?.postMessage(message);

try {
  const choice = chooseBoard(workerData as BoardJob, (done, total) => send({ type: 'progress', done, total }));
  send({ type: 'done', choice });
} catch (error) {
  send({ type: 'error', error: toErrorValue(error) });
}
