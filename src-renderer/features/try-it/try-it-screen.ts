import { create } from 'zustand';

interface TryItScreen {
  /** The tool whose arguments are on the screen. */
  readonly shown: string | null;
  /** Whether the panel that comes next, or is there, takes the focus. */
  readonly wantsFocus: boolean;
}

export const useTryIt = create<TryItScreen>()(() => ({ shown: null, wantsFocus: false }));
