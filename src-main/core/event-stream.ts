/**
 * Events of work that runs beside its reader. Leaving the loop early, or aborting, stops the work, and the stream ends only
 * when it has stopped. `replaces` says whether an event that nobody has read yet gives way to the next one.
 */
export async function* eventStream<Event>(
  work: (emit: (event: Event) => void, signal: AbortSignal) => Promise<void>,
  { signal: outer, replaces }: { signal: AbortSignal | undefined; replaces: (event: Event, next: Event) => boolean },
): AsyncGenerator<Event, void> {
  const stop = new AbortController();
  const signal = outer ? AbortSignal.any([outer, stop.signal]) : stop.signal;
  const waiting: Event[] = [];
  let wake = () => {};
  let finished = false;
  const running = work((event) => {
    const last = waiting.at(-1);
    if (last !== undefined && replaces(last, event)) waiting.pop();
    waiting.push(event);
    wake();
  }, signal).finally(() => {
    finished = true;
    wake();
  });
  running.catch(() => {});
  try {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) yield event;
      else if (finished) break;
      else {
        await new Promise<void>((proceed) => {
          wake = proceed;
        });
      }
    }
    await running;
  } finally {
    stop.abort();
    await running.catch(() => {});
  }
}
