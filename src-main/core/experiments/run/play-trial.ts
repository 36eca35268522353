import type { Arm, ReportedUsage } from '#shared/domain/experiment.ts';
import type { Simulation } from '#shared/domain/simulation.ts';
import type { Task } from '#shared/domain/task.ts';
import type { ModelClient } from '../../planner/models/model-client.ts';
import type { ToolAnswer } from '../../planner/run/run-tool.ts';
import { type SimulateOptions, simulate } from '../../planner/scenario/simulate.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { gatewayHost } from '../host/gateway-host.ts';
import type { WorldClock, WorldRecords } from '../world/world-state.ts';
import { agreeToCalls } from './agree-to-calls.ts';
import { trialScenario } from './trial-scenario.ts';

/** Records that the calls of a trial read and change. */
export interface TrialWorld {
  readonly start: WorldRecords;
  snapshot(): WorldRecords;
  /** Null: the world does not know the tool. */
  answer(tool: string, args: Record<string, unknown>): ToolAnswer | null;
}

export interface PlayedTrial {
  readonly simulation: Simulation;
  readonly start: WorldRecords;
  readonly end: WorldRecords;
  /** Of all replies together; null where the provider told none. */
  readonly usage: ReportedUsage | null;
  /** Milliseconds that the requests took. */
  readonly ms: number;
}

/** What the machine gives a trial. */
export type PlayEnvironment = Pick<SimulateOptions, 'openSkills' | 'fts' | 'logger' | 'readGuidance' | 'signal'>;

type How = PlayEnvironment & {
  readonly callLive: SimulateOptions['callLive'];
  /** What gives the agent its tools. */
  readonly through: Arm['through'];
  readonly model: ModelClient;
  /** Makes the world at the start, with the clock of the run. */
  readonly world: (clock: WorldClock) => TrialWorld;
  /** Milliseconds that only grow. */
  readonly stopwatch: () => number;
};

/**
 * Plays a task in a workspace of an arm. A call that needs approval is agreed to (`agreeToCalls`). Errors: those of `simulate`; a model that fails is in the
 * simulation.
 */
export async function playTrial(
  workspace: LoadedWorkspace,
  task: Task,
  { model, world: makeWorld, stopwatch, through, ...how }: How,
): Promise<PlayedTrial> {
  const spent = { ms: 0, usage: null as ReportedUsage | null };
  let world: TrialWorld | null = null;
  const simulation = await simulate(workspace, trialScenario(task), {
    ...how,
    ...(through === 'gateway'
      ? { host: (stage) => gatewayHost(stage, { ...how, stopwatch, liveTools: task.live_tools }) }
      : {}),
    onPause: async (trace) => agreeToCalls(trace),
    live: {
      complete: async (request) => {
        const before = stopwatch();
        try {
          return await model.complete({
            ...request,
            on_usage: (usage) => {
              spent.usage = added(spent.usage, usage);
            },
          });
        } finally {
          spent.ms += stopwatch() - before;
        }
      },
    },
    answerFirst: (clock) => {
      const made = makeWorld(clock);
      world = made;
      return ({ tool, args }) => made.answer(tool.name, args);
    },
  });
  const played = world ?? makeWorld({ now: () => 0 });
  return { simulation, start: played.start, end: played.snapshot(), usage: spent.usage, ms: spent.ms };
}

function added(sum: ReportedUsage | null, { input, cached, output }: ReportedUsage): ReportedUsage {
  if (sum === null) return { input, cached, output };
  return { input: sum.input + input, cached: sum.cached + cached, output: sum.output + output };
}
