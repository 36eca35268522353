import { create } from 'zustand';

/** What the tuner on screen can do now: the page says so, the commands run it. Null: not now. */
interface TunerActions {
  readonly toBoard: (() => void) | null;
  readonly toDrawers: (() => void) | null;
  readonly compareFromNow: (() => void) | null;
  readonly openPreset: ((preset: 'large' | 'small') => void) | null;
}

export const noTunerActions: TunerActions = { toBoard: null, toDrawers: null, compareFromNow: null, openPreset: null };

export const useTunerActions = create<TunerActions>()(() => noTunerActions);
