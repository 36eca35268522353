import { useNavigation } from '../../state/navigation-store.ts';
import { type ChosenStep, usePromptDiffStore } from '../prompt-diff/prompt-diff-store.ts';
import type { AlignedStep } from './align-runs.ts';
import type { Run } from './simulator-runs.ts';

/** The two prompts that belong beside each other at a place in time: of both runs, else of the step before and of the step. */
export function stepsToCompare(
  column: AlignedStep | undefined,
  first: Run | null,
  second: Run | null,
): { readonly before: ChosenStep; readonly after: ChosenStep } | null {
  if (first?.status !== 'done' || column?.first == null) return null;
  const here: ChosenStep = { kind: 'step', run: first.id, step: column.first };
  if (second) {
    if (second.status !== 'done' || column.second === null) return null;
    return { before: here, after: { kind: 'step', run: second.id, step: column.second } };
  }
  return column.first === 0 ? null : { before: { ...here, step: column.first - 1 }, after: here };
}

/** Shows the two on the screen of prompts (R19.17). */
export function showPrompts(workspace: string, sides: { before: ChosenStep; after: ChosenStep }): void {
  usePromptDiffStore.getState().change(workspace, { ...sides, tab: 'compare', block: null });
  useNavigation.getState().goTo('prompt-diff');
}
