import { create } from 'zustand';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';

/** The prompts of a run of the simulator that was played or opened in this window. */
export interface RunPrompts {
  readonly id: string;
  /** Path of the workspace it was played in. */
  readonly workspace: string;
  /** The scenario, as the list of scenarios calls it. */
  readonly title: string;
  readonly profile: string;
  /** When it ended, milliseconds since 1970. */
  readonly at: number;
  readonly steps: readonly { readonly label: string; readonly prompt: RenderedPrompt }[];
}

/** Most runs whose prompts are held, the last ones: each holds the prompt of every step. */
const mostRuns = 6;

const useRunPromptsStore = create<{ readonly runs: readonly RunPrompts[] }>()(() => ({ runs: [] }));

/** The last runs of this window, the newest first. */
export function useRunPrompts(): readonly RunPrompts[] {
  return useRunPromptsStore((state) => state.runs);
}

/** The same, for acts outside of React. */
export const runPrompts = (): readonly RunPrompts[] => useRunPromptsStore.getState().runs;

/** Holds the prompts of a run; a run of the same id is replaced, and the oldest goes when there are too many. */
export function holdPrompts(run: RunPrompts): void {
  useRunPromptsStore.setState(({ runs }) => ({
    runs: [run, ...runs.filter(({ id }) => id !== run.id)].slice(0, mostRuns),
  }));
}
