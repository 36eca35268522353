import { create } from 'zustand';
import type { KeptRun } from '#shared/domain/kept-run.ts';

/** The state of the list of runs for one workspace. */
export interface RunListView {
  readonly text: string;
  /** Only runs that ended so; null for all. */
  readonly outcome: KeptRun['outcome'] | null;
  /** Id of the current run; null for the first. */
  readonly current: string | null;
  /** Ids of the runs that are marked to be compared, two at most. */
  readonly marked: readonly string[];
}

const initialView: RunListView = { text: '', outcome: null, current: null, marked: [] };

interface RunListState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, RunListView>>;
  change(path: string, view: Partial<RunListView>): void;
}

export const useRunList = create<RunListState>()((set) => ({
  views: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...viewOf({ views }, path), ...view } } })),
}));

/** The state of the list for one workspace. */
export const viewOf = ({ views }: Pick<RunListState, 'views'>, path: string) => views[path] ?? initialView;
