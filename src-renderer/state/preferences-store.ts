import type { SplitterPaneSize } from '@mantine/hooks';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Which of the two counts of a text the screen shows. */
export type Estimator = 'estimate' | 'o200k';

interface Preferences {
  readonly estimator: Estimator;
  /** Name of the chosen persona; it may be of another workspace, see `useActivePersona`. */
  readonly persona: string | null;
  /** Sizes of split panels by the name of the split. */
  readonly panelSizes: Readonly<Record<string, SplitterPaneSize[]>>;
  setEstimator(estimator: Estimator): void;
  setPersona(persona: string | null): void;
  setPanelSizes(split: string, sizes: SplitterPaneSize[]): void;
}

/** What this user chose once and finds again: kept in the browser's local storage. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      estimator: 'estimate',
      persona: null,
      panelSizes: {},
      setEstimator: (estimator) => set({ estimator }),
      setPersona: (persona) => set({ persona }),
      setPanelSizes: (split, sizes) => set((state) => ({ panelSizes: { ...state.panelSizes, [split]: sizes } })),
    }),
    { name: 'pegboard.preferences', version: 1 },
  ),
);
