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
  readonly toggleTab: (() => void) | null;
  readonly toggleLeaks: (() => void) | null;
  readonly checkLeaks: (() => void) | null;
  readonly newProfile: (() => void) | null;
  readonly duplicateProfile: (() => void) | null;
  readonly renameProfile: (() => void) | null;
  readonly removeProfile: (() => void) | null;
  readonly applyProfile: (() => void) | null;
  readonly compareProfile: (() => void) | null;
}

export const noProfileActions = {
  newProfile: null,
  duplicateProfile: null,
  renameProfile: null,
  removeProfile: null,
  applyProfile: null,
  compareProfile: null,
};

const noPromptDiffActions: PromptDiffActions = {
  swap: null,
  nextChange: null,
  previousChange: null,
  toggleSplit: null,
  toggleOnlyChanges: null,
  goToBreak: null,
  copyBefore: null,
  copyAfter: null,
  toggleTab: null,
  toggleLeaks: null,
  checkLeaks: null,
  ...noProfileActions,
};

export const usePromptDiffActions = create<PromptDiffActions>()(() => noPromptDiffActions);
