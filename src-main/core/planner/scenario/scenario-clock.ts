/** When scripted runs begin: any moment will do, as long as it is always the same. */
const beginning = Date.UTC(2026, 0, 1);

/** The clock of a scripted run: it stands still unless a tool's latency moves it, so that each run has the same times. */
export class ScenarioClock {
  #time = beginning;

  readonly now = (): number => this.#time;

  advance(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

/** Ids that are the same in each run: `run_1`, `run_2`, … */
export function countedIds(prefix: string): () => string {
  let count = 0;
  return () => `${prefix}_${++count}`;
}
