import { setImmediate } from 'node:timers/promises';
import type { RankerParameters } from '#shared/domain/ranker-explanation.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import { WordGatherer } from './gather-words.ts';
import { RankerIndex } from './ranker-index.ts';
import type { Thesaurus } from './thesaurus.ts';
import type { SearchedTool } from './tool-texts.ts';

/** Tools between two looks at whatever else waits. */
const batch = 250;

/** Indexes tools; gives way to other work between batches. Error: `cancelled`. */
export async function buildRankerIndex(
  tools: Iterable<SearchedTool>,
  options: {
    readonly parameters: RankerParameters;
    readonly thesaurus: Thesaurus;
    readonly signal?: AbortSignal | undefined;
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
  return new RankerIndex(gatherer.gathered());
}
