import type { ServedRequest } from '../serve-http.ts';

const hourMs = 3_600_000;
const hours = 24;
/** Callers that are remembered, each with each persona; the one that came least recently goes first. */
const mostCallers = 5_000;

interface Hour {
  requests: number;
  refused: number;
}

interface Caller {
  readonly name: string;
  readonly persona: string | null;
  /** By the number of the hour since 1970. */
  readonly hours: Map<number, Hour>;
  lastAt: number;
}

/** What one caller did in the last 24 hours. */
export type CallerCount = Pick<Caller, 'name' | 'persona' | 'lastAt'> & Hour;

/** Counts the requests of each caller of this process by the hour, for a day. */
export class CallerCounts {
  /** The one that came last is the last. */
  readonly #callers = new Map<string, Caller>();

  /** Counts a request; one that was refused before its caller was known counts for nobody. `now` is in milliseconds since 1970. */
  note({ caller, message, status }: Pick<ServedRequest, 'caller' | 'message' | 'status'>, now: number): void {
    // Without a message it is a stream or the end of a session.
    if (caller === null || (message === undefined && (status ?? 0) < 400)) return;
    const { holder: name, persona } = caller;
    const key = JSON.stringify([name, persona]);
    const known = this.#callers.get(key) ?? { name, persona, hours: new Map<number, Hour>(), lastAt: now };
    this.#callers.delete(key);
    this.#callers.set(key, known);
    for (const oldest of this.#callers.keys()) {
      if (this.#callers.size <= mostCallers) break;
      this.#callers.delete(oldest);
    }
    known.lastAt = now;
    const number = Math.floor(now / hourMs);
    const hour = known.hours.get(number) ?? { requests: 0, refused: 0 };
    known.hours.set(number, hour);
    hour.requests++;
    if (status === null || status >= 400) hour.refused++;
    for (const old of known.hours.keys()) if (old <= number - hours) known.hours.delete(old);
  }

  /** Those that came in the last 24 hours, the last one first. */
  list(now: number): CallerCount[] {
    const oldest = Math.floor(now / hourMs) - hours;
    return [...this.#callers.values()].reverse().flatMap(({ name, persona, lastAt, hours: kept }) => {
      const recent = [...kept].flatMap(([number, hour]) => (number > oldest ? [hour] : []));
      const sum = (field: keyof Hour) => recent.reduce((total, hour) => total + hour[field], 0);
      return recent.length === 0 ? [] : [{ name, persona, lastAt, requests: sum('requests'), refused: sum('refused') }];
    });
  }
}
