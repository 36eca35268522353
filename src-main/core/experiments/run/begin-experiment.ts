import { workspaceState } from '../../evaluation/workspace-state.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import type { ExperimentStore, RunHead } from '../store/experiment-store.ts';
import { orderTrials } from './order-trials.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { modelName, waitingTrial } from './run-trial.ts';

interface Beginning {
  readonly id: string;
  /** Name of its file; null without one. */
  readonly name: string | null;
  readonly loaded: LoadedWorkspace;
  /** ISO 8601. */
  readonly started: string;
}

/** Writes a new experiment with its tasks, its order of trials and the workspace that it begins with. */
export function beginExperiment(
  store: ExperimentStore,
  { experiment, tasks }: PreparedExperiment,
  { id, name, loaded, started }: Beginning,
): RunHead {
  const head: RunHead = {
    id,
    name: experiment.name ?? name ?? 'Experiment',
    started,
    ended: null,
    state: 'running',
    stopped_by: null,
    model: modelName(experiment),
    arms: experiment.arms.map((arm) => arm.name),
    tasks: tasks.length,
    repetitions: experiment.repetitions,
  };
  const paths = tasks.map(({ path }) => path);
  store.begin(
    { experiment, head, workspace: workspaceState(loaded) },
    tasks.map(({ path, text, world }) => ({ path, text, world: JSON.stringify(world) })),
    orderTrials(paths, experiment).map(waitingTrial),
  );
  return head;
}
