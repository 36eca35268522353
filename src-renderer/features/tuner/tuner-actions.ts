import { create } from 'zustand';
import type { Side } from './tuner-store.ts';

/** What the tuner on screen can do now: the page says so, the commands run it. Null: not now. */
interface TunerActions {
  /** Moves the chosen tools of a side to the other one; null where nothing is chosen there that can move. */
  readonly moveFrom: ((side: Side) => (() => void) | null) | null;
  readonly compareFromNow: (() => void) | null;
  readonly openPreset: ((preset: 'large' | 'small') => void) | null;
  readonly openDrop: (() => void) | null;
}

export const noTunerActions: TunerActions = { moveFrom: null, compareFromNow: null, openPreset: null, openDrop: null };

export const useTunerActions = create<TunerActions>()(() => noTunerActions);
