import { create } from 'zustand';
import { PegboardError } from '#shared/errors.ts';

/** A change that can be taken back. */
export interface UndoableChange {
  readonly id: string;
  /** Path of the workspace it was made in. */
  readonly workspace: string;
  /** What was done: "Removed github". */
  readonly done: string;
  /** Takes it back; gives the change that makes it again, where there is one. */
  undo(): Promise<ChangeToMake | null>;
}
export type ChangeToMake = Omit<UndoableChange, 'id'>;

interface UndoState {
  /** What can be taken back in this window, the last one last. */
  readonly undos: readonly UndoableChange[];
  /** What was taken back and can be made again, the last one last. */
  readonly redos: readonly UndoableChange[];
  /** Path of the workspace that is open; null while that is not known. */
  readonly open: string | null;
}

export const useUndo = create<UndoState>()(() => ({ undos: [], redos: [], open: null }));

const rememberedChanges = 100;

/** Notes a change that was just made: what was taken back before can no longer be made again. */
export function rememberChange(change: UndoableChange): void {
  useUndo.setState(({ undos, redos }) => ({
    undos: [...undos.slice(1 - rememberedChanges), change],
    redos: redos.filter(({ workspace }) => workspace !== change.workspace),
  }));
}

/** The change that "undo" takes back in a workspace, or "redo" makes again. */
export function lastChange(list: 'undos' | 'redos', workspace: string): UndoableChange | null {
  return useUndo.getState()[list].findLast((change) => change.workspace === workspace) ?? null;
}

/**
 * Takes a change back, or makes it again, once; it goes to the other list. Null when it is not there any more. What its work
 * throws is thrown; then it is in neither list. Error: `undo_gone` for a change of a workspace that is not open, which stays.
 */
export async function runChange(list: 'undos' | 'redos', id: string): Promise<UndoableChange | null> {
  const change = useUndo.getState()[list].find((one) => one.id === id) ?? null;
  if (!change) return null;
  const { open } = useUndo.getState();
  // A file of the same name in the open workspace is another one.
  if (open !== null && open !== change.workspace) {
    throw new PegboardError('undo_gone', `${change.done} belongs to another workspace.`, {
      hint: `Open ${change.workspace}, then undo it there.`,
    });
  }
  useUndo.setState((state) => ({ [list]: state[list].filter((one) => one.id !== id) }));
  const opposite = await change.undo();
  const other = list === 'undos' ? 'redos' : 'undos';
  if (opposite) useUndo.setState((state) => ({ [other]: [...state[other], { ...opposite, id: crypto.randomUUID() }] }));
  return change;
}
