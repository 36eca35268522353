/** What is summed up under one name. */
export interface Tally {
  calls: number;
  failed: number;
  searches: number;
  sessions: number;
  events: number;
  tokens: number | null;
  last: number;
  readonly ms: number[];
}

/** Sums by a name; null is a name too. */
export class Tallies<Name> {
  readonly all = new Map<Name, Tally>();

  of(name: Name): Tally {
    const known = this.all.get(name);
    if (known) return known;
    const tally = { calls: 0, failed: 0, searches: 0, sessions: 0, events: 0, tokens: null, last: 0, ms: [] };
    this.all.set(name, tally);
    return tally;
  }

  /** The most frequent first. */
  sorted(by: (tally: Tally) => number): [Name, Tally][] {
    return [...this.all].sort(([a, x], [b, y]) => by(y) - by(x) || (String(a) < String(b) ? -1 : 1));
  }
}

export function callsOf({ calls, failed }: Tally) {
  return { calls, failed };
}

/** Median and 95th percentile: the smallest duration that so many of them do not exceed. */
export function latencyOf(ms: number[]): { p50_ms: number | null; p95_ms: number | null } {
  ms.sort((a, b) => a - b);
  const at = (share: number) => ms[Math.max(0, Math.ceil(share * ms.length) - 1)] ?? null;
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}
