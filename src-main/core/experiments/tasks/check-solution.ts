import { armSchema } from '#shared/domain/experiment.ts';
import { type Finding, finding } from '#shared/domain/finding.ts';
import type { ExpectationResult } from '#shared/domain/simulation.ts';
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

/** What the solution of a task, and an agent that does nothing, come to: one result for each thing that the task expects, without the judge. */
export interface PlayedSolution {
  /** Null for a task without a solution. */
  readonly solution: readonly ExpectationResult[] | null;
  /** Null where a judge alone decides. */
  readonly nothing: readonly ExpectationResult[] | null;
}

/**
 * Plays the solution of a task with all tools in the prompt, and an agent that does nothing. What a judge model would say, and live tools, are not
 * asked: null for a task with live tools. Errors: those of the arm and of `simulate`.
 */
export async function playSolution(
  loaded: LoadedWorkspace,
  { task, world }: Pick<RunnableTask, 'task' | 'world'>,
  environment: PlayEnvironment,
): Promise<PlayedSolution | null> {
  if (task.live_tools.length > 0) return null;
  const workspace = armWorkspace(loaded, armSchema.parse({ name: 'all', always_loaded: 'all' }));
  const timeoutMs = workspace.file.config.planner.tool_timeout_ms;
  const play = async (model: ModelClient) =>
    judgeTask(
      task,
      await playTrial(workspace, task, {
        ...environment,
        through: 'agent',
        model,
        world: (clock) => new WorldState(world, clock, { timeoutMs }),
        callLive: async () => ({ kind: 'error', message: 'Live tools are not called.' }),
        stopwatch: () => 0,
      }),
    );
  // What a judge alone decides cannot be told here.
  const isDecided = Object.keys(task.expect).some((key) => key !== 'judge');
  return {
    solution: task.solution.length > 0 ? await play(scriptedAgent(task, 'careful')) : null,
    nothing: isDecided ? await play(idle) : null,
  };
}

/** The findings of `playSolution`: the solution must solve the task, and doing nothing must not. */
export async function checkSolution(
  loaded: LoadedWorkspace,
  task: RunnableTask,
  environment: PlayEnvironment,
): Promise<Finding[]> {
  const played = await playSolution(loaded, task, environment);
  const place = { path: `tasks/${task.path}` };
  const found: Finding[] = [];
  const first = played?.solution?.find(({ passed }) => !passed);
  if (first) {
    const message = `solution: it does not solve the task: ${first.expectation}: ${first.message}`;
    found.push(finding('task_invalid', { ...place, message, hint: 'Correct the solution, the world, or expect.' }));
  }
  if (played?.nothing?.every(({ passed }) => passed)) {
    const message = 'expect: an agent that does nothing solves the task.';
    found.push(
      finding('task_invalid', { ...place, severity: 'warning', message, hint: 'Expect a state, a call or a text.' }),
    );
  }
  return found;
}
