import { RequestOver } from './mcp-failure.ts';

/** The work, or the end of its time, whichever is first: no server can hold a call open. */
export function untilStopped<Result>(work: Promise<Result>, stop: AbortSignal, milliseconds: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onStop = () => reject(new Error('stopped'));
    // A little later than the SDK's own limit, whose error is the better one.
    const timer = setTimeout(() => reject(new RequestOver()), milliseconds + 250);
    if (stop.aborted) onStop();
    stop.addEventListener('abort', onStop, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      stop.removeEventListener('abort', onStop);
    });
  });
}
