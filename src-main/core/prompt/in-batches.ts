import { setImmediate } from 'node:timers/promises';
import { throwIfCancelled } from '../cancellation.ts';

/** How long other work waits at most, milliseconds. */
const batchMs = 12;

/** The same items one after the other; gives way to other work between batches. Error: `cancelled`. */
export async function* inBatches<Item>(
  items: Iterable<Item>,
  { clock, signal }: { readonly clock: () => number; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<Item, void> {
  let since = clock();
  for (const item of items) {
    yield item;
    if (clock() - since < batchMs) continue;
    await setImmediate();
    throwIfCancelled(signal);
    since = clock();
  }
}
