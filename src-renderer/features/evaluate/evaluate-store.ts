import { create } from 'zustand';
import type { EvalEngineName } from '#shared/domain/eval-set.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import type { RowFilter } from './evaluate-rows.ts';

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface EvaluateView {
  /** Only this file; null for all. */
  readonly file: string | null;
  /** None: what the workspace ranks by. */
  readonly engines: readonly EvalEngineName[];
  /** Path of a report or a workspace; empty for the baseline. */
  readonly compare: string;
  /** Runs by itself when something changed. */
  readonly runsOnChange: boolean;
  readonly filter: RowFilter;
  /** The worst rank first; else as the files have them. */
  readonly missesFirst: boolean;
  readonly text: string;
  /** The engine whose ranks are listed; null for the first. */
  readonly shown: EvalEngineName | null;
  /** Key of the current row. */
  readonly current: string | null;
  /** Keys of suggestions that are not wanted. */
  readonly dismissed: readonly string[];
  readonly tab: 'query' | 'namespaces' | 'runs' | 'problems';
}

export const initialView: EvaluateView = {
  file: null,
  engines: [],
  compare: '',
  runsOnChange: false,
  filter: 'all',
  missesFirst: true,
  text: '',
  shown: null,
  current: null,
  dismissed: [],
  tab: 'query',
};

interface EvaluateState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, EvaluateView>>;
  change(path: string, view: Partial<EvaluateView>): void;
}

export const useEvaluateStore = create<EvaluateState>()((set) => ({
  views: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialView), ...view } } })),
}));

keepInSession(useEvaluateStore, {
  name: 'pegboard.evaluate-views',
  pick: ({ views }) => views,
  restore: (kept) => ({ views: kept as EvaluateState['views'] }),
});
