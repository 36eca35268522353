import { create } from 'zustand';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';

/** A run of the simulator whose prompts can still be looked at. */
export interface KeptRun {
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

/** Most runs that are kept, the last ones: each holds the prompt of every step. */
const mostRuns = 6;

const useKeptRunsStore = create<{ readonly runs: readonly KeptRun[] }>()(() => ({ runs: [] }));

/** The last runs of this window, the newest first. */
export function useKeptRuns(): readonly KeptRun[] {
  return useKeptRunsStore((state) => state.runs);
}

/** The same, for acts outside of React. */
export const keptRuns = (): readonly KeptRun[] => useKeptRunsStore.getState().runs;

/** Keeps a run; one of the same id is replaced, and the oldest goes when there are too many. */
export function keepRun(run: KeptRun): void {
  useKeptRunsStore.setState(({ runs }) => ({
    runs: [run, ...runs.filter(({ id }) => id !== run.id)].slice(0, mostRuns),
  }));
}
