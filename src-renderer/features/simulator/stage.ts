import type { ScenarioFile } from '#shared/contract/planner.ts';
import { useWorkspace } from '../../platform/workspace-query.ts';
import { remembered } from '../../state/remembered.ts';
import { strings } from '../../strings/simulator.ts';
import { type AlignedStep, alignRuns } from './align-runs.ts';
import { stepsToCompare } from './compare-step.ts';
import { isActivation, type PlayedStep } from './played-run.ts';
import type { Run } from './run.ts';
import { useScenarios } from './scenario-files.ts';
import { noRuns, type RunSide, useSimulatorRuns } from './simulator-runs.ts';
import { type SimulatorView, useSimulatorStore, viewOf } from './simulator-store.ts';
import { isTrialRun } from './trial-films.ts';

interface Facts {
  readonly files: readonly ScenarioFile[];
  readonly view: SimulatorView;
  readonly runs: Readonly<Record<RunSide, Run | null>>;
}

export type Stage = ReturnType<typeof stageOf>;

const noSteps: readonly PlayedStep[] = [];

const columnsOf = remembered(
  (steps: { readonly first: readonly PlayedStep[]; readonly second: readonly PlayedStep[] | null }) =>
    alignRuns(steps.first, steps.second),
);

const activationsOf = remembered(
  ({ columns, steps }: { readonly columns: readonly AlignedStep[]; readonly steps: readonly PlayedStep[] }) =>
    columns.flatMap(({ first }, place) => (first !== null && isActivation(steps[first]?.step) ? [place] : [])),
);

/** The scenarios, and the one of a kept run that is shown where that is gone by now. */
function withGone(files: readonly ScenarioFile[], { path }: SimulatorView, run: Run | null): readonly ScenarioFile[] {
  if (run === null || run.played.path !== path || files.some((file) => file.path === path)) return files;
  const description = isTrialRun(run) ? strings.trialFilms.ofExperiment : strings.stage.noLongerWorkspace;
  return [...files, { kind: 'scenario', path, name: run.played.title, description, hash: null }];
}

/** The state of the screen for one workspace: the scenario, its runs, and the place in time. */
export const stageOf = remembered(({ files: there, view, runs }: Facts) => {
  const files = withGone(there, view, runs.first);
  const file = files.find(({ path }) => path === view.path) ?? files[0] ?? null;
  const first = runs.first?.played.path === file?.path ? runs.first : null;
  // The second run may be of another scenario: two kept runs are compared.
  const second = first && runs.second;
  const steps = first?.steps ?? noSteps;
  const columns = columnsOf({ first: steps, second: second?.steps ?? null });
  const last = columns.length - 1;
  const at = Math.min(view.at, Math.max(last, 0));
  const isRunning = first?.status === 'running' || second?.status === 'running';
  return {
    files,
    file,
    view,
    first,
    second,
    columns,
    /** Places of the columns whose step makes tools visible. */
    activations: activationsOf({ columns, steps }),
    last,
    at,
    isRunning,
    compared: stepsToCompare(columns[at], first, second),
    recording: first?.recording ?? null,
    /** Where the text can be read: the golden trace is that of the scripts, under the scenario's own profile. */
    canWriteGolden: view.profile === null && !view.live && !isRunning,
  };
});

/** The same for components; null until the scenarios are known, and while another screen is shown. */
export function useStage(): Stage | null {
  const root = useWorkspace()?.path ?? '';
  const files = useScenarios(root);
  const view = useSimulatorStore((state) => viewOf(state, root));
  const runs = useSimulatorRuns((state) => state.runs[root] ?? noRuns);
  return files && stageOf({ files, view, runs });
}
