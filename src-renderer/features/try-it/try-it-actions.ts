import { create } from 'zustand';

/** What the panel on screen can do: it says so, the commands run it. */
interface TryItActions {
  /** Null: no panel, or nothing that could be called. */
  readonly call: (() => void) | null;
  /** Whether the panel that comes next, or is there, takes the focus. */
  readonly wantsFocus: boolean;
}

export const useTryItActions = create<TryItActions>()(() => ({ call: null, wantsFocus: false }));
