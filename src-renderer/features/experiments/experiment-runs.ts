import { create } from 'zustand';
import type { ExperimentEvent, ExperimentRunInput } from '#shared/contract/experiments.ts';
import type { Experiment, ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import type { PegboardError } from '#shared/errors.ts';
import { tryWaitingActs } from '../../platform/screen-acts.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { toPegboardError } from '../../ui/pegboard-error.ts';
import { freshExperiments } from './experiment-queries.ts';
import { newExperiment, opened, useExperiments, viewOf } from './experiments-store.ts';

/** The experiment that this window runs in one workspace, or ran last. Leaving the screen does not stop it. */
export interface ExperimentProgress {
  /** Null while nothing runs. */
  readonly stop: AbortController | null;
  /** Null until the experiment has begun. */
  readonly run: ExperimentRun | null;
  /** The last trials, the newest first. */
  readonly last: readonly Trial[];
  /** Why it did not begin, or ended early, and which experiment that was. */
  readonly error: { readonly of: string; readonly error: PegboardError } | null;
}

export const noProgress: ExperimentProgress = { stop: null, run: null, last: [], error: null };

/** By path of the workspace. */
export const useExperimentRuns = create<Readonly<Record<string, ExperimentProgress>>>()(() => ({}));

useExperimentRuns.subscribe(tryWaitingActs);

/** Trials that are listed while it runs. */
const lastTrials = 14;

/** How long an experiment whose trials end fast rests between two pictures of it, milliseconds. */
const shownEveryMs = 100;

export const progressOf = (path: string): ExperimentProgress => useExperimentRuns.getState()[path] ?? noProgress;

const change = (path: string, progress: Partial<ExperimentProgress>) =>
  useExperimentRuns.setState({ [path]: { ...progressOf(path), ...progress } });

/** Runs a new experiment and shows it as soon as it has begun. */
export const runExperiment = (path: string, input: ExperimentRunInput): Promise<void> =>
  follow(path, newExperiment, (call) => thisWindow().client.experiments.run(input, call));

/** Goes on with an experiment; `limits` replace those that it had. */
export const resumeExperiment = (
  path: string,
  id: string,
  options: { readonly consent?: boolean; readonly limits?: Experiment['limits'] } = {},
): Promise<void> => follow(path, id, (call) => thisWindow().client.experiments.resume({ id, ...options }, call));

/** Stops what runs; what is left can be resumed. */
export function stopExperiment(path: string): void {
  progressOf(path).stop?.abort();
}

interface Call {
  readonly signal: AbortSignal;
  readonly context: { readonly workspace: string };
}

/** Follows an experiment to its end: one at a time in each workspace. */
async function follow(
  path: string,
  subject: string,
  begin: (call: Call) => Promise<AsyncIterable<ExperimentEvent>>,
): Promise<void> {
  if (progressOf(path).stop !== null) return;
  const stop = new AbortController();
  change(path, { ...noProgress, stop });
  let id = subject;
  let told: Pick<ExperimentProgress, 'run' | 'last'> = { run: null, last: [] };
  let shownAt = 0;
  let error: PegboardError | null = null;
  try {
    for await (const event of await begin({ signal: stop.signal, context: { workspace: path } })) {
      const last = event.type === 'trial' ? [event.trial, ...told.last].slice(0, lastTrials) : told.last;
      told = { run: event.run, last };
      if (event.type === 'started') {
        id = event.run.id;
        if (viewOf(path).shown === newExperiment) useExperiments.getState().change(path, opened(id));
        void freshExperiments(path).catch(() => undefined);
      }
      if (event.type !== 'trial' || performance.now() - shownAt >= shownEveryMs) {
        change(path, told);
        shownAt = performance.now();
      }
    }
  } catch (thrown) {
    if (!stop.signal.aborted) error = toPegboardError(thrown);
  }
  await untilEnded(path, id);
  change(path, { ...told, stop: null, error: error && { of: id, error } });
}

/** How often, and how many milliseconds apart, the core is asked whether an experiment has ended that was stopped. */
const looks = { most: 100, apartMs: 100 } as const;

/** The core ends the trial that is under way after the window stopped to listen. */
async function untilEnded(path: string, id: string): Promise<void> {
  for (let look = 0; look < looks.most; look += 1) {
    const runs = await freshExperiments(path).catch(() => []);
    if (runs.find((run) => run.id === id)?.state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, looks.apartMs));
  }
}
