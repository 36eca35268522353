import { parentPort, workerData } from 'node:worker_threads';
import { makeToolVectors, type VectorJob } from './understanding/vectors/make-tool-vectors.ts';
import { shippedWordVectors } from './understanding/vectors/word-vectors.ts';

/** Thread that makes the vectors of tools, so that no search waits for them. */
const made = await makeToolVectors(workerData as VectorJob, shippedWordVectors());
parentPort?.postMessage(made, [made.vectors.buffer, ...(made.cache ? [made.cache.buffer] : [])]);
