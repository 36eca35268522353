import { create } from 'zustand';

/** What the screen can do now: the page says so, the commands run it. Null: not now. */
export interface ExportActions {
  readonly toggleKind: (() => void) | null;
  readonly lookAgain: (() => void) | null;
  readonly nextQuestion: (() => void) | null;
  readonly keepTheirs: (() => void) | null;
  readonly takeOurs: (() => void) | null;
  readonly toggleSplit: (() => void) | null;
  readonly write: (() => void) | null;
  readonly copySummary: (() => void) | null;
}

export const noExportActions: ExportActions = {
  toggleKind: null,
  lookAgain: null,
  nextQuestion: null,
  keepTheirs: null,
  takeOurs: null,
  toggleSplit: null,
  write: null,
  copySummary: null,
};

export const useExportActions = create<ExportActions>()(() => noExportActions);
