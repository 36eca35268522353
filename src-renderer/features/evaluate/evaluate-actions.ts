import { create } from 'zustand';

/** What the commands of the screen do now; null where there is nothing to do it to. */
export interface EvaluateActions {
  readonly workspace: string | null;
  readonly run: (() => void) | null;
  readonly cancel: (() => void) | null;
  readonly keepBaseline: (() => void) | null;
  readonly openRow: (() => void) | null;
  readonly editRow: (() => void) | null;
  readonly removeRow: (() => void) | null;
}

export const noEvaluateActions: EvaluateActions = {
  workspace: null,
  run: null,
  cancel: null,
  keepBaseline: null,
  openRow: null,
  editRow: null,
  removeRow: null,
};

export const useEvaluateActions = create<EvaluateActions>()(() => noEvaluateActions);
