import { create } from 'zustand';
import { PegboardError } from '#shared/errors.ts';
import { strings } from '../strings/state.ts';
import { onOtherWorkspace } from './open-workspace.ts';

/** A change that can be taken back. */
export interface UndoableChange {
  readonly id: string;
  /** Path of the workspace it was made in. */
  readonly workspace: string;
  /** The description of the change: "Removed github". */
  readonly done: string;
  /** When it was made, or taken back, milliseconds since 1970. */
  readonly at: number;
  /** The path of the changed place, with "/" between its parts: two changes of one place depend on each other. */
  readonly places?: readonly string[];
  /** Id of the screen that the user made it on. */
  readonly screen?: string;
  /** Takes it back; gives the change that makes it again, where there is one. */
  undo(): Promise<ChangeToMake | null>;
}
export type ChangeToMake = Omit<UndoableChange, 'id' | 'at'>;

/** Which way a change goes: `undos` can be undone, `redos` can be redone. */
export type UndoList = 'undos' | 'redos';

interface UndoState {
  /** Changes of this window that can be undone, the latest last. */
  readonly undos: readonly UndoableChange[];
  /** Changes that were undone and can be redone, the latest last. */
  readonly redos: readonly UndoableChange[];
  /** Path of the workspace that is open; null while that is not known. */
  readonly open: string | null;
  /** How many changes are being made, by path of the workspace: each may become one that can be taken back. */
  readonly underWay: Readonly<Record<string, number>>;
}

export const useUndo = create<UndoState>()(() => ({ undos: [], redos: [], open: null, underWay: {} }));

onOtherWorkspace((_, to) => useUndo.setState({ open: to }));

const rememberedChanges = 100;

/** The last work of each workspace, by its path: the next one starts when that has ended, well or not. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Does work that changes a workspace after all work that was asked for before, undo and redo included. Work must not call this
 * for its own workspace: it would wait for itself. Throws what the work throws.
 */
export async function inTurn<Result>(workspace: string, work: () => Promise<Result>): Promise<Result> {
  count(workspace, 1);
  const turn = (turns.get(workspace) ?? Promise.resolve()).then(work);
  turns.set(
    workspace,
    turn.catch(() => undefined),
  );
  try {
    return await turn;
  } finally {
    count(workspace, -1);
  }
}

function count(workspace: string, by: number): void {
  useUndo.setState(({ underWay }) => ({ underWay: { ...underWay, [workspace]: (underWay[workspace] ?? 0) + by } }));
}

/** Notes a change that was just made: changes that were undone before can no longer be redone. */
export function rememberChange(change: UndoableChange): void {
  useUndo.setState(({ undos, redos }) => ({
    undos: [...undos.slice(1 - rememberedChanges), change],
    redos: redos.filter(({ workspace }) => workspace !== change.workspace),
  }));
}

/** The change that "undo" takes back in a workspace, or "redo" makes again. */
export function lastChange(list: UndoList, workspace: string): UndoableChange | null {
  return useUndo.getState()[list].findLast((change) => change.workspace === workspace) ?? null;
}

/** Whether "undo" or "redo" has something to do in a workspace, now or when the work under way has ended. */
export function hasChange(list: UndoList, workspace: string): boolean {
  return lastChange(list, workspace) !== null || (useUndo.getState().underWay[workspace] ?? 0) > 0;
}

/** The last change that was made after another one in the same place: it has to be taken back first. Null where none was. */
export function changeInTheWay(list: UndoList, id: string): UndoableChange | null {
  const changes = useUndo.getState()[list];
  const at = changes.findIndex((one) => one.id === id);
  const change = changes[at];
  if (!change) return null;
  const later = changes.slice(at + 1).filter(({ workspace }) => workspace === change.workspace);
  return later.findLast((one) => shareAPlace(one.places ?? [], change.places ?? [])) ?? null;
}

function shareAPlace(some: readonly string[], others: readonly string[]): boolean {
  return some.some((a) => others.some((b) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)));
}

/**
 * Takes a change back, or makes it again; then it is in the other list. Null when it is not there any more. What its work
 * throws is thrown, and the change stays where it is. Error: `undo_gone` for a change of a workspace that is not open.
 */
export function runChange(list: UndoList, id: string): Promise<UndoableChange | null> {
  const workspace = useUndo.getState()[list].find((one) => one.id === id)?.workspace ?? '';
  return inTurn(workspace, () => run(list, useUndo.getState()[list].find((one) => one.id === id) ?? null));
}

/** The same with the last change of a workspace, as it is when the work that was asked for before has ended. */
export function runLastChange(
  list: UndoList,
  workspace: string,
  onStart: (change: UndoableChange) => void = () => undefined,
): Promise<UndoableChange | null> {
  return inTurn(workspace, () => {
    const change = lastChange(list, workspace);
    if (change) onStart(change);
    return run(list, change);
  });
}

async function run(list: UndoList, change: UndoableChange | null): Promise<UndoableChange | null> {
  if (!change) return null;
  const { open } = useUndo.getState();
  // A file of the same name in the open workspace is another one.
  if (open !== null && open !== change.workspace) {
    throw new PegboardError('undo_gone', strings.undoStore.belongsAnotherWorkspace(change.done), {
      hint: strings.undoStore.openThenUndoThere(change.workspace),
    });
  }
  const opposite = await change.undo();
  forgetChange(change.id);
  const other = list === 'undos' ? 'redos' : 'undos';
  if (opposite) {
    const { places = change.places, screen = change.screen } = opposite;
    const made: UndoableChange = {
      ...opposite,
      id: crypto.randomUUID(),
      at: Date.now(),
      ...(places !== undefined && { places }),
      ...(screen !== undefined && { screen }),
    };
    useUndo.setState((state) => ({ [other]: [...state[other], made] }));
  }
  return change;
}

/** Takes a change off the history, so that those before it can be reached. The change itself stays made. */
export function forgetChange(id: string): void {
  const without = (changes: readonly UndoableChange[]) => changes.filter((one) => one.id !== id);
  useUndo.setState(({ undos, redos }) => ({ undos: without(undos), redos: without(redos) }));
}
