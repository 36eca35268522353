import { create } from 'zustand';

/** What the commands of the screen do now; null where there is nothing to do it to. */
export interface PromptDiffActions {
  readonly swap: (() => void) | null;
  readonly nextChange: (() => void) | null;
  readonly previousChange: (() => void) | null;
  readonly toggleSplit: (() => void) | null;
  readonly toggleOnlyChanges: (() => void) | null;
  readonly goToBreak: (() => void) | null;
  readonly copyBefore: (() => void) | null;
  readonly copyAfter: (() => void) | null;
}

export const noPromptDiffActions: PromptDiffActions = {
  swap: null,
  nextChange: null,
  previousChange: null,
  toggleSplit: null,
  toggleOnlyChanges: null,
  goToBreak: null,
  copyBefore: null,
  copyAfter: null,
};

export const usePromptDiffActions = create<PromptDiffActions>()(() => noPromptDiffActions);
