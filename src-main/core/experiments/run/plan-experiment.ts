import type { ExperimentPlan } from '#shared/contract/experiments.ts';
import { promptText } from '#shared/domain/prompt-block.ts';
import { estimateTokens } from '#shared/tokens.ts';
import { initialPrompt } from '../../planner/prompts/initial-prompt.ts';
import { contextOf } from '../../planner/scenario/simulate.ts';
import { findPersona } from '../../workspace/allowed-tools.ts';
import type { PreparedExperiment } from './prepare-experiment.ts';
import { modelName } from './run-trial.ts';
import type { RunnableTask } from './runnable-task.ts';
import { costOf } from './trial-figures.ts';

/**
 * What an experiment would take. Tokens are the estimate of the first prompt, sent once for each step of the solution and for the answer; where the prompt does
 * not list a tool, once more for its search. Answers of tools, which later steps send again, are not in it.
 */
export async function planExperiment(
  prepared: PreparedExperiment,
  how: { readonly fts: 'detect' | 'off'; readonly now: () => number },
): Promise<ExperimentPlan> {
  const { experiment, tasks, arms, findings } = prepared;
  const trials = tasks.length * arms.size * experiment.repetitions;
  const solved = tasks.filter(({ task }) => task.solution.length > 0);
  const prompts = new Map<string, string>();
  let tokens = 0;
  for (const [arm, workspace] of arms) {
    for (const one of solved) {
      const key = JSON.stringify([arm, one.task.persona ?? null, one.task.tool_context ?? null]);
      let prompt = prompts.get(key);
      if (prompt === undefined) {
        const persona = findPersona(workspace.file.config, one.task.persona);
        const context = contextOf(workspace, one.task);
        prompt = promptText(await initialPrompt(workspace, { ...how, persona, context, query: null, skills: null }));
        prompts.set(key, prompt);
      }
      tokens += estimateTokens(prompt) * requestsOf(one, prompt) * experiment.repetitions;
    }
  }
  return {
    model: modelName(experiment),
    live: experiment.model.provider !== 'scripted' || experiment.judge !== undefined,
    tasks: tasks.length,
    arms: [...arms.keys()],
    trials,
    tokens: solved.length === 0 ? null : tokens,
    cost_usd: solved.length === 0 ? null : costOf(experiment, { input: tokens, cached: 0, output: 0 }),
    findings: [...findings],
  };
}

function requestsOf({ task }: RunnableTask, prompt: string): number {
  const searches = task.solution.filter(({ tool }) => !prompt.includes(tool)).length;
  return task.solution.length + searches + 1;
}
