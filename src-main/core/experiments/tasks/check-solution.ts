import { armSchema } from '#shared/domain/experiment.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ModelClient } from '../../planner/models/model-client.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { scriptedAgent } from '../population/scripted-agent.ts';
import { type PlayEnvironment, playTrial } from '../run/play-trial.ts';
import type { RunnableTask } from '../run/runnable-task.ts';
import { armWorkspace } from '../run/trial-scenario.ts';
import { WorldState } from '../world/world-state.ts';
import { judgeTask } from './judge-task.ts';

/** An agent that says nothing of use. */
const idle: ModelClient = {
  complete: async () => JSON.stringify({ next_node: 'final_response', args: { answer: '' } }),
};

/**
 * Plays the solution of a task with all tools in the prompt, and an agent that does nothing: the first must solve the task, the second must not. What a judge
 * model would say, and live tools, are not asked; a task with live tools is not played. Errors: those of the arm and of `simulate`.
 */
export async function checkSolution(
  loaded: LoadedWorkspace,
  { path, task, world }: RunnableTask,
  environment: PlayEnvironment,
): Promise<Finding[]> {
  if (task.live_tools.length > 0) return [];
  const workspace = armWorkspace(loaded, armSchema.parse({ name: 'all', always_loaded: 'all' }));
  const timeoutMs = workspace.file.config.planner.tool_timeout_ms;
  const failuresOf = async (model: ModelClient) => {
    const played = await playTrial(workspace, task, {
      ...environment,
      model,
      world: (clock) => new WorldState(world, clock, { timeoutMs }),
      callLive: async () => ({ kind: 'error', message: 'Live tools are not called.' }),
      stopwatch: () => 0,
    });
    return judgeTask(task, played).filter(({ passed }) => !passed);
  };
  const place = { path: `tasks/${path}` };
  const found: Finding[] = [];
  if (task.solution.length > 0) {
    const [first] = await failuresOf(scriptedAgent(task, 'careful'));
    if (first) {
      const message = `solution: it does not solve the task: ${first.expectation}: ${first.message}`;
      found.push(finding('task_invalid', { ...place, message, hint: 'Correct the solution, the world, or expect.' }));
    }
  }
  // What a judge alone decides cannot be told here.
  const isDecided = Object.keys(task.expect).some((key) => key !== 'judge');
  if (isDecided && (await failuresOf(idle)).length === 0) {
    const message = 'expect: an agent that does nothing solves the task.';
    found.push(
      finding('task_invalid', { ...place, severity: 'warning', message, hint: 'Expect a state, a call or a text.' }),
    );
  }
  return found;
}
