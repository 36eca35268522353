import { notifications } from '@mantine/notifications';
import type { ExperimentFormat } from '#shared/contract/experiments.ts';
import type { Experiment, ExperimentReport, ExperimentRun, Trial } from '#shared/domain/experiment.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { screenActs, tryWaitingActs } from '../../platform/screen-acts.ts';
import { known, settled, thisWindow } from '../../platform/this-window.ts';
import { tellError, tellRemoved } from '../../platform/undo-change.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { rowForKey } from '../../state/selection.ts';
import { strings } from '../../strings/experiments.ts';
import { saveText } from '../../ui/save-file.ts';
import { showKeptRuns } from '../simulator/simulator-runs.ts';
import { trialRunId } from '../simulator/trial-films.ts';
import { armChoices, type Draft, draftInput } from './experiment-draft.ts';
import {
  experimentsQuery,
  freshExperiments,
  planQuery,
  profilesQuery,
  reportQuery,
  tasksQuery,
  trialsQuery,
} from './experiment-queries.ts';
import { progressOf, resumeExperiment, runExperiment, stopExperiment } from './experiment-runs.ts';
import {
  type ExperimentsView,
  newExperiment,
  opened,
  type TrialFilter,
  useExperiments,
  viewOf,
} from './experiments-store.ts';

useExperiments.subscribe(tryWaitingActs);

const change = (path: string, view: Partial<ExperimentsView>) => useExperiments.getState().change(path, view);

const placeActs = screenActs('experiments', ({ path }) => ({ path, view: viewOf(path), progress: progressOf(path) }));

/** The list: its current experiment while no other is open. */
const listActs = screenActs('experiments', ({ path }) => {
  const runs = settled(experimentsQuery(path))?.data;
  if (!runs) return null;
  const { shown, current } = viewOf(path);
  const wanted = shown ?? current;
  const run = runs.find(({ id }) => id === wanted) ?? (shown === null ? runs[0] : undefined) ?? null;
  return { path, runs, run, isOpen: shown !== null && shown !== newExperiment, isListed: shown === null };
});

/** The experiment that is open, where it does not run, with its report. */
const reportActs = screenActs('experiments', ({ path }) => {
  const view = viewOf(path);
  const { shown } = view;
  if (shown === null || shown === newExperiment) return { path, view, run: null, report: null, trials: noTrials };
  const runs = settled(experimentsQuery(path))?.data;
  if (!runs) return null;
  const run = runs.find(({ id }) => id === shown) ?? null;
  if (run === null || isUnderWay(path, run)) return { path, view, run: null, report: null, trials: noTrials };
  const [report, trials] = [settled(reportQuery(path, run)), settled(trialsQuery(path, run, view.filter))];
  return report && trials && { path, view, run, report: report.data, trials: trials.data ?? noTrials };
});

const noTrials: readonly Trial[] = [];

/** Whether an experiment runs, here or elsewhere: then nothing is said of what it shows. */
export const isUnderWay = (path: string, { id, state }: ExperimentRun): boolean =>
  state === 'running' || (progressOf(path).stop !== null && progressOf(path).run?.id === id);

/** Whether it can go on: trials are left, or failed to run. */
export const canGoOn = ({ state, trials }: ExperimentRun) => state !== 'done' || trials.failed > 0;

export const isElsewhere = () => placeActs.mayBe(({ view }) => view.shown !== null);
export const isNew = () => placeActs.mayBe(({ view }) => view.shown === newExperiment);

/** Shows the list, or the form of a new experiment. */
export const showList = () => placeActs.do(({ path, view }) => view.shown !== null && change(path, opened(null)));
export const showNew = () => placeActs.do(({ path }) => change(path, opened(newExperiment)));

export const hasCurrent = () => listActs.mayBe(({ run, isListed }) => run !== null && isListed);
export const openCurrent = () =>
  listActs.do(({ path, run, isListed }) => run && isListed && change(path, opened(run.id)));
export const chooseExperiment = (current: string) => placeActs.do(({ path }) => change(path, { current }));

/** Moves in the list by a key. Whether the key is one that moves. */
export function pressInList(key: string, page: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  listActs.do(({ path, runs, run }) => {
    const next = runs[rowForKey(key, run === null ? -1 : runs.indexOf(run), runs.length, page) ?? -1];
    if (next) change(path, { current: next.id });
  });
  return true;
}

export const canRemove = () => listActs.mayBe(({ path, run }) => run !== null && !isUnderWay(path, run));

/** Asks whether the current experiment is deleted. */
export const askRemove = () =>
  listActs.do(({ path, run }) => run && !isUnderWay(path, run) && useExperiments.setState({ removing: run.id }));

export const closeRemove = () => useExperiments.setState({ removing: null });

/** Deletes the experiment that the dialog asks about. A notice shows a failure. */
export async function removeExperiment(path: string, { id, name }: ExperimentRun): Promise<void> {
  closeRemove();
  try {
    await thisWindow().client.experiments.remove({ id });
    if (viewOf(path).shown === id) change(path, opened(null));
    await freshExperiments(path);
    tellRemoved(strings.remove.removed, name);
  } catch (error) {
    tellError(error, strings.remove.notRemoved);
  }
}

/** Makes tasks of what the workspace has. A notice says how many. */
export async function generateTasks({ path, revision }: WorkspaceSummary, from: 'scenarios' | 'golden'): Promise<void> {
  const { client, queries } = thisWindow();
  try {
    const { tasks } = await client.experiments.generate({ from, apply: true }, { context: { workspace: path } });
    await queries.invalidateQueries({ queryKey: tasksQuery({ path, revision }).queryKey });
    notifications.show(
      tasks.length > 0
        ? { title: strings.empty.made(tasks.length), message: '' }
        : { title: strings.empty.madeNothing, message: strings.empty.nothingToMake[from] },
    );
  } catch (error) {
    tellError(error, strings.empty.notMade);
  }
}

/** Changes the new experiment. Agreement was to another plan then. */
export const changeDraft = (path: string, draft: Partial<Draft>) =>
  change(path, { draft: { ...viewOf(path).draft, agreed: false, ...draft } });

const draftActs = screenActs('experiments', (workspace) => {
  const { path } = workspace;
  const { draft, shown } = viewOf(path);
  if (shown !== newExperiment) return { path, draft, input: null, plan: null };
  const [tasks, profiles] = [settled(tasksQuery(workspace)), settled(profilesQuery(workspace))];
  if (!tasks || !profiles) return null;
  const choices = armChoices({ profiles: profiles.data ?? [], hasSkills: workspace.config.skills.enabled });
  const input = draftInput({ draft, tasks: tasks.data ?? [], choices });
  return { path, draft, input, plan: input && known(planQuery(workspace, input)) };
});

export const canRun = () =>
  draftActs.mayBe(({ path, draft, plan }) => plan !== null && (!plan.live || draft.agreed) && !progressOf(path).stop);

/** Runs the new experiment, where its plan is known and agreed to. */
export function startDraft(): void {
  draftActs.do(({ path, draft, input, plan }) => {
    if (input && plan && (!plan.live || draft.agreed)) void runExperiment(path, input);
  });
}

export const isRunning = () => placeActs.mayBe(({ progress }) => progress.stop !== null);
export const stop = () => placeActs.do(({ path }) => stopExperiment(path));

export const canResume = () => reportActs.mayBe(({ run }) => run !== null && canGoOn(run));

/** Goes on with the experiment that is open. */
export function resume(limits?: Experiment['limits']): void {
  reportActs.do(({ path, run }) => {
    if (run && canGoOn(run)) void resumeExperiment(path, run.id, limits && { limits });
  });
}

export const hasReport = () => reportActs.mayBe(({ report }) => report !== null);
export const showTab = (tab: ExperimentsView['tab']) =>
  reportActs.do(({ path, report }) => report && change(path, { tab }));

/** Lists the trials of a figure. */
export const showTrials = (path: string, filter: TrialFilter) => change(path, { filter, trial: null });

export const hasFilter = () =>
  reportActs.mayBe(({ report, view }) => report !== null && Object.keys(view.filter).length > 0);
export const showAllTrials = () => reportActs.do(({ path, report }) => report && change(path, { filter: {} }));

export const chooseTrial = (trial: number) => placeActs.do(({ path }) => change(path, { trial }));

/** Moves in the trials by a key. Whether the key is one that moves. */
export function pressInTrials(key: string, page: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  reportActs.do(({ path, view, trials }) => {
    const at = trials.findIndex(({ number }) => number === view.trial);
    const next = trials[rowForKey(key, at, trials.length, page) ?? -1];
    if (next) change(path, { trial: next.number });
  });
  return true;
}

/** Moves in the tasks by arm; Enter lists the trials of the cell. Whether the key means something. */
export function pressInTasks(key: string, page: number): boolean {
  const aside = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (aside === undefined && key !== 'Enter' && rowForKey(key, 0, 1, 1) === null) return false;
  reportActs.do(({ path, view, report }) => {
    if (!report) return;
    const { tasks, arms } = report;
    const at = tasks.findIndex(({ task }) => task === view.cell.task);
    const arm = Math.min(Math.max(view.cell.arm + (aside ?? 0), 0), arms.length - 1);
    const task = tasks[rowForKey(key, at, tasks.length, page) ?? Math.max(at, 0)]?.task ?? null;
    change(path, { cell: { task, arm } });
    if (key === 'Enter' && task !== null) showTrials(path, { task, arm: arms[arm]?.arm ?? '' });
  });
  return true;
}

/** Chooses a cell of the tasks by arm, and lists its trials. */
export function chooseCell(path: string, task: string, arm: number, { arms }: ExperimentReport): void {
  change(path, { cell: { task, arm } });
  showTrials(path, { task, arm: arms[arm]?.arm ?? '' });
}

/** The trial that is chosen; null where none is, or it did not run. */
const playedTrial = ({ view, trials }: { view: ExperimentsView; trials: readonly Trial[] }) =>
  trials.find(({ number, state, steps }) => number === view.trial && state !== 'waiting' && steps > 0) ?? null;

export const hasTrial = () => reportActs.mayBe((ready) => playedTrial(ready) !== null);

/** Shows the trial as a film in the simulator. */
export function openFilm(): void {
  reportActs.do((ready) => {
    const trial = playedTrial(ready);
    if (ready.run && trial) return showFilms(ready.path, [trialRunId(ready.run.id, trial.number)]);
    return undefined;
  });
}

export const canCompare = () =>
  reportActs.mayBe((ready) => {
    const trial = playedTrial(ready);
    return trial !== null && trial.arm !== ready.run?.arms[0];
  });

/** Shows the trial beside that of the first arm, with the same task and repetition. */
export function compareFilms(): void {
  reportActs.do(async (ready) => {
    const [trial, { path, run }] = [playedTrial(ready), ready];
    const first = run?.arms[0];
    if (!run || !trial || first === undefined || trial.arm === first) return;
    const others = await thisWindow().client.experiments.trials({ id: run.id, task: trial.task, arm: first });
    const other = others.find(({ repetition, steps }) => repetition === trial.repetition && steps > 0);
    if (!other) {
      notifications.show({ message: strings.trials.noPair });
      return;
    }
    await showFilms(path, [trialRunId(run.id, other.number), trialRunId(run.id, trial.number)]);
  });
}

/** The screen changes at once, so that the next key is one of the film; its act waits until the film is there. */
function showFilms(path: string, ids: readonly [string] | readonly [string, string]): Promise<void> {
  useNavigation.getState().goTo('simulator');
  return showKeptRuns(path, ids);
}

/** Saves the report of the experiment that is open as a file. A notice shows a failure. */
export async function exportReport({ id }: ExperimentRun, format: ExperimentFormat): Promise<void> {
  try {
    const { name, text } = await thisWindow().client.experiments.export({ id, format });
    saveText(text, name);
    notifications.show({ message: strings.view.saved(name) });
  } catch (error) {
    tellError(error, strings.view.notExported);
  }
}
