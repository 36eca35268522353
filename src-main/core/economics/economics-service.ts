import type { EconomicsInput, EconomicsReport } from '#shared/domain/economics.ts';
import type { PromptEnvironment } from '../planner/prompts/initial-prompt.ts';
import type { Services } from '../services.ts';
import type { WorkspaceSession } from '../workspace/workspace-session.ts';
import { breakEven, recommend } from './break-even.ts';
import { compareSteps } from './compare-steps.ts';
import { costMix } from './cost-mix.ts';
import { measureWorkspace } from './measure-workspace.ts';
import { breakEvenTable, seedFigures } from './seed-figures.ts';

/** What deferring tools saves, in general and in the open workspace. */
export function economicsService(session: WorkspaceSession, prompts: PromptEnvironment): Services['economics'] {
  return {
    measure: async (input, call) =>
      measureWorkspace(session.current().loaded, input, { ...prompts, signal: call?.signal }),
    report: async (input) => economicsReport(input),
  };
}

/** Everything that follows from the inputs. Nothing in it is anybody's figure but the caller's, save `references`. */
export function economicsReport(inputs: EconomicsInput): EconomicsReport {
  const comparison = compareSteps(inputs);
  const cost = costMix(inputs);
  const spend = inputs.monthly_spend ?? cost.all_tools;
  const payback = (monthly: number) =>
    breakEven(monthly, inputs.savings_rate ?? cost.saving, inputs.implementation_cost);
  const break_even = payback(spend);
  return {
    inputs,
    comparison,
    cost,
    break_even,
    payback: breakEvenTable.map((row) => payback(row.spend)),
    recommendation: recommend(break_even),
    references: seedFigures(),
  };
}
