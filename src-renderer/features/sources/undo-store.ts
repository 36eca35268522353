import { create } from 'zustand';

/** A change that can be taken back. */
export interface UndoableChange {
  readonly id: string;
  /** Path of the workspace it was made in. */
  readonly workspace: string;
  /** What was done: "Removed github". */
  readonly done: string;
  undo(): Promise<void>;
}

/** Changes of sources in this window that can be taken back, the last one last. */
export const useUndo = create<{ readonly changes: readonly UndoableChange[] }>()(() => ({ changes: [] }));

const rememberedChanges = 20;

export function rememberChange(change: UndoableChange): void {
  useUndo.setState(({ changes }) => ({ changes: [...changes.slice(1 - rememberedChanges), change] }));
}

/** Takes a change off the list; null when it is not there any more. */
export function takeChange(id: string): UndoableChange | null {
  const change = useUndo.getState().changes.find((one) => one.id === id) ?? null;
  useUndo.setState(({ changes }) => ({ changes: changes.filter((one) => one.id !== id) }));
  return change;
}

/** The change that "undo" takes back in a workspace. */
export function lastChange(workspace: string): UndoableChange | null {
  return useUndo.getState().changes.findLast((change) => change.workspace === workspace) ?? null;
}
