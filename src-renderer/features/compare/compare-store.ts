import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type SearchEngineName, searchEngineSchema } from '#shared/domain/engine-facts.ts';
import { keepApart } from '../../state/open-workspace.ts';

interface CompareState {
  readonly query: string;
  readonly includeAlwaysLoaded: boolean;
  /** Engines that are not shown: a new one is seen by everybody. */
  readonly hidden: readonly SearchEngineName[];
  /** The tool that is marked in every column. */
  readonly selected: string | null;
  set(state: Partial<Pick<CompareState, 'query' | 'includeAlwaysLoaded' | 'selected'>>): void;
  /** Shows or hides an engine; the last one stays. */
  toggle(engine: SearchEngineName): void;
}

/** What the comparison shows; the engines, but not the query, survive a restart. */
export const useCompare = create<CompareState>()(
  persist(
    (set) => ({
      query: '',
      includeAlwaysLoaded: false,
      hidden: [],
      selected: null,
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
  pick: ({ query, selected }) => ({ query, selected }),
  initial: () => ({ query: '', selected: null }),
});

/** The engines in their columns' order. */
export function shownEngines(hidden: readonly SearchEngineName[]): SearchEngineName[] {
  return searchEngineSchema.options.filter((name) => !hidden.includes(name));
}
