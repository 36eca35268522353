import type { KeptRun } from '#shared/domain/kept-run.ts';
import { screenActs } from '../../platform/screen-acts.ts';
import { settled, thisWindow } from '../../platform/this-window.ts';
import { offerUndo, tellError } from '../../platform/undo-change.ts';
import { useNavigation } from '../../state/navigation-store.ts';
import { rowForKey } from '../../state/selection.ts';
import { type ChangeToMake, inTurn } from '../../state/undo-store.ts';
import { strings } from '../../strings/run-list.ts';
import { keptRunsQuery, refreshKeptRuns } from '../simulator/kept-films.ts';
import { showKeptRuns } from '../simulator/simulator-runs.ts';
import { listedRuns, toggleMark } from './listed-runs.ts';
import { type RunListView, useRunList, viewOf } from './run-list-store.ts';

const acts = screenActs('run-list', ({ path }) => {
  const runs = settled(keptRunsQuery(path))?.data;
  return runs ? { path, ...listedRuns({ runs, view: viewOf(useRunList.getState(), path) }) } : null;
});

const change = (path: string, view: Partial<RunListView>) => useRunList.getState().change(path, view);

/** Changes what the list shows. */
export const changeView = (view: Partial<RunListView>) => acts.do(({ path }) => change(path, view));

/** Moves in the list by a key, from the current run. Whether the key is one that moves. */
export function pressInRuns(key: string, page: number): boolean {
  if (rowForKey(key, 0, 1, 1) === null) return false;
  acts.do(({ path, listed, current }) => {
    const at = current === null ? -1 : listed.indexOf(current);
    const next = listed[rowForKey(key, at, listed.length, page) ?? -1];
    if (next) change(path, { current: next.id });
  });
  return true;
}

export const hasCurrentRun = () => acts.mayBe(({ current }) => current !== null);
export const canCompareRuns = () => acts.mayBe(({ compared }) => compared !== null);

/** Marks the current run to be compared, or takes its mark. */
export function markCurrentRun(): void {
  acts.do(({ path, current }) => {
    if (current) change(path, { marked: toggleMark(viewOf(useRunList.getState(), path).marked, current.id) });
  });
}

/** Shows the current run as its film in the simulator. */
export const openCurrentRun = () => acts.do(({ path, current }) => current && show(path, [current.id]));

/** Shows two runs beside each other in the simulator. */
export function compareRuns(): void {
  acts.do(({ path, compared }) => {
    if (!compared) return;
    const [first, second] = compared;
    return show(path, [first.id, second.id]);
  });
}

/** The screen changes at once, so that the next key is one of the film; its act waits until the film is there. */
function show(path: string, ids: readonly [string] | readonly [string, string]): Promise<void> {
  useNavigation.getState().goTo('simulator');
  return showKeptRuns(path, ids);
}

/** Removes the current run, and offers to take that back. */
export function removeCurrentRun(): void {
  acts.do(({ path, listed, current }) => {
    if (!current) return;
    const at = listed.indexOf(current);
    const next = listed[at + 1] ?? listed[at - 1] ?? null;
    return remove(path, current, next?.id ?? null);
  });
}

async function remove(workspace: string, run: KeptRun, next: string | null): Promise<void> {
  try {
    await inTurn(workspace, async () => {
      const undo = await removeRun(workspace, run);
      change(workspace, { current: next });
      if (undo) offerUndo(undo);
    });
  } catch (error) {
    tellError(error, strings.runListModel.runWasNotDeleted);
  }
}

/** Removes a run; the change that keeps it again, or null where it was gone already. */
async function removeRun(workspace: string, run: KeptRun): Promise<ChangeToMake | null> {
  const { client } = thisWindow();
  const film = await client.runs.film({ workspace, id: run.id });
  await client.runs.remove({ workspace, id: run.id });
  await refreshKeptRuns(workspace);
  if (film === null) return null;
  const done = strings.runListModel.deletedRun(run.title);
  return {
    workspace,
    done,
    undo: async () => {
      await client.runs.keep({ workspace, run, film });
      await refreshKeptRuns(workspace);
      return { workspace, done, undo: () => removeRun(workspace, run) };
    },
  };
}
