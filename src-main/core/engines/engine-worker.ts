import { parentPort } from 'node:worker_threads';
import { toErrorValue } from '#shared/errors.ts';
import type { FromEngineWorker, ToEngineWorker } from './engine-messages.ts';
import { EngineSets } from './engine-sets.ts';
import type { EngineTool } from './scored-engine.ts';

/** Thread that indexes and searches for the comparison of engines, so that no window waits for it. */
const sets = new EngineSets();
const arriving = new Map<string, EngineTool[]>();
const running = new Map<number, AbortController>();
const send = (message: FromEngineWorker) => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToEngineWorker) => {
  switch (message.type) {
    case 'tools': {
      const tools = [...(arriving.get(message.key) ?? []), ...message.tools];
      if (message.isLast) sets.put(message.key, tools);
      if (message.isLast) arriving.delete(message.key);
      else arriving.set(message.key, tools);
      return;
    }
    case 'forget':
      sets.forget(message.key);
      return;
    case 'cancel':
      running.get(message.id)?.abort();
      return;
    case 'search':
      answer(message.id, async (signal) => {
        send({ type: 'columns', id: message.id, columns: await sets.search(message.key, message, signal) });
      });
      return;
    case 'confusable':
      answer(message.id, async (signal) => {
        const onProgress = throttled((done, total) => send({ type: 'progress', id: message.id, done, total }));
        const report = await sets.confusable(message.key, message, { signal, onProgress });
        send({ type: 'report', id: message.id, report });
      });
  }
});

/** Runs a job and answers with its error when it fails. */
function answer(id: number, job: (signal: AbortSignal) => Promise<void>): void {
  const abort = new AbortController();
  running.set(id, abort);
  job(abort.signal)
    .catch((error: unknown) => send({ type: 'error', id, error: toErrorValue(error) }))
    .finally(() => running.delete(id));
}

/** At most one call in 100 ms: nobody reads faster. */
function throttled(report: (done: number, total: number) => void): (done: number, total: number) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const now = performance.now();
    if (now - last < 100) return;
    last = now;
    report(done, total);
  };
}
