import type { Services } from '#core/services.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { PromptComparison } from '#shared/domain/prompt-diff.ts';
import { PegboardError } from '#shared/errors.ts';

/** Two steps of a run and how their prompts differ. */
export interface StepsDiff extends PromptComparison {
  /** Counted from 1, over all turns. */
  readonly steps: readonly [number, number];
}

/** The steps that `--diff 2,5` names. Error: `usage`. */
export function readSteps(text: string): readonly [number, number] {
  const [, first, second] = /^([1-9]\d{0,5}),([1-9]\d{0,5})$/.exec(text) ?? [];
  if (first !== undefined && second !== undefined) return [Number(first), Number(second)];
  throw new PegboardError('usage', '--diff takes two steps of the run, counted from 1 over all turns.', {
    hint: 'For example --diff 2,5',
  });
}

/** The prompts of two steps, compared (R19.17). Error: `usage` for a step that the run did not have. */
export async function stepsDiff(
  services: Services,
  prompts: readonly RenderedPrompt[],
  steps: readonly [number, number],
  signal: AbortSignal,
): Promise<StepsDiff> {
  const [before, after] = steps.map((step) => {
    const prompt = prompts[step - 1];
    if (prompt) return { blocks: prompt.blocks };
    throw new PegboardError('usage', `The run has no step ${step}.`, { hint: `It has ${prompts.length}.` });
  });
  const { comparison } = await services.prompt.compare(
    { before: before ?? { blocks: [] }, after: after ?? { blocks: [] } },
    { signal },
  );
  return { steps, ...comparison };
}
