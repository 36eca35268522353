import type { Experiment, Trial } from '#shared/domain/experiment.ts';
import type { ExpectationResult, Simulation } from '#shared/domain/simulation.ts';
import { isPegboardError } from '#shared/errors.ts';
import type { ModelClient } from '../../planner/models/model-client.ts';
import type { SimulateOptions } from '../../planner/scenario/simulate.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { drawHabit } from '../population/draw-habit.ts';
import { isNamed, scriptedAgent } from '../population/scripted-agent.ts';
import { trialCause } from '../report/trial-cause.ts';
import type { ExperimentStore } from '../store/experiment-store.ts';
import type { KeptReply } from '../store/reply-store.ts';
import { judgeTask } from '../tasks/judge-task.ts';
import { WorldState } from '../world/world-state.ts';
import { judgeAnswer } from './judge-answer.ts';
import { keepingCalls } from './keeping-calls.ts';
import { keepingModel } from './keeping-model.ts';
import type { PlannedTrial } from './order-trials.ts';
import { playTrial } from './play-trial.ts';
import type { RunnableTask } from './runnable-task.ts';
import { costOf, trialTokens } from './trial-figures.ts';

/** What all trials of an experiment share. */
export interface TrialContext
  extends Pick<SimulateOptions, 'callLive' | 'openSkills' | 'fts' | 'logger' | 'readGuidance'> {
  readonly experiment: Experiment;
  readonly store: ExperimentStore;
  /** Null where scripted agents play. */
  readonly model: ModelClient | null;
  /** Null where the experiment names no judge. */
  readonly judge: ModelClient | null;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
  /** Waits until the next request may be sent. */
  readonly turn: (signal: AbortSignal | undefined) => Promise<void>;
  readonly onKept: (kept: KeptReply) => void;
  readonly signal: AbortSignal;
}

const noTokens = { estimate: 0, o200k: 0 };

/** A trial that did not run. */
export function waitingTrial(planned: PlannedTrial): Trial {
  return {
    ...planned,
    state: 'waiting',
    success: null,
    cause: null,
    problem: null,
    reason: null,
    expectations: [],
    habit: null,
    steps: 0,
    wrong_tools: 0,
    tokens: { sent: noTokens, searches: noTokens, cacheable: noTokens, received: noTokens, reported: null },
    cost_usd: null,
    ms: 0,
  };
}

/**
 * Plays a trial from its beginning and judges it; replies that are kept are not asked for again. A model or a judge that cannot be asked makes it `failed`.
 * Error: `cancelled`.
 */
export async function runTrial(
  planned: PlannedTrial,
  { path, task, world }: RunnableTask,
  { workspace, ...context }: TrialContext & { readonly workspace: LoadedWorkspace },
): Promise<{ readonly trial: Trial; readonly simulation: Simulation }> {
  const { experiment, store, judge, signal } = context;
  const { number, repetition } = planned;
  const { model: choice, seed } = experiment;
  const habit = choice.provider === 'scripted' ? drawHabit(choice.habits, { seed, task: path, repetition }) : null;
  const keeping = { store: store.replies, stopwatch: context.stopwatch, turn: context.turn, onKept: context.onKept };
  const player = context.model ?? scriptedAgent(task, habit ?? 'careful');
  const timeoutMs = workspace.file.config.planner.tool_timeout_ms;
  const { simulation, start, end } = await playTrial(workspace, task, {
    model: keepingModel(player, { ...keeping, trial: number }),
    world: (clock) => new WorldState(world, clock, { timeoutMs }),
    stopwatch: context.stopwatch,
    callLive: keepingCalls(context.callLive, { trial: number, store: store.calls }),
    openSkills: context.openSkills,
    fts: context.fts,
    logger: context.logger,
    readGuidance: context.readGuidance,
    signal,
  });
  const judged = judgeTask(task, { start, end, simulation });
  const lost = simulation.traces.at(-1)?.problem ?? 'The model failed.';
  const verdict: Verdict =
    simulation.reason === 'model_failed'
      ? { expectations: judged, success: null, failed: true, problem: lost }
      : await judgedByModel(judged, {
          task,
          simulation,
          judge: judge && keepingModel(judge, { ...keeping, trial: -number }),
          signal,
        });
  const told = trialCause({
    task,
    simulation,
    judged: verdict.expectations,
    alwaysVisible: namedInPrompt(task, store.replies.requests(number)[0]?.messages[0]?.content),
  });
  const spent = store.replies.spent(number);
  const trial: Trial = {
    ...planned,
    state: verdict.failed ? 'failed' : 'done',
    success: verdict.success,
    cause: verdict.failed ? 'model_failed' : told.cause,
    problem: verdict.problem,
    reason: simulation.reason,
    expectations: [...verdict.expectations],
    habit,
    steps: simulation.steps.length,
    wrong_tools: told.wrong_tools,
    tokens: { ...trialTokens(simulation), reported: spent.counted ? spent.tokens : null },
    cost_usd: costOf(experiment, spent.tokens),
    ms: spent.ms,
  };
  return { trial, simulation };
}

interface Verdict {
  readonly expectations: readonly ExpectationResult[];
  readonly success: boolean | null;
  /** The model or the judge could not be asked; another run may. */
  readonly failed: boolean;
  readonly problem: string | null;
}

interface Judging {
  readonly task: RunnableTask['task'];
  readonly simulation: Simulation;
  /** Keeps its requests under the negative number of the trial, so that they are not the agent's; null without a judge. */
  readonly judge: ModelClient | null;
  readonly signal: AbortSignal;
}

/** The verdict, with the opinion of the judge model where the task asks for one and nothing else failed. Error: `cancelled`. */
async function judgedByModel(
  judged: readonly ExpectationResult[],
  { task, simulation, judge, signal }: Judging,
): Promise<Verdict> {
  const { query, expect } = task;
  const isLost = judged.some(({ passed }) => !passed);
  if (expect.judge === undefined || isLost) {
    return { expectations: judged, success: !isLost, failed: false, problem: null };
  }
  if (judge === null) return { expectations: judged, success: null, failed: false, problem: noJudge };
  try {
    const asked = { question: expect.judge, query, answer: simulation.answer };
    const opinion = await judgeAnswer(judge, asked, signal);
    return { expectations: [...judged, opinion], success: opinion.passed, failed: false, problem: null };
  } catch (error) {
    if (signal.aborted || !isPegboardError(error)) throw error;
    return { expectations: judged, success: null, failed: true, problem: error.message };
  }
}

const noJudge = 'The task asks a judge, and the experiment names no judge model.';

/** Tools of the solution that the first prompt names, such as in a directory. */
function namedInPrompt({ solution, expect }: RunnableTask['task'], prompt: string | undefined): string[] {
  if (prompt === undefined) return [];
  const tools = [...solution.map(({ tool }) => tool), ...(expect.called ?? [])];
  return tools.filter((tool) => isNamed(tool, [prompt]));
}

/** The name of who plays, for lists. */
export function modelName({ model }: Pick<Experiment, 'model'>): string {
  return model.provider === 'scripted' ? 'scripted agents' : `${model.provider}:${model.model}`;
}
