import type { Accumulation, EconomicsInput, StepComparison } from '#shared/domain/economics.ts';

type Inputs = Pick<
  EconomicsInput,
  | 'steps'
  | 'accumulation'
  | 'all_tools_tokens'
  | 'first_tokens'
  | 'later_tokens'
  | 'history_tokens'
  | 'search_history_tokens'
  | 'hidden_costs'
  | 'hidden_costs_count'
>;

/**
 * Input tokens of a task, step by step, with all tools and with discovery (R17.36, R17.41). Discovery searches in its first step,
 * so that its history holds the search besides from the second on.
 */
export function compareSteps(inputs: Inputs): StepComparison {
  const steps = Array.from({ length: inputs.steps }, (_, step) => ({
    step,
    all_tools: inputs.all_tools_tokens + history(step, inputs.accumulation, inputs.history_tokens, 0),
    discovery:
      step === 0
        ? inputs.first_tokens
        : inputs.later_tokens + history(step, inputs.accumulation, inputs.history_tokens, inputs.search_history_tokens),
  }));
  const all_tools = sum(steps.map((step) => step.all_tools));
  const discovery = sum(steps.map((step) => step.discovery));
  const times = inputs.hidden_costs_count === 'once' ? 1 : inputs.steps - 1;
  const hidden = sum(Object.values(inputs.hidden_costs)) * times;
  return { steps, all_tools, discovery, hidden, saving: shareSaved(all_tools, discovery + hidden) };
}

/** The share of `before` that `after` saves; negative when it costs more, 0 when there is nothing to save on. */
export function shareSaved(before: number, after: number): number {
  return before === 0 ? 0 : 1 - after / before;
}

/** History in a request: all of it, or what the step before added. */
function history(step: number, accumulation: Accumulation, each: number, search: number): number {
  if (step === 0) return 0;
  return accumulation === 'accumulated' ? step * each + search : each + (step === 1 ? search : 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
