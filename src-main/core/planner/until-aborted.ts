import { PegboardError } from '#shared/errors.ts';

/** What a promise gives, or error `cancelled` as soon as the signal aborts; what comes after that is nobody's. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new PegboardError('cancelled', 'The run was cancelled.'));
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
