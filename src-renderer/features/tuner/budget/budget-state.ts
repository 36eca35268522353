import { formatCount } from '../../../strings/count.ts';
import { strings } from '../../../strings/tuner.ts';

/** How a prompt stands to its budget, in tokens. */
export interface BudgetState {
  /** Share of the budget, 0 to 1: how full the gauge is. */
  readonly share: number;
  readonly isOver: boolean;
  readonly words: string;
}

export function budgetState(whole: number, budget: number): BudgetState {
  const left = budget - whole;
  return {
    share: Math.min(whole / budget, 1),
    isOver: left < 0,
    words: left < 0 ? strings.budgetState.overBudget(formatCount(-left)) : strings.budgetState.left(formatCount(left)),
  };
}
