import { create } from 'zustand';
import type { TrialCause } from '#shared/domain/experiment.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import { openPath } from '../../state/open-workspace.ts';
import type { ScreenSubject } from '../../state/screen-subject.ts';
import { type Draft, firstDraft } from './experiment-draft.ts';

/** Which trials are listed: those of a figure. */
export interface TrialFilter {
  readonly arm?: string;
  readonly task?: string;
  readonly cause?: TrialCause;
  readonly success?: boolean;
  /** Only trials that say nothing, since the model or the judge could not be asked. */
  readonly uncounted?: boolean;
}

/** What is shown in place of an experiment while a new one is made. */
export const newExperiment = 'new';

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface ExperimentsView {
  /** Id of the experiment that is open; `new` while one is made; null for the list. */
  readonly shown: string | null;
  /** Id of the current row of the list; null for the first. */
  readonly current: string | null;
  readonly tab: 'summary' | 'tasks';
  readonly filter: TrialFilter;
  /** Number of the current trial; null for none. */
  readonly trial: number | null;
  /** The current cell of the tasks by arm. */
  readonly cell: { readonly task: string | null; readonly arm: number };
  readonly draft: Draft;
}

export const initialView: ExperimentsView = {
  shown: null,
  current: null,
  tab: 'summary',
  filter: {},
  trial: null,
  cell: { task: null, arm: 0 },
  draft: firstDraft,
};

/** The state of an experiment that was just opened. */
export const opened = (shown: string | null): Partial<ExperimentsView> => ({
  shown,
  ...(shown !== null && shown !== newExperiment && { current: shown }),
  tab: 'summary',
  filter: {},
  trial: null,
  cell: initialView.cell,
});

interface ExperimentsState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, ExperimentsView>>;
  /** Id of the experiment that a dialog asks about before it is deleted; null while that is closed. */
  readonly removing: string | null;
  change(path: string, view: Partial<ExperimentsView>): void;
}

export const useExperiments = create<ExperimentsState>()((set) => ({
  views: {},
  removing: null,
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialView), ...view } } })),
}));

keepInSession(useExperiments, {
  name: 'pegboard.experiments-views',
  pick: ({ views }) => views,
  restore: (kept) => ({ views: kept as ExperimentsState['views'] }),
});

/** The state of the screen for one workspace. */
export const viewOf = (path: string): ExperimentsView => useExperiments.getState().views[path] ?? initialView;

/** The experiment and its trial, as the address names them: `#/experiments/<id>/12`. */
export const experimentSubject: ScreenSubject = {
  read: (path) => {
    const { shown, trial } = viewOf(path);
    return shown === null || trial === null ? shown : `${shown}/${trial}`;
  },
  show: (path, subject) => {
    const [shown = '', number = ''] = subject.split('/');
    const trial = /^[1-9]\d{0,8}$/.test(number) ? Number(number) : null;
    const isOther = viewOf(path).shown !== shown;
    useExperiments.getState().change(path, { ...(isOther && opened(shown)), trial });
  },
  subscribe: (listener) =>
    useExperiments.subscribe((state, before) => {
      const path = openPath();
      if (path !== null && state.views[path] !== before.views[path]) listener();
    }),
};
