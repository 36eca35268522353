import { create } from 'zustand';
import type { PromptBlockName } from '#shared/domain/prompt-block.ts';

/** A prompt that is rendered: of a profile, for a persona, of a version. */
export interface ChosenConfiguration {
  readonly kind: 'configuration';
  readonly profile: string;
  /** A persona's name; null: none; undefined: the one that is chosen for all screens. */
  readonly persona?: string | null | undefined;
  /** A version in git; without one, the files as they are. */
  readonly at?: string | undefined;
}

/** A prompt that a run of the simulator had. */
export interface ChosenStep {
  readonly kind: 'step';
  /** Id of a kept run. */
  readonly run: string;
  /** Index of the step. */
  readonly step: number;
}

/** One of the two prompts. */
export type ChosenSide = ChosenConfiguration | ChosenStep;

export type PromptTab = 'compare' | 'profiles' | 'leaks';

/** The state of the screen for one workspace, kept until the user comes back to it. */
export interface PromptDiffView {
  readonly tab: PromptTab;
  readonly before: ChosenSide;
  readonly after: ChosenSide;
  /** The text of a turn, for hints and skills. */
  readonly query: string;
  /** The block that the text was scrolled to. */
  readonly block: PromptBlockName | null;
  readonly split: boolean;
  readonly onlyChanges: boolean;
  /** The profile that is shown on the tab of profiles. */
  readonly profile: string | null;
  /** Whose prompt is checked for leaks. */
  readonly leaks: ChosenConfiguration;
}

export const initialView: PromptDiffView = {
  tab: 'compare',
  before: { kind: 'configuration', profile: 'all-tools' },
  after: { kind: 'configuration', profile: 'workspace' },
  query: '',
  block: null,
  split: true,
  onlyChanges: true,
  profile: null,
  leaks: { kind: 'configuration', profile: 'workspace' },
};

interface PromptDiffState {
  /** By path of the workspace. */
  readonly views: Readonly<Record<string, PromptDiffView>>;
  change(path: string, view: Partial<PromptDiffView>): void;
}

export const usePromptDiffStore = create<PromptDiffState>()((set) => ({
  views: {},
  change: (path, view) =>
    set(({ views }) => ({ views: { ...views, [path]: { ...(views[path] ?? initialView), ...view } } })),
}));
