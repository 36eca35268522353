import { AsyncLocalStorage } from 'node:async_hooks';
import { AsyncIteratorClass } from '@orpc/server';
import { untilAborted } from '#core/cancellation.ts';
import { PegboardError } from '#shared/errors.ts';

/**
 * A stream of a service that stops at once when its call is aborted or its reader leaves.
 *
 * `start` gets a signal that aborts in both cases, so the service learns of it even while the reader waits for an event;
 * the signal is also checked before every event. The source works in the async context of its call, whoever reads it. It is
 * always returned, so its `finally` runs. Once aborted, the reader gets PegboardError `cancelled`.
 */
export function cancellableStream<T>(
  signal: AbortSignal | undefined,
  start: (signal: AbortSignal) => AsyncGenerator<T, void>,
): AsyncIteratorClass<T, void> {
  const leaving = new AbortController();
  const stop = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  const source = start(stop);
  const inContext = AsyncLocalStorage.snapshot();
  let pulling = false;

  return new AsyncIteratorClass<T, void>(
    async () => {
      if (stop.aborted) throw cancelled();
      pulling = true;
      const pull = inContext(() => source.next()).finally(() => {
        pulling = false;
      });
      return await untilAborted(pull, stop);
    },
    async () => {
      leaving.abort();
      const ended = inContext(() => source.return());
      // A source that is still at work ends when it sees its signal; the reader does not wait for that.
      if (pulling) ended.catch(() => undefined);
      else await ended;
    },
  );
}

/** The error of a call that its caller aborted. */
export function cancelled(): PegboardError {
  return new PegboardError('cancelled', 'The call was cancelled.');
}
