import { parentPort, workerData } from 'node:worker_threads';
import { toErrorValue } from '#shared/errors.ts';
import { nodeFiles } from '../../files/node-files.ts';
import type { EmbedQuestion, EmbedReply } from './embedder-thread.ts';
import { type OnnxModel, openOnnxEmbedder } from './onnx-embedder.ts';

/** Thread that runs a sentence encoder, so that no window waits for it. */
const reply = (message: EmbedReply) => parentPort?.postMessage(message);

try {
  const embedder = await openOnnxEmbedder(workerData as OnnxModel, nodeFiles);
  parentPort?.on('message', async ({ id, texts }: EmbedQuestion) => {
    try {
      reply({ type: 'vectors', id, vectors: await embedder.embed(texts, {}) });
    } catch (error) {
      reply({ type: 'failed', id, error: toErrorValue(error) });
    }
  });
  reply({ type: 'open', embedder: { id: embedder.id, batchSize: embedder.batchSize } });
} catch (error) {
  reply({ type: 'failed', id: null, error: toErrorValue(error) });
}
