/** What is known of a server that is not imported yet. */
interface Starting {
  /** Milliseconds of the stopwatch. */
  readonly since: number;
  readonly limitMs: number | undefined;
  readonly stderr: string;
}

/** The servers of an import that people wait for: how long they take, how long they may take, and what they say. */
export class StartingServers {
  readonly #stopwatch: () => number;
  readonly #starting = new Map<string, Starting>();

  constructor(stopwatch: () => number) {
    this.#stopwatch = stopwatch;
  }

  /** A server starts; false where that was known. */
  add(source: string, limitMs: number | undefined): boolean {
    if (this.#starting.has(source)) return false;
    this.#starting.set(source, { since: this.#stopwatch(), limitMs, stderr: '' });
    return true;
  }

  /** What a server wrote to stderr since this was asked last, a line each, for the last lines that are known now. */
  newLines(source: string, stderr: string): readonly string[] {
    const before = this.#starting.get(source);
    if (!before) return [];
    this.#starting.set(source, { ...before, stderr });
    return newLines(before.stderr, stderr).map((line) => `  ${source} stderr: ${line}`);
  }

  end(source: string): void {
    this.#starting.delete(source);
  }

  /** A line for each server that has not ended yet. */
  waiting(): readonly string[] {
    return [...this.#starting].map(
      ([source, { since, limitMs }]) =>
        `${source} has been starting for ${inSeconds(this.#stopwatch() - since)}${limitMs === undefined ? '' : ` of at most ${inSeconds(limitMs)}`} …`,
    );
  }
}

/** Whole seconds in words. */
export function inSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1000)} s`;
}

/** The lines at the end of a text that its earlier state did not have; both are the last lines of one growing text. */
export function newLines(before: string, now: string): string[] {
  const [old, lines] = [before, now].map((text) => (text === '' ? [] : text.split('\n'))) as [string[], string[]];
  for (let from = 0; from < old.length; from++) {
    const kept = old.length - from;
    if (old.slice(from).every((line, i) => lines[i] === line)) return lines.slice(kept);
  }
  return lines;
}
