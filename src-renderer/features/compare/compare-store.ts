import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type EvalEngineName, evalEngineSchema } from '#shared/domain/eval-set.ts';
import { keepApart } from '../../state/open-workspace.ts';

export type CompareTab = 'engines' | 'confusable';

interface CompareState {
  readonly query: string;
  readonly includeAlwaysLoaded: boolean;
  /** Engines that are not shown: a new one is seen by everybody. */
  readonly hidden: readonly EvalEngineName[];
  readonly tab: CompareTab;
  /** The tool that is marked in every column. */
  readonly selected: string | null;
  /** The pair that is chosen among the confusable ones, by its place. */
  readonly pair: number;
  set(state: Partial<Pick<CompareState, 'query' | 'includeAlwaysLoaded' | 'tab' | 'selected' | 'pair'>>): void;
  /** Shows or hides an engine; the last one stays. */
  toggle(engine: EvalEngineName): void;
}

/** What the comparison shows; the engines, but not the query, survive a restart. */
export const useCompare = create<CompareState>()(
  persist(
    (set) => ({
      query: '',
      includeAlwaysLoaded: false,
      hidden: [],
      tab: 'engines',
      selected: null,
      pair: 0,
      set: (state) => set(state),
      toggle: (engine) =>
        set(({ hidden }) => {
          const next = hidden.includes(engine) ? hidden.filter((name) => name !== engine) : [...hidden, engine];
          return shownEngines(next).length > 0 ? { hidden: next } : {};
        }),
    }),
    {
      name: 'pegboard.compare',
      version: 1,
      partialize: ({ hidden, includeAlwaysLoaded }) => ({ hidden, includeAlwaysLoaded }),
    },
  ),
);

keepApart(useCompare, {
  pick: ({ query, selected, pair }) => ({ query, selected, pair }),
  initial: () => ({ query: '', selected: null, pair: 0 }),
});

/** The engines in their columns' order. */
export function shownEngines(hidden: readonly EvalEngineName[]): EvalEngineName[] {
  return evalEngineSchema.options.filter((name) => !hidden.includes(name));
}
