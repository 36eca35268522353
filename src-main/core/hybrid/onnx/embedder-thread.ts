import { Worker } from 'node:worker_threads';
import { type ErrorValue, fromErrorValue, PegboardError } from '#shared/errors.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Embedder } from '../embedder.ts';
import type { OnnxModel } from './onnx-embedder.ts';

/** What the thread is asked. */
export interface EmbedQuestion {
  readonly id: number;
  readonly texts: readonly string[];
}

/** What it says: first that the model is open, then the vectors of each question. */
export type EmbedReply =
  | { readonly type: 'open'; readonly embedder: Pick<Embedder, 'id' | 'batchSize'> }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: Float32Array[] }
  | { readonly type: 'failed'; readonly id: number | null; readonly error: ErrorValue };

/**
 * A sentence encoder in a thread of its own: a text takes milliseconds of computing, and no window waits for that. Errors: those
 * of `openOnnxEmbedder`.
 */
export async function openEmbedderThread(script: URL, model: OnnxModel): Promise<Embedder> {
  const worker = new Worker(script, { workerData: model });
  const waiting = new Map<number | null, PromiseWithResolvers<unknown>>();
  const ask = <Answer>(id: number | null): Promise<Answer> => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    // It keeps the process alive for as long as somebody waits.
    worker.ref();
    return answer.promise.finally(() => {
      waiting.delete(id);
      if (waiting.size === 0) worker.unref();
    }) as Promise<Answer>;
  };
  const end = (reason: unknown) => {
    for (const { reject } of waiting.values()) reject(reason);
  };
  worker.on('message', (reply: EmbedReply) => {
    if (reply.type === 'open') waiting.get(null)?.resolve(reply.embedder);
    else if (reply.type === 'vectors') waiting.get(reply.id)?.resolve(reply.vectors);
    else waiting.get(reply.id)?.reject(fromErrorValue(reply.error));
  });
  worker.on('error', (error) => end(threadEnded(error.message)));
  worker.on('exit', (code) => end(threadEnded(`code ${code}`)));
  let count = 0;
  const opened = await ask<Pick<Embedder, 'id' | 'batchSize'>>(null);
  return {
    ...opened,
    isCostly: true,
    async embed(texts, { signal }) {
      throwIfCancelled(signal);
      const id = ++count;
      const answer = ask<Float32Array[]>(id);
      worker.postMessage({ id, texts } satisfies EmbedQuestion);
      const vectors = await answer;
      throwIfCancelled(signal);
      return vectors;
    },
    close: () => void worker.terminate(),
  };
}

function threadEnded(why: string): PegboardError {
  return new PegboardError('embedder_failed', `The thread of the model ended: ${why}.`, {
    hint: 'Search again, and Pegboard opens the model again. A model may need more memory than there is.',
  });
}
