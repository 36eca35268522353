import { create } from 'zustand';
import type { RunFileKind } from '#shared/contract/planner.ts';
import { keepInSession } from '../../state/keep-in-session.ts';
import type { ScreenSubject } from '../../state/screen-subject.ts';
import type { ChosenStep } from '../prompt-diff/prompt-diff-store.ts';

export const stepTabs = ['step', 'prompt', 'tools', 'messages', 'memory', 'cache', 'run'] as const;
export type StepTab = (typeof stepTabs)[number];

/** A scenario as steps, as its source, or both beside each other. */
export const editingWays = ['steps', 'source', 'both'] as const;
export type EditsAs = (typeof editingWays)[number];

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface SimulatorView {
  /** The scenario; null until one is chosen, then the first. */
  readonly path: string | null;
  /** The profile that is played in place of the scenario's own. */
  readonly profile: string | null;
  /** The profile of the second run; null for one run alone. */
  readonly second: string | null;
  readonly interactive: boolean;
  /** The scenario's live model plays in place of its scripts. */
  readonly live: boolean;
  /** The place in time: which column of the film. */
  readonly at: number;
  readonly tab: StepTab;
  /** Whether the list of scenarios and the text are on screen. */
  readonly showsSource: boolean;
  /** How the scenario is edited; null until somebody chooses. */
  readonly editsAs: EditsAs | null;
}

const initialView: SimulatorView = {
  path: null,
  profile: null,
  second: null,
  interactive: true,
  live: false,
  at: 0,
  tab: 'step',
  showsSource: true,
  editsAs: null,
};

/** A window so wide has room for a scenario both ways beside its run. */
export const wideWindow = '(min-width: 1600px)';

/** How the scenario is edited now. */
export const editsNow = ({ editsAs }: SimulatorView): EditsAs =>
  editsAs ?? (globalThis.matchMedia?.(wideWindow).matches ? 'both' : 'source');

/** The initial content of a new scenario. */
export type NewScenario =
  | { readonly as: 'example'; readonly kind: RunFileKind }
  | { readonly as: 'copy'; readonly path: string; readonly name: string }
  | { readonly as: 'recording'; readonly text: string; readonly name: string };

/** Two steps whose prompts belong beside each other. */
export interface ComparedSteps {
  readonly sides: { readonly before: ChosenStep; readonly after: ChosenStep };
  /** `1.2 github.search_issues`; of two runs with the profile of each. */
  readonly labels: { readonly before: string; readonly after: string };
}

interface SimulatorState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, SimulatorView>>;
  /** Why the dialog asks for a name; null while it is closed. */
  readonly asked: NewScenario | null;
  /** Whose prompts a dialog compares; null while that is closed. */
  readonly compared: ComparedSteps | null;
  change(path: string, view: Partial<SimulatorView>): void;
}

export const useSimulatorStore = create<SimulatorState>()((set) => ({
  views: {},
  asked: null,
  compared: null,
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...viewOf({ views }, path), ...view } } })),
}));

// With the runs, so that a run comes back beside the scenario that it is of, at the step that was looked at.
keepInSession(useSimulatorStore, {
  name: 'pegboard.simulator-views',
  pick: ({ views }) => views,
  restore: (kept) => ({ views: kept as SimulatorState['views'] }),
});

/** The state of the screen for one workspace. */
export const viewOf = ({ views }: Pick<SimulatorState, 'views'>, path: string) => views[path] ?? initialView;

export const closeSimulatorDialogs = () => useSimulatorStore.setState({ asked: null, compared: null });

/** The path of the scenario within the workspace. */
export const scenarioSubject: ScreenSubject = {
  read: (workspace) => viewOf(useSimulatorStore.getState(), workspace).path,
  show: (workspace, path) => useSimulatorStore.getState().change(workspace, { path }),
  subscribe: useSimulatorStore.subscribe,
};
