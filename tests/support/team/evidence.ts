/** What must hold whatever is killed, cut or replaced. */
export const checks = [
  'only the view of the own persona',
  'one version of the catalog in an answer, and never an older one',
  'every request answered, and every failure with its reason',
  'no acknowledged line of the log lost, none kept twice',
  'no acknowledged approval or token lost',
  'the audit trail is one chain',
] as const;
export type Check = (typeof checks)[number];

/** Different examples of a check that are kept. */
const mostExamples = 5;

/** What callers, operators and readers of a team saw. A life is a process from its start to its end. */
export class Evidence {
  readonly #found = new Map<Check, { count: number; readonly examples: string[] }>();
  /** Requests that were sent to a life, and that it answered. */
  readonly sent = new Map<string, number>();
  readonly answered = new Map<string, number>();
  /** Newest version of the catalog that a life answered with. */
  readonly newest = new Map<string, number>();
  /** What is waited for now, and since when. */
  readonly #waiting = new Set<{ readonly what: string; readonly since: number }>();

  violate(check: Check, what: string): void {
    const found = this.#found.get(check) ?? { count: 0, examples: [] };
    found.count++;
    if (found.examples.length < mostExamples && !found.examples.includes(what)) found.examples.push(what);
    this.#found.set(check, found);
  }

  note(map: Map<string, number>, life: string): void {
    map.set(life, (map.get(life) ?? 0) + 1);
  }

  /** Work that is waited for; `waiting` names it meanwhile. */
  async during<Result>(what: string, work: Promise<Result>): Promise<Result> {
    const entry = { what, since: performance.now() };
    this.#waiting.add(entry);
    try {
      return await work;
    } finally {
      this.#waiting.delete(entry);
    }
  }

  /** The works that are waited for, the longest wait first, with their times: at most five, and how many more there are. */
  waiting(): string[] {
    const now = performance.now();
    const all = [...this.#waiting].map(({ what, since }) => `${what}, for ${((now - since) / 1000).toFixed(0)} s`);
    const more = all.length - mostExamples;
    return more > 0 ? [...all.slice(0, mostExamples), `and ${more} more`] : all;
  }

  /** Each check with what broke it. */
  verdicts(): { readonly check: Check; readonly count: number; readonly examples: readonly string[] }[] {
    return checks.map((check) => ({ check, ...(this.#found.get(check) ?? { count: 0, examples: [] }) }));
  }

  /** One line for each violation that is kept. */
  violations(): string[] {
    return this.verdicts().flatMap(({ check, examples }) => examples.map((example) => `${check}: ${example}`));
  }
}
