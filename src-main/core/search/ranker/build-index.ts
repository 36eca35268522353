import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../../cancellation.ts';
import { type CompleteVectors, completeHere } from '../understanding/vectors/tool-vectors.ts';
import { type GatherOptions, WordGatherer } from './gather-words.ts';
import { RankerIndex } from './ranker-index.ts';
import type { SearchedTool } from './tool-texts.ts';

/** Tools between two looks at whatever else waits. */
const batch = 250;

/**
 * Indexes tools; gives way to other work between batches. The vectors are complete, unless `completeVectors` leaves them for later: until
 * then words alone answer. Error: `cancelled`.
 */
export async function buildRankerIndex(
  tools: Iterable<SearchedTool>,
  options: GatherOptions & {
    readonly signal?: AbortSignal | undefined;
    readonly completeVectors?: CompleteVectors | undefined;
  },
): Promise<RankerIndex> {
  const gatherer = new WordGatherer(options);
  let count = 0;
  for (const tool of tools) {
    gatherer.add(tool);
    if (++count % batch !== 0) continue;
    await setImmediate();
    throwIfCancelled(options.signal);
  }
  const index = new RankerIndex(gatherer.gathered());
  const { completeVectors = completeHere } = options;
  if (index.vectors) await completeVectors(index.vectors);
  throwIfCancelled(options.signal);
  return index;
}
