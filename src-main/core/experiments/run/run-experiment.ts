import type { ExperimentEvent } from '#shared/contract/experiments.ts';
import type { ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import { isPegboardError, type PegboardError } from '#shared/errors.ts';
import type { ExperimentStore, RunHead } from '../store/experiment-store.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { paceOf, RunLimits } from './run-limits.ts';
import { runTrial, type TrialContext } from './run-trial.ts';

/** Trials that fail one after another before the experiment stops. */
const mostFailures = 5;

const cancelled = 'It was cancelled.';

/** What refuses an experiment as a whole, and not one trial. */
const refusals: ReadonlySet<string> = new Set(['consent_required', 'database_busy', 'disk_full', 'folder_read_only']);

export interface RunOptions
  extends Pick<
    TrialContext,
    'callLive' | 'openSkills' | 'fts' | 'logger' | 'readGuidance' | 'model' | 'judge' | 'stopwatch'
  > {
  readonly store: ExperimentStore;
  readonly head: RunHead;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly emit: (event: ExperimentEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Plays the trials that are not done, those that failed in an earlier run included, and keeps each. It ends when all ran, at a limit, after failures in a row,
 * or when the signal aborts; what is left can run later. Errors: `consent_required`, those of the store.
 */
export async function runExperiment(prepared: PreparedExperiment, options: RunOptions): Promise<void> {
  const { store, emit } = options;
  const run = new Run(prepared, options);
  store.setHead({ state: 'running', stopped_by: null });
  emit({ type: 'started', run: run.shown(), findings: [...prepared.findings] });
  try {
    await run.play();
  } finally {
    store.setHead(run.end());
  }
  emit({ type: 'ended', run: run.shown() });
}

/** The trials of one run of an experiment, and why it stops. */
class Run {
  readonly #prepared: PreparedExperiment;
  readonly #options: RunOptions;
  readonly #queue: Trial[];
  readonly #limits: RunLimits;
  readonly #turn: TrialContext['turn'];
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #states: Map<number, Pick<Trial, 'state' | 'cost_usd'>>;
  #head: RunHead;
  #stoppedBy: string | null = null;
  #refusal: PegboardError | null = null;
  #failures = 0;

  constructor(prepared: PreparedExperiment, options: RunOptions) {
    const { store, signal, head, now } = options;
    const { experiment } = prepared;
    const trials = store.trials();
    this.#prepared = prepared;
    this.#options = options;
    this.#head = { ...head, state: 'running', stopped_by: null };
    this.#queue = trials.filter(({ state }) => state !== 'done');
    this.#states = new Map(trials.map(({ number, state, cost_usd }) => [number, { state, cost_usd }]));
    this.#limits = new RunLimits(experiment, store.replies.spent());
    this.#turn = paceOf(experiment.requests_per_minute, now);
    this.#signal = AbortSignal.any([signal, this.#stop.signal]);
  }

  async play(): Promise<void> {
    const { at_once, limits } = this.#prepared.experiment;
    const { minutes } = limits;
    const timer =
      minutes === undefined
        ? undefined
        : setTimeout(() => this.#stopFor(`It ran for ${minutes} minutes, its limit.`), minutes * 60_000);
    this.#checkLimits();
    try {
      const players = await Promise.allSettled(Array.from({ length: at_once }, () => this.#playOn()));
      const broken = players.find((player) => player.status === 'rejected');
      if (this.#refusal) throw this.#refusal;
      if (broken) throw broken.reason;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What is said of the run once it has ended. */
  end(): Pick<RunHead, 'state' | 'stopped_by'> {
    const isDone = [...this.#states.values()].every(({ state }) => state !== 'waiting');
    const why = this.#refusal?.message ?? this.#stoppedBy ?? (this.#options.signal.aborted ? cancelled : null);
    const stopped_by = isDone ? null : (why ?? 'It ended with an error.');
    this.#head = { ...this.#head, state: isDone ? 'done' : 'stopped', stopped_by };
    return { state: this.#head.state, stopped_by };
  }

  shown(): ExperimentRun {
    const all = [...this.#states.values()];
    const count = (state: Trial['state']) => all.filter((one) => one.state === state).length;
    const costs = all.flatMap(({ cost_usd }) => cost_usd ?? []);
    return {
      ...this.#head,
      trials: { done: count('done'), failed: count('failed'), all: all.length },
      requests: this.#options.store.replies.spent().requests,
      cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
    };
  }

  async #playOn(): Promise<void> {
    for (let next = this.#queue.shift(); next && !this.#signal.aborted; next = this.#queue.shift()) {
      try {
        await this.#playOne(next);
      } catch (error) {
        if (this.#signal.aborted && isPegboardError(error) && !refusals.has(error.code)) return;
        this.#stop.abort();
        throw error;
      }
    }
  }

  async #playOne(planned: Trial): Promise<void> {
    const { store, now, emit } = this.#options;
    const task = this.#prepared.tasks.find(({ path }) => path === planned.task);
    const workspace = this.#prepared.arms.get(planned.arm);
    if (!task || !workspace) throw new Error(`Trial ${planned.number} has no task or no arm.`);
    const { number, arm, repetition } = planned;
    const place = { number, task: planned.task, arm, repetition };
    const { trial, simulation } = await this.#playedOrFailed(planned, () =>
      runTrial(place, task, { ...this.#context(), workspace }),
    );
    store.setTrial(trial, simulation);
    const ended = new Date(now()).toISOString();
    store.setHead({ ended });
    this.#head = { ...this.#head, ended };
    this.#states.set(number, { state: trial.state, cost_usd: trial.cost_usd });
    emit({ type: 'trial', trial, run: this.shown() });
    this.#failures = trial.state === 'failed' ? this.#failures + 1 : 0;
    if (this.#failures >= mostFailures) {
      this.#stopFor(`The model failed in ${mostFailures} trials in a row: ${trial.problem ?? ''}`);
    }
  }

  /** What a trial came to; one that cannot be played fails, and the others go on. Errors: `cancelled`, what refuses the experiment. */
  async #playedOrFailed(
    planned: Trial,
    play: () => Promise<{ readonly trial: Trial; readonly simulation: Simulation }>,
  ): Promise<{ readonly trial: Trial; readonly simulation: Simulation | null }> {
    try {
      return await play();
    } catch (error) {
      if (this.#signal.aborted || !isPegboardError(error) || refusals.has(error.code)) throw error;
      return { trial: { ...planned, state: 'failed', problem: error.message }, simulation: null };
    }
  }

  #context(): TrialContext {
    const { store, now: _now, emit: _emit, head: _head, ...shared } = this.#options;
    return {
      ...shared,
      store,
      experiment: this.#prepared.experiment,
      turn: this.#turn,
      onKept: ({ tokens }) => {
        this.#limits.note(tokens);
        this.#checkLimits();
      },
      callLive: async (call) => {
        try {
          return await this.#options.callLive(call);
        } catch (error) {
          if (isPegboardError(error) && refusals.has(error.code)) {
            this.#refusal ??= error;
            this.#stop.abort();
          }
          throw error;
        }
      },
      signal: this.#signal,
    };
  }

  #checkLimits(): void {
    const reached = this.#limits.reached();
    if (reached !== null) this.#stopFor(reached);
  }

  #stopFor(reason: string): void {
    this.#stoppedBy ??= reason;
    this.#stop.abort();
  }
}
