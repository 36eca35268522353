import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type SearchEngineName, searchEngineSchema } from '#shared/domain/engine-facts.ts';

interface CompareState {
  /** Engines that are not shown: a new one is seen by everybody. */
  readonly hidden: readonly SearchEngineName[];
  /** Shows or hides an engine; the last one stays. */
  toggle(engine: SearchEngineName): void;
}

/** Which engines the comparison shows. It survives a restart. */
export const useCompare = create<CompareState>()(
  persist(
    (set) => ({
      hidden: [],
      toggle: (engine) =>
        set(({ hidden }) => {
          const next = hidden.includes(engine) ? hidden.filter((name) => name !== engine) : [...hidden, engine];
          return shownEngines(next).length > 0 ? { hidden: next } : {};
        }),
    }),
    { name: 'pegboard.compare', version: 1, partialize: ({ hidden }) => ({ hidden }) },
  ),
);

/** The engines in their columns' order. */
export function shownEngines(hidden: readonly SearchEngineName[]): SearchEngineName[] {
  return searchEngineSchema.options.filter((name) => !hidden.includes(name));
}
