import { useNavigation } from '../../state/navigation-store.ts';
import { type ChosenStep, usePromptDiffStore } from '../prompt-diff/prompt-diff-store.ts';
import type { AlignedStep } from './align-runs.ts';
import { profileOfRun, type Run } from './run.ts';
import type { ComparedSteps } from './simulator-store.ts';
import { stepLabel } from './step-labels.ts';

/** The steps to compare at a place in time: of both runs, else the step before and the step. */
export function stepsToCompare(
  column: AlignedStep | undefined,
  first: Run | null,
  second: Run | null,
): ComparedSteps | null {
  if (first?.status !== 'done' || column?.first == null) return null;
  const here: ChosenStep = { kind: 'step', run: first.id, step: column.first };
  if (second) {
    if (second.status !== 'done' || column.second === null) return null;
    const after: ChosenStep = { kind: 'step', run: second.id, step: column.second };
    const labels = { before: labelOf(first, here, true), after: labelOf(second, after, true) };
    return { sides: { before: here, after }, labels };
  }
  if (column.first === 0) return null;
  const before = { ...here, step: column.first - 1 };
  return { sides: { before, after: here }, labels: { before: labelOf(first, before), after: labelOf(first, here) } };
}

function labelOf(run: Run, { step }: ChosenStep, withProfile = false): string {
  const played = run.steps[step];
  const label = played ? stepLabel(played) : '';
  return withProfile ? `${label} (${profileOfRun(run.played)})` : label;
}

/** Shows the two on the screen of prompts (R19.17). */
export function showPrompts(workspace: string, sides: ComparedSteps['sides']): void {
  usePromptDiffStore.getState().change(workspace, { ...sides, tab: 'compare', block: null });
  useNavigation.getState().goTo('prompt-diff');
}
