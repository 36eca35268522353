import { notifications } from '@mantine/notifications';
import type { GoldenSet } from '#shared/domain/golden-query.ts';
import type { WorkspaceSummary } from '#shared/domain/workspace-summary.ts';
import { removeGolden } from '../../platform/golden-acts.ts';
import { freshGolden, knownGolden } from '../../platform/golden-watch.ts';
import { openWorkspace, thisWindow } from '../../platform/this-window.ts';
import { tellError } from '../../platform/undo-change.ts';
import { chosenPersona } from '../../state/chosen-persona.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { usePreferences } from '../../state/preferences-store.ts';
import { rowForKey } from '../../state/selection.ts';
import { strings } from '../../strings/evaluate.ts';
import { focusEvaluatePlace } from './evaluate-places.ts';
import { type EvaluateRow, listRows } from './evaluate-rows.ts';
import { initialView, useEvaluateStore } from './evaluate-store.ts';
import { cancelRun, noRun, startRun, useEvaluationRuns } from './evaluation-runs.ts';
import { useGoldenDialog } from './golden-dialog-store.ts';
import { openRow } from './open-golden.ts';

/** Whether there is a row to do something with, or may be one when the golden queries are known. */
export function hasCurrentRow(): boolean {
  const workspace = openWorkspace();
  if (!workspace) return false;
  const golden = knownGolden();
  return golden === null || currentRow(workspace, golden) !== null;
}

/** Moves in the list by a key of the table, from the current row. Whether the key is one that moves. */
export function pressInQueries(key: string, page: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  void withGolden((workspace, golden) => {
    const { listed, current } = listOf(workspace, golden);
    const at = current === null ? -1 : listed.indexOf(current);
    const next = listed[rowForKey(key, at, listed.length, page) ?? -1];
    if (next) useEvaluateStore.getState().change(workspace.path, { current: next.key });
  });
  return true;
}

/** Explains the current query in the playground. */
export function explainCurrent(): void {
  withCurrentRow(openRow);
}

/** Opens the dialog that changes the current query. */
export function editCurrent(): void {
  withCurrentRow(({ golden }) => useGoldenDialog.getState().open(golden));
}

/** Removes the query that is the current one when the changes before this are made: pressed twice, it removes two. */
export function removeCurrent(): void {
  const workspace = openWorkspace();
  if (!workspace) return;
  removeGolden(() => {
    const golden = knownGolden();
    return (isOnScreen(workspace) && golden && currentRow(workspace, golden)?.golden) || null;
  });
}

/** Whether a run can start: none is under way, and the chosen persona is there. */
export function canRun(): boolean {
  const workspace = openWorkspace();
  return workspace !== null && runOf(workspace).progress === null && personaOf(workspace).kind !== 'gone';
}

/** Starts a run of what the screen says: its file, engines, persona, and what to compare with. */
export function runEvaluation(): void {
  void withGolden((workspace, golden) => {
    if (!canRun()) return;
    const { path, revision } = workspace;
    const { engines, compare, file } = viewOf(path);
    const persona = personaOf(workspace);
    const hasFile = golden.files.some((one) => one.path === file);
    void startRun(thisWindow().client, {
      workspace: path,
      revision,
      input: {
        engines: [...engines],
        ...(file !== null && hasFile && { file }),
        ...(persona.kind === 'active' && { persona: persona.persona.name }),
        ...(compare.trim() !== '' && { compare: compare.trim() }),
      },
    });
  });
}

/** Whether a run is under way. */
export function isRunning(): boolean {
  const workspace = openWorkspace();
  return workspace !== null && runOf(workspace).progress !== null;
}

/** Stops the run that is under way. */
export function cancelEvaluation(): void {
  const workspace = openWorkspace();
  if (workspace) cancelRun(workspace.path);
}

/** Whether a run has ended that can become the baseline. */
export function hasFinishedRun(): boolean {
  const workspace = openWorkspace();
  return workspace !== null && runOf(workspace).finished !== null;
}

/** Sets whether the screen runs by itself when something changed. */
export function toggleRunsOnChange(): void {
  const path = openWorkspace()?.path;
  if (path !== undefined) useEvaluateStore.getState().change(path, { runsOnChange: !viewOf(path).runsOnChange });
}

/** Shows the list of the last runs. */
export function showRuns(): void {
  const path = openWorkspace()?.path;
  if (path === undefined) return;
  useEvaluateStore.getState().change(path, { tab: 'runs' });
  focusEvaluatePlace('details');
}

/** Makes the last run the one that later runs are compared with. */
export function keepAsBaseline(): void {
  const workspace = openWorkspace();
  const finished = workspace && runOf(workspace).finished;
  if (!finished) return;
  const { report, persona } = finished;
  thisWindow()
    .client.evaluation.keepBaseline({ report: { ...report }, ...(persona === undefined ? {} : { persona }) })
    .then(
      () => notifications.show({ message: strings.evaluateActs.laterRunsAreCompared }),
      (error: unknown) => tellError(error),
    );
}

function withCurrentRow(act: (row: EvaluateRow) => void): void {
  void withGolden((workspace, golden) => {
    const row = currentRow(workspace, golden);
    if (row) act(row);
  });
}

/** Does something with the golden queries; before they are known it waits, as long as the screen is there. */
async function withGolden(act: (workspace: WorkspaceSummary, golden: GoldenSet) => void): Promise<void> {
  const workspace = openWorkspace();
  if (!workspace) return;
  const known = knownGolden();
  if (known) return act(workspace, known);
  try {
    const golden = await freshGolden();
    if (golden && isOnScreen(workspace)) act(workspace, golden);
  } catch (error) {
    tellError(error);
  }
}

function isOnScreen({ path }: WorkspaceSummary): boolean {
  return useNavigation.getState().feature === 'evaluate' && openWorkspace()?.path === path;
}

/** The current row of the list that the filter leaves as it is typed now. */
function currentRow(workspace: WorkspaceSummary, golden: GoldenSet): EvaluateRow | null {
  return listOf(workspace, golden).current;
}

function listOf({ path }: WorkspaceSummary, golden: GoldenSet) {
  const view = viewOf(path);
  return listRows({ golden, view, text: view.text, finished: runOf({ path }).finished });
}

const viewOf = (path: string) => useEvaluateStore.getState().views[path] ?? initialView;
const runOf = ({ path }: { readonly path: string }) => useEvaluationRuns.getState().runs[path] ?? noRun;
const personaOf = ({ path, config }: WorkspaceSummary) =>
  chosenPersona(usePreferences.getState().personas[path] ?? null, config.personas);
