import type { Golden, SentMessage, SimulateEvent } from '#shared/contract/planner.ts';
import type { PlannerEvent } from '#shared/domain/event.ts';
import type { RenderedPrompt } from '#shared/domain/prompt-block.ts';
import type { RecordedRun, SimulatedStep, Simulation } from '#shared/domain/simulation.ts';
import type { Resumption, TraceStep } from '#shared/domain/trace.ts';

/** What a paused step was resumed with, and what happened then. */
export interface PlayedResumption {
  readonly resumption: Resumption;
  readonly events: readonly PlannerEvent[];
  /** Whether its tool was called at the real server. */
  readonly live: boolean;
}

/** One step of a run as its events described it. */
export interface PlayedStep {
  readonly prompt: RenderedPrompt;
  /** Everything that was sent after the prompt. */
  readonly messages: readonly SentMessage[];
  /** How many of the messages were sent with the step before, too. */
  readonly keptMessages: number;
  /** Null while the model replies. */
  readonly step: TraceStep | null;
  /** With its turn, costs and cache offsets; null until the run is over. */
  readonly simulated: SimulatedStep | null;
  /** The part of the reply that has arrived so far. */
  readonly reply: string;
  readonly events: readonly PlannerEvent[];
  readonly live: boolean;
  readonly resumptions: readonly PlayedResumption[];
}

export type Pause = Omit<Extract<SimulateEvent, { type: 'paused' }>, 'type' | 'token'> & { readonly token: string };

/** The events of a run so far, put together. */
export interface Told {
  readonly steps: readonly PlayedStep[];
  readonly pause: Pause | null;
  readonly simulation: Simulation | null;
  readonly golden: Golden | null;
  /** The run as a scenario; null where it was none that can be recorded. */
  readonly recording: RecordedRun | null;
  /** The events that belong to no step yet. */
  readonly events: readonly PlannerEvent[];
  readonly live: boolean;
}

export const nothingTold: Told = {
  steps: [],
  pause: null,
  simulation: null,
  golden: null,
  recording: null,
  events: [],
  live: false,
};

/** The same after one more event. `intern` gives an equal text that is kept already: the blocks of prompts repeat. */
export function afterEvent(told: Told, event: SimulateEvent, intern: (text: string) => string): Told {
  switch (event.type) {
    case 'prompt': {
      const blocks = event.prompt.blocks.map((block) => ({ ...block, text: intern(block.text) }));
      const { kept, added } = event.messages;
      const before = told.steps.at(-1)?.messages ?? [];
      const step: PlayedStep = {
        prompt: { ...event.prompt, blocks },
        messages: [...before.slice(0, kept), ...added],
        keptMessages: kept,
        step: null,
        simulated: null,
        reply: '',
        events: [],
        live: false,
        resumptions: [],
      };
      return { ...told, steps: [...told.steps, step] };
    }
    case 'chunk':
      return withLast(told, (last) => ({ ...last, reply: last.reply + event.text }));
    case 'event':
      return { ...told, events: [...told.events, event.event] };
    case 'live_call':
      return { ...told, live: true };
    case 'step': {
      const { events, live } = told;
      return claimed(withLast(told, (last) => ({ ...last, step: event.step, events, live })));
    }
    case 'paused': {
      const { type: _, token, ...pause } = event;
      return { ...told, pause: token === null ? null : { ...pause, token } };
    }
    case 'resumed': {
      const { events, live } = told;
      const { resumption } = event;
      return claimed({
        ...withLast(told, (last) => ({ ...last, resumptions: [...last.resumptions, { resumption, events, live }] })),
        pause: null,
      });
    }
    case 'done': {
      const { simulation, golden, recording } = event;
      const steps = told.steps
        .slice(0, simulation.steps.length)
        .map((step, i) => ({ ...step, simulated: simulation.steps[i] ?? null }));
      return { ...told, steps, pause: null, simulation, golden, recording };
    }
  }
}

function claimed(told: Told): Told {
  return { ...told, events: [], live: false };
}

function withLast(told: Told, change: (last: PlayedStep) => PlayedStep): Told {
  const last = told.steps.at(-1);
  return last ? { ...told, steps: told.steps.with(-1, change(last)) } : told;
}

/** Whether a step makes tools visible. */
export function isActivation(step: TraceStep | null | undefined): boolean {
  return step?.activated != null || (step?.discovered?.length ?? 0) > 0;
}
