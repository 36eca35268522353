import { PegboardError } from '#shared/errors.ts';

/** Throws `cancelled` once the signal is aborted: long work calls it between steps. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new PegboardError('cancelled', 'The work was cancelled; nothing was changed.');
}

/** The value of a promise, or the error `cancelled` as soon as the signal aborts; a later result is dropped. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new PegboardError('cancelled', 'The call was cancelled.'));
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
