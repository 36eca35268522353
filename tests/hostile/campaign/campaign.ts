import type { Depth } from '../../support/depth.ts';
import type { Area, CaseResult, Failure } from './area.ts';
import { limits } from './limits.ts';
import type { CampaignOptions } from './options.ts';
import { isInSlice } from './slice.ts';
import { WorkerProcess } from './worker-process.ts';

/** A case that failed, and failed again by itself. */
export interface FailedCase {
  readonly area: string;
  readonly index: number;
  readonly result: CaseResult;
}

/** What one area did. */
export interface AreaTally {
  readonly area: Area;
  /** The cases that ended, by number. */
  readonly ended: Set<number>;
  inputs: number;
  /** How often each subject was tried. */
  readonly subjects: Map<string, number>;
  /** CPU time of the processes that ran it, milliseconds. */
  cpuMs: number;
  slowestMs: number;
  slowest: number;
  largest: number;
}

export interface CampaignOutcome {
  readonly failed: readonly FailedCase[];
  readonly tallies: readonly AreaTally[];
}

interface Chunk {
  readonly area: Area;
  readonly indexes: readonly number[];
}

export interface CampaignInput {
  readonly areas: readonly Area[];
  readonly options: CampaignOptions;
  readonly env: NodeJS.ProcessEnv;
  readonly slowness: number;
  /** Told how many inputs were tried, after every few. */
  readonly onProgress: (inputs: number) => void;
  /** Told of a case that failed and is looked at again later. */
  readonly onSuspect: (suspect: FailedCase) => void;
}

/** No more than this is worth reading; the first of each kind tell what is wrong. */
const mostFailures = 200;

/** One run of all areas: cases in several processes side by side, and those that failed once more, each by itself. */
export class Campaign {
  readonly #input: CampaignInput;
  readonly #tallies: Map<string, AreaTally>;
  readonly #suspects: FailedCase[] = [];
  #queue: Chunk[] = [];

  constructor(input: CampaignInput) {
    this.#input = input;
    this.#tallies = new Map(
      input.areas.map((area) => [
        area.name,
        { area, ended: new Set(), inputs: 0, subjects: new Map(), cpuMs: 0, slowestMs: 0, slowest: 0, largest: 0 },
      ]),
    );
  }

  async run(): Promise<CampaignOutcome> {
    const { options, areas } = this.#input;
    const end = performance.now() + options.minutes * 60_000;
    const report = () => this.#input.onProgress(this.#sum());
    if (options.case) {
      const area = areas[0] as Area;
      this.#queue = [{ area, indexes: [options.case.index] }];
    } else {
      this.#queue = areas.flatMap((area) => chunksOf(area, 0)).map((chunk) => sliceOf(chunk, options.depth));
    }
    this.#queue = this.#queue.filter(({ indexes }) => indexes.length > 0);
    for (let round = 1; this.#queue.length > 0; round++) {
      await this.#workers(options.workers, report);
      const isOver = performance.now() >= end || options.case !== null || this.#suspects.length >= mostFailures;
      this.#queue = isOver ? [] : areas.filter((area) => area.isEndless).flatMap((area) => chunksOf(area, round));
    }
    const failed = await this.#verify();
    return { failed, tallies: [...this.#tallies.values()] };
  }

  #sum(): number {
    return [...this.#tallies.values()].reduce((sum, { inputs }) => sum + inputs, 0);
  }

  /** Empties the queue. Cases that mostly wait have a process more, beside those that work. */
  async #workers(count: number, report: () => void): Promise<void> {
    const lane = async (waits: boolean) => {
      const worker = this.#worker((suspect) => {
        this.#suspects.push(suspect);
        this.#input.onSuspect(suspect);
      });
      for (let chunk = this.#next(waits); chunk; chunk = this.#next(waits)) {
        const { area, indexes } = chunk;
        await worker.run({ area: area.name, seed: this.#input.options.seed, indexes });
        report();
        if (this.#suspects.length >= mostFailures) this.#queue = [];
      }
      await worker.close();
    };
    // A broken process may return cases after the other lanes have ended.
    while (this.#queue.length > 0) await Promise.all([true, ...Array<boolean>(count).fill(false)].map(lane));
  }

  #next(waits: boolean): Chunk | undefined {
    const at = this.#queue.findIndex(({ area }) => mostlyWaits(area) === waits);
    return at < 0 ? undefined : this.#queue.splice(at, 1)[0];
  }

  #worker(onSuspect: (suspect: FailedCase) => void): WorkerProcess {
    const { env, slowness, areas } = this.#input;
    return new WorkerProcess({
      env,
      slowness,
      onEnd: ({ area, index, result, cpuMs, memory }) => {
        const tally = this.#tallies.get(area);
        const isAlone = (tally?.area.lanes ?? 1) === 1;
        if (tally) {
          if (!tally.ended.has(index)) note(tally, index, result);
          if (isAlone) tally.cpuMs += cpuMs;
          tally.largest = Math.max(tally.largest, memory);
          if (isAlone && cpuMs > tally.slowestMs) [tally.slowestMs, tally.slowest] = [cpuMs, index];
        }
        const failures = [...result.failures];
        if (isAlone && cpuMs > limits.cpuMs * slowness)
          failures.push({ kind: 'too slow', detail: `${(cpuMs / 1000).toFixed(1)} s of CPU time` });
        if (memory > limits.memory)
          failures.push({ kind: 'too much memory', detail: `${(memory / 1024 ** 2).toFixed(0)} MiB` });
        if (failures.length > 0) onSuspect({ area, index, result: { ...result, failures } });
      },
      onBroken: ({ area, index, failure }) => onSuspect({ area, index, result: { failures: [failure] } }),
      onReturn: (name, indexes) => {
        const area = areas.find((one) => one.name === name);
        if (area && indexes.length > 0) this.#queue.unshift({ area, indexes });
      },
    });
  }

  /** Cases that were slow, large or broken run again, one at a time in a new process: only what fails there has failed. */
  async #verify(): Promise<FailedCase[]> {
    const failed: FailedCase[] = [];
    for (const suspect of this.#suspects) {
      if (!suspect.result.failures.every(isOfLoad)) {
        failed.push(suspect);
        continue;
      }
      const again: FailedCase[] = [];
      const worker = this.#worker((one) => again.push(one));
      await worker.run({ area: suspect.area, seed: this.#input.options.seed, indexes: [suspect.index] });
      await worker.close();
      failed.push(...again);
    }
    return failed;
  }
}

/** Counts a case that ended; one that is looked at again counts once. */
function note(tally: AreaTally, index: number, { inputs = 1, subject }: CaseResult): void {
  tally.ended.add(index);
  tally.inputs += inputs;
  if (subject !== undefined) tally.subjects.set(subject, (tally.subjects.get(subject) ?? 0) + inputs);
}

/** What may come of the machine, or of the cases before in the same process. */
function isOfLoad({ kind, detail }: Failure): boolean {
  return kind === 'too slow' || kind === 'too much memory' || detail.startsWith('the process ended');
}

function mostlyWaits({ lanes = 1 }: Area): boolean {
  return lanes > 1;
}

/** The cases of a chunk that a campaign of this depth has. */
function sliceOf({ area, indexes }: Chunk, depth: Depth): Chunk {
  return { area, indexes: depth === 'deep' ? indexes : indexes.filter((index) => isInSlice(area, index)) };
}

function chunksOf(area: Area, round: number): Chunk[] {
  const { together = 1 } = area;
  const few = Math.ceil(Math.min(40, Math.ceil(area.cases / 4)) / together) * together;
  const size = mostlyWaits(area) ? area.cases : few;
  const first = round * area.cases;
  return Array.from({ length: Math.ceil(area.cases / size) }, (_, chunk) => {
    const from = chunk * size;
    const count = Math.min(size, area.cases - from);
    return { area, indexes: Array.from({ length: count }, (_, n) => first + from + n) };
  });
}
