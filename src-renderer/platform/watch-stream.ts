import type { QueryClient } from '@tanstack/react-query';
import type { PegboardClient } from './client.ts';
import { reconnectDelay } from './reconnect-delay.ts';

/** What keeps something in the query cache current, until it is stopped. */
export interface Watch {
  readonly client: PegboardClient;
  readonly queryClient: QueryClient;
  readonly signal: AbortSignal;
}

/**
 * Hands every value of a stream to `take`, until `signal` says stop. Subscribes again when the stream ends; after a lost
 * connection the call itself waits for the next one.
 */
export async function watchStream<Value>(
  subscribe: () => Promise<AsyncIterable<Value>>,
  take: (value: Value) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      for await (const value of await subscribe()) {
        failures = 0;
        take(value);
      }
    } catch {
      // The end of a stream differs by transport; the signal alone says whether it was wanted.
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, reconnectDelay(failures++)));
  }
}
