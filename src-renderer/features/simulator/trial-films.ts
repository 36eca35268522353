import { type PromptBlock, promptBlocks, type RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import { PegboardError } from '#shared/errors.ts';
import { thisWindow } from '../../platform/this-window.ts';
import { strings } from '../../strings/simulator.ts';
import { nothingTold, type PlayedStep } from './played-run.ts';
import type { Run } from './run.ts';

const trialRun = /^trial:([0-9a-f-]{36}):(\d+)$/;

/** Id of the run that a trial of an experiment is. */
export const trialRunId = (experiment: string, number: number): string => `trial:${experiment}:${number}`;

/** Whether a run is a trial of an experiment. */
export const isTrialRun = ({ id }: Pick<Run, 'id'>): boolean => trialRun.test(id);

/** A trial of an experiment as a run; null for the id of another run. Error: `unknown_run`, also for a trial that did not run. */
export async function readTrialRun(workspace: string, runId: string): Promise<Run | null> {
  const [, id, number] = trialRun.exec(runId) ?? [];
  if (id === undefined) return null;
  const { trial, simulation, requests } = await thisWindow().client.experiments.trial({ id, number: Number(number) });
  if (simulation === null) throw new PegboardError('unknown_run', strings.trialFilms.didNotRun);
  const { task, arm, repetition } = trial;
  const title = strings.trialFilms.title(task, arm, repetition);
  const path = `tasks/${task}`;
  return {
    id: runId,
    played: { workspace, path, title, text: '', profile: arm, interactive: false, live: false },
    status: 'done',
    error: null,
    ...nothingTold,
    steps: trialSteps(simulation, requests),
    simulation: { ...simulation, expectations: trial.expectations, passed: trial.success === true },
  };
}

type Requests = readonly { readonly messages: PlayedStep['messages']; readonly reply: string }[];

/** The steps of a trial with what was sent for each: the requests of its judge come after them. */
export function trialSteps({ steps }: Pick<Simulation, 'steps'>, requests: Requests): readonly PlayedStep[] {
  return steps.map((step, i) => {
    const [messages, before] = [saidIn(requests[i]), saidIn(requests[i - 1])];
    const differs = messages.findIndex(({ content }, at) => content !== before[at]?.content);
    return {
      prompt: promptOf(step, requests[i]?.messages.find(({ role }) => role === 'system')?.content ?? ''),
      messages,
      keptMessages: differs < 0 ? messages.length : differs,
      step,
      simulated: step,
      reply: requests[i]?.reply ?? '',
      events: [],
      live: false,
      resumptions: [],
    };
  });
}

const saidIn = (request: Requests[number] | undefined): PlayedStep['messages'] =>
  request?.messages.filter(({ role }) => role !== 'system') ?? [];

/** The prompt block by block: each begins with its tag, which no text of a stranger can have. */
function promptOf(
  { blocks, system_tokens }: Pick<SimulatedStep, 'blocks' | 'system_tokens'>,
  text: string,
): RenderedPrompt {
  const starts: number[] = [];
  for (const { name } of blocks) {
    const from = starts.at(-1) ?? 0;
    const at = starts.length === 0 ? 0 : text.indexOf(`\n\n<${promptBlocks[name].tags[0]}`, from);
    starts.push(at < 0 ? text.length : at);
  }
  const parts = blocks.map(({ name, tokens }, i): PromptBlock => {
    const part = text.slice(starts[i], starts[i + 1]);
    return { name, text: i === 0 ? part : part.slice(2), tokens };
  });
  return { blocks: parts, tokens: system_tokens };
}
