import type { ScenarioPath } from '#shared/domain/scenario-edit.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { PegboardError } from '#shared/errors.ts';
import { documentAt } from '../../documents/document-store.ts';
import { draftKey } from '../../documents/draft-journal.ts';
import { drawn, screenActs } from '../../platform/screen-acts.ts';
import { tellError } from '../../platform/undo-change.ts';
import { strings } from '../../strings/simulator.ts';
import { type CallWithoutResult, resultToAdd } from './add-result.ts';
import { removeScenario } from './scenario-acts.ts';
import { editsOf } from './scenario-edits.ts';
import { isUnreadable, knownScenarios } from './scenario-files.ts';
import { focusSimulatorPlace, type SimulatorPlace } from './simulator-places.ts';
import {
  answerPause,
  cancel,
  dropSecond,
  mayCallServers,
  noRuns,
  openPause,
  play,
  useSimulatorRuns,
} from './simulator-runs.ts';
import {
  editsNow,
  type NewScenario,
  type SimulatorView,
  type StepTab,
  useSimulatorStore,
  viewOf,
} from './simulator-store.ts';
import { type Stage, stageOf } from './stage.ts';
import { playTask } from './task-checks.ts';
import { useWantedPlace } from './wanted-place.ts';

interface OnStage extends Stage {
  /** Path of the workspace. */
  readonly root: string;
}

/** The dependencies of the keys of the screen; null until the scenarios are known. */
function stageNow({ path: root }: WorkspaceSummary): OnStage | null {
  const files = knownScenarios(root);
  const view = viewOf(useSimulatorStore.getState(), root);
  return files && { root, ...stageOf({ files, view, runs: useSimulatorRuns.getState().runs[root] ?? noRuns }) };
}

const acts = screenActs('simulator', stageNow);

/**
 * Acts on the film wait for its end, or a pause, where that comes at once: a run that talks to a model or to servers may take long,
 * and is looked at meanwhile.
 */
const filmActs = screenActs('simulator', (workspace) => {
  const stage = stageNow(workspace);
  return stage && !isAboutToEnd(stage) ? stage : null;
});

function isAboutToEnd({ first, second }: Stage): boolean {
  return [first, second].some(
    (run) =>
      run?.status === 'running' && openPause(run) === null && !run.played.live && !mayCallServers(run.played.text),
  );
}

const idOf = (path: string) => `scenario:${path}`;

/** The text of the scenario as it is typed; null where it cannot be read, undefined while it is on its way. */
function textNow({ root, file }: OnStage): string | null | undefined {
  if (file === null) return null;
  return (
    documentAt(draftKey({ workspace: root, id: idOf(file.path) }))?.text ??
    (isUnreadable(root, file) ? null : undefined)
  );
}

const withText = (stage: OnStage | null) => {
  const text = stage ? textNow(stage) : undefined;
  return stage && text !== undefined ? { ...stage, text } : null;
};

const textActs = screenActs('simulator', (workspace) => withText(stageNow(workspace)));
const goldenActs = screenActs('simulator', () => withText(filmActs.now()));

type WithText = NonNullable<ReturnType<typeof textActs.now>>;

/** Changes what the screen shows. */
export function changeView(view: Partial<SimulatorView>): void {
  acts.do(({ root }) => useSimulatorStore.getState().change(root, view));
}

const toggle = (change: (view: SimulatorView) => Partial<SimulatorView>) =>
  acts.do(({ root, view }) => useSimulatorStore.getState().change(root, change(view)));

export const toggleSource = () => toggle(({ showsSource }) => ({ showsSource: !showsSource }));
const nextWay = { source: 'steps', steps: 'both', both: 'source' } as const;

/** Shows the scenario in the next way: as steps, both ways, as its source. */
export const toggleSteps = () =>
  toggle((view) => ({
    showsSource: true,
    editsAs: nextWay[editsNow(view)],
  }));
export const toggleInteractive = () => toggle(({ interactive }) => ({ interactive: !interactive }));
export const toggleLive = () => toggle(({ live }) => ({ live: !live }));

export const hasFile = () => acts.mayBe(({ file }) => file !== null);

/** Whether there is a scenario, or may be. */
export const hasScenario = () => acts.mayBe(({ file }) => file?.kind === 'scenario');

/** Whether the file can be played: a scenario, or a task. */
export const canRun = () => acts.mayBe(({ file }) => file !== null && file.kind !== 'world');

/** Plays the scenario as it is written now, in one profile or in two; of a task the solution, and an agent that does nothing. */
export const runScenario = () =>
  textActs.do((ready) => {
    const { root, file, text, first } = ready;
    if (file?.kind === 'scenario') start(ready, false);
    else if (file?.kind === 'task' && text !== null && first === null) void playTask({ root, path: file.path, text });
  });

const hasGolden = ({ canWriteGolden, file }: Stage) => canWriteGolden && file?.kind === 'scenario';

export const canWriteGolden = () => goldenActs.mayBe(hasGolden);
export const writeGolden = () => goldenActs.do((ready) => hasGolden(ready) && start(ready, true));

function start({ root, file, view, text }: WithText, write: boolean): void {
  if (!file || text === null) return;
  const { profile, second, interactive, live } = view;
  const title = file.name ?? file.path;
  // The golden trace is that of the scripts alone: pegboard simulate asks nobody.
  const asked = { interactive: interactive && !write, live: live && !write };
  const played = { workspace: root, path: file.path, title, text, profile, ...asked };
  useSimulatorStore.getState().change(root, { at: 0 });
  void play('first', played, { write });
  if (second === null || write) dropSecond(root);
  else void play('second', { ...played, profile: second });
}

/** Whether a run is under way now: a key that stops it waits for nothing. */
export const isRunning = () => acts.now()?.isRunning === true;

/** Stops what is under way. */
export function cancelRuns(): void {
  const root = acts.now()?.root;
  if (root !== undefined) for (const side of ['first', 'second'] as const) cancel(root, side);
}

const approvalOf = ({ first, second }: Stage) => {
  const pause = openPause(first) ?? openPause(second);
  return pause?.approval ? pause : null;
};

export const isApprovalAsked = () => filmActs.mayBe((stage) => approvalOf(stage) !== null);

/** Answers the call that waits for somebody's word. */
export function giveWord(approved: boolean): void {
  filmActs.do((stage) => {
    const pause = approvalOf(stage);
    return pause && answerPause(pause, { approved });
  });
}

export type Move = 'next' | 'previous' | 'first' | 'last' | 'next-activation' | 'previous-activation';

/** Where a move through time leads to; null where it leads nowhere. */
function placeAfter(move: Move, { at, last, activations }: Stage): number | null {
  const to = {
    next: at + 1,
    previous: at - 1,
    first: 0,
    last,
    'next-activation': activations.find((place) => place > at) ?? at,
    'previous-activation': activations.findLast((place) => place < at) ?? at,
  }[move];
  return to === at || to < 0 || to > last ? null : to;
}

export const canMove = (move: Move) => filmActs.mayBe((stage) => placeAfter(move, stage) !== null);

/** Moves through time. */
export function moveInFilm(move: Move): void {
  filmActs.do((stage) => {
    const at = placeAfter(move, stage);
    if (at !== null) useSimulatorStore.getState().change(stage.root, { at });
  });
}

export const hasRun = () => filmActs.mayBe(({ first }) => first !== null);

/** Shows another side of the step. */
export function showTab(tab: StepTab): void {
  filmActs.do(({ root, first }) => {
    if (first === null) return;
    useSimulatorStore.getState().change(root, { tab });
    if (document.activeElement?.closest('[role=tablist]')) focusSimulatorPlace('step');
  });
}

export const canCompareStep = () => filmActs.mayBe(({ compared }) => compared !== null);

/** Opens the step's prompt beside that of the step before, or of the second run. */
export const compareStep = () => filmActs.do(({ compared }) => useSimulatorStore.setState({ compared }));

export const hasRecording = () => filmActs.mayBe(({ recording }) => recording !== null);

/** Asks for the name of a scenario that plays the run again. */
export function saveRecording(): void {
  filmActs.do(({ file, recording }) => {
    if (file && recording) ask({ as: 'recording', text: recording.text, name: file.name ?? file.path });
  });
}

const ask = (asked: NewScenario) => useSimulatorStore.setState({ asked });

export const isShown = () => acts.mayBe(() => true);
export const askNewScenario = () => acts.do(({ file }) => ask({ as: 'example', kind: file?.kind ?? 'scenario' }));
export const askDuplicate = () =>
  acts.do(({ file }) => file && ask({ as: 'copy', path: file.path, name: file.name ?? file.path }));

export const canRemove = () => acts.mayBe(({ file }) => file !== null && file.hash !== null);

/** Deletes the scenario that is shown. */
export function removeShown(): void {
  acts.do(({ root, file }) => (file && file.hash !== null ? removeScenario(root, file.path, file.hash) : null));
}

/** Writes a result for a call into the scenario; the cursor goes to its value. */
export function addResult(call: CallWithoutResult): void {
  textActs.do(({ root, file }) => {
    if (!file) return;
    const { path } = file;
    let place: ScenarioPath | null = null;
    const refused = editsOf({ key: draftKey({ workspace: root, id: idOf(path) }), path })((text) => {
      const added = resultToAdd(text, call);
      place = added?.value ?? null;
      return added && [added.change];
    });
    if (refused !== null) {
      tellError(new PegboardError('scenario_invalid', refused), strings.simulatorModel.noResultWasAdded);
      return;
    }
    const { change } = useSimulatorStore.getState();
    const isHidden = editsNow(viewOf(useSimulatorStore.getState(), root)) === 'steps';
    change(root, { showsSource: true, ...(isHidden && { editsAs: 'source' }) });
    useWantedPlace.setState({ path: place });
  });
}

/** Puts the focus on a place: at once, or as soon as it is drawn where the scenarios are on their way. */
export function goToPlace(place: SimulatorPlace): void {
  if (focusSimulatorPlace(place)) return;
  acts.do(async () => {
    await drawn();
    focusSimulatorPlace(place);
  });
}
