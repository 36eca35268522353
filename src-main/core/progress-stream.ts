import { throwIfCancelled } from './cancellation.ts';

/**
 * Work that tells how far it is, as a stream: yields the latest progress whenever there is news, and returns the work's
 * result. Leaving the stream early, or aborting, stops the work. Errors: those of the work, `cancelled`.
 */
export async function* progressStream<Progress, Result>(
  start: (options: { signal: AbortSignal; onProgress: (progress: Progress) => void }) => Promise<Result>,
  outer: AbortSignal | undefined,
): AsyncGenerator<Progress, Result> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  let latest: { readonly progress: Progress } | undefined;
  let finished = false;
  let wake = () => {};
  const onProgress = (progress: Progress) => {
    latest = { progress };
    wake();
  };
  const work = start({ signal, onProgress }).finally(() => {
    finished = true;
    wake();
  });
  work.catch(() => {});
  try {
    while (!finished) {
      if (latest) {
        const { progress } = latest;
        latest = undefined;
        yield progress;
        throwIfCancelled(signal);
      } else {
        await new Promise<void>((proceed) => {
          wake = proceed;
        });
      }
    }
    return await work;
  } finally {
    stop.abort();
  }
}
