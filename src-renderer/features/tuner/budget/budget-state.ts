import { formatCount } from '../../../ui/format-number.ts';

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
    words: left < 0 ? `${formatCount(-left)} over budget` : `${formatCount(left)} left`,
  };
}
