import { Worker } from 'node:worker_threads';
import type { MadeVectors, VectorJob } from './understanding/vectors/make-tool-vectors.ts';

/**
 * Makes the vectors of tools in a thread of its own, with the word vectors that come with Pegboard. The process may end meanwhile. Errors: what
 * the thread threw; an aborted signal ends it.
 */
export function runVectorWorker(worker: URL, job: VectorJob, signal: AbortSignal): Promise<MadeVectors> {
  const thread = new Worker(worker, { workerData: job });
  thread.unref();
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return new Promise<MadeVectors>((resolve, reject) => {
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', (code) => reject(new Error(`The thread of the vectors ended with code ${code}.`)));
  }).finally(() => signal.removeEventListener('abort', stop));
}
