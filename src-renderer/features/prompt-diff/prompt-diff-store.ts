import { create } from 'zustand';
import type { PromptBlockName } from '#shared/domain/prompt-block.ts';

/** One of the two prompts. */
export interface ChosenSide {
  readonly profile: string;
  /** A persona's name; null: none; undefined: the one that is chosen for all screens. */
  readonly persona: string | null | undefined;
}

/** What the screen shows of one workspace: found again when the user comes back to it. */
export interface PromptDiffView {
  readonly tab: 'compare' | 'profiles';
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
}

export const initialView: PromptDiffView = {
  tab: 'compare',
  before: { profile: 'all-tools', persona: undefined },
  after: { profile: 'workspace', persona: undefined },
  query: '',
  block: null,
  split: true,
  onlyChanges: true,
  profile: null,
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
