import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { plannerEventSchema } from '../domain/event.ts';
import { renderedPromptSchema } from '../domain/prompt-block.ts';
import { simulationSchema } from '../domain/simulation.ts';
import { traceStepSchema } from '../domain/trace.ts';
import { procedure } from './pegboard-procedure.ts';

const simulateInputSchema = z.object({
  /** Text of a `*.scenario.yaml`. */
  text: z.string().max(4 * 1024 * 1024),
  /** What errors and findings call it. */
  path: z.string().default('scenario'),
  /** Messages to begin with, as JSON, in place of those of the scenario; turns history mode on. */
  history: z.object({ text: z.string().max(16 * 1024 * 1024), path: z.string() }).optional(),
  /** The scenario's live model plays in place of its scripts. */
  live: z.boolean().default(false),
  /** Also the whole prompt of each step. */
  prompts: z.boolean().default(false),
  /** Agreed: the servers of its `live_tools` may start. */
  consent: z.boolean().default(false),
  /** Agreed: its `live_tools` may be called though they may destroy something. */
  confirmed: z.boolean().default(false),
});
export type SimulateInput = z.infer<typeof simulateInputSchema>;

/** What a simulation tells while it goes: the prompt of a step before the step, what happens in it, at last the whole. */
const simulateEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), prompt: renderedPromptSchema }),
  z.object({ type: z.literal('event'), event: plannerEventSchema }),
  z.object({ type: z.literal('step'), step: traceStepSchema }),
  z.object({ type: z.literal('done'), simulation: simulationSchema }),
]);
export type SimulateEvent = z.infer<typeof simulateEventSchema>;

/** Runs of the agent in the open workspace. */
export const plannerContract = {
  /** Plays a scenario. Writes nothing. Stops when cancelled. */
  simulate: procedure.input(simulateInputSchema).output(eventIterator(simulateEventSchema)),
};
