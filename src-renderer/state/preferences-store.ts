import type { SplitterPaneSize } from '@mantine/hooks';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Estimator } from '#shared/tokens.ts';
import { withPersona } from './chosen-persona.ts';

export type { Estimator };

/** When a document is saved by itself: never, a second after the last change, when the focus leaves it. */
export type AutosaveWhen = 'off' | 'pause' | 'leave';

interface Preferences {
  readonly estimator: Estimator;
  /** Name of the chosen persona by the path of the workspace, see `useActivePersona`. */
  readonly personas: Readonly<Record<string, string>>;
  /** Sizes of split panels by the name of the split. */
  readonly panelSizes: Readonly<Record<string, SplitterPaneSize[]>>;
  readonly autosave: AutosaveWhen;
  setEstimator(estimator: Estimator): void;
  setPersona(workspace: string, persona: string | null): void;
  setPanelSizes(split: string, sizes: SplitterPaneSize[]): void;
  setAutosave(autosave: AutosaveWhen): void;
}

/** The preferences of this user, kept in the browser's local storage. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      estimator: 'estimate',
      personas: {},
      panelSizes: {},
      autosave: 'off',
      setEstimator: (estimator) => set({ estimator }),
      setPersona: (workspace, persona) =>
        set((state) => ({ personas: withPersona(state.personas, workspace, persona) })),
      setPanelSizes: (split, sizes) => set((state) => ({ panelSizes: { ...state.panelSizes, [split]: sizes } })),
      setAutosave: (autosave) => set({ autosave }),
    }),
    {
      name: 'pegboard.preferences',
      version: 2,
      // Before, one persona was remembered for all workspaces.
      migrate: (stored) => ({ ...(stored as Preferences), personas: {} }),
    },
  ),
);
