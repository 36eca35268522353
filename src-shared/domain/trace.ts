import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { plannerEventSchema } from './event.ts';
import { promptBlockNameSchema } from './prompt-block.ts';
import { toolContextSchema } from './tool-policy.ts';
import { workingMemorySchema } from './working-memory.ts';

/** What a model asks for in one reply (R6.01). */
export const actionSchema = z.object({ next_node: z.string(), args: z.record(z.string(), z.unknown()) });
export type Action = z.infer<typeof actionSchema>;

/** What became of a reply. All but `final` and the two that pause reach the model as an error observation (R6.07). */
const stepOutcomeSchema = z.enum([
  /** A tool ran. */
  'result',
  /** `final_response`: the run is over. */
  'final',
  /** The tool waits for somebody; the run can be resumed. */
  'paused',
  /** The tool did not run: somebody must agree first (R17.32). The run can be resumed. */
  'awaits_approval',
  /** The reply is not an action. */
  'invalid_reply',
  /** No tool of that name, or none that this run may use: nobody can tell which. */
  'tool_not_found',
  'invalid_arguments',
  /** The tool said no, or threw. */
  'tool_failed',
  'tool_timeout',
]);

/** One reply of the model and what came of it. */
export const traceStepSchema = z.object({
  index: z.int().min(1),
  /** Tools in the prompt of this step, in its order. */
  visible: z.array(z.string()),
  /** The system prompt, block by block, without its text. */
  blocks: z.array(z.object({ name: promptBlockNameSchema, tokens: tokenCountSchema })),
  /** Tokens of everything that was sent: the system prompt and each message so far. */
  tokens: tokenCountSchema,
  /** The system prompt's part of `tokens`. */
  system_tokens: tokenCountSchema,
  /** As the model wrote it. */
  reply: z.string(),
  /** Null when the reply is none. */
  action: actionSchema.nullable(),
  /** The tool that ran, by its real name. */
  tool: z.string().nullable(),
  outcome: stepOutcomeSchema,
  /** As the model reads it; null for the last step of a run and for one that paused, whose resumption has it. */
  observation: z.string().nullable(),
  /** Whether the observation was cut. */
  truncated: z.boolean(),
  /** The tool that this step made visible. */
  activated: z.string().nullable(),
  /** With one discovery tool: what this step's search made visible. */
  discovered: z.array(z.string()).optional(),
  /** With a stable prefix: the part of `tokens` that tools after messages make up. */
  appended_tokens: tokenCountSchema.optional(),
});
export type TraceStep = z.infer<typeof traceStepSchema>;

/** What a paused run was resumed with, and what came of it. */
export const resumptionSchema = z.object({
  /** The step that paused. */
  step: z.int().min(1),
  /** What somebody said of the call; null where the run waited for a result. */
  approved: z.boolean().nullable(),
  /** The tool that ran after it was approved. */
  tool: z.string().nullable(),
  outcome: z.union([stepOutcomeSchema, z.literal('refused')]),
  /** As the model reads it; null when the tool paused again. */
  observation: z.string().nullable(),
  truncated: z.boolean(),
});
export type Resumption = z.infer<typeof resumptionSchema>;

/** Why a run ended. */
export const finishReasonSchema = z.enum([
  /** `final_response` (R6.05). */
  'answer',
  /** As many replies as `planner.max_steps` allows, and no answer (R6.09). */
  'step_limit',
  /** A tool waits for somebody. */
  'paused',
  /** A script has no reply for this step. */
  'script_ended',
  /** The model could not be reached, took too long, or refused. */
  'model_failed',
  /** The visibility policy threw: the run fails closed (R5.08). */
  'visibility_failed',
  'cancelled',
]);
export type FinishReason = z.infer<typeof finishReasonSchema>;

/** One run: everything that was sent, done and told. The same script, catalog, clock and ids give the same trace (R6.24). */
export const traceSchema = z.object({
  schema: z.literal('pegboard.trace/1'),
  run_id: z.string(),
  query: z.string(),
  tool_context: toolContextSchema,
  steps: z.array(traceStepSchema),
  /** Each resume, in order; absent in a run that never paused. */
  resumptions: z.array(resumptionSchema).optional(),
  events: z.array(plannerEventSchema),
  reason: finishReasonSchema,
  /** Answer of `final_response`; null without one. */
  answer: z.string().nullable(),
  /** What to resume with, when the run paused. */
  resume_token: z.string().nullable(),
  /** Words on a reason that is a failure; for the host. */
  problem: z.string().nullable(),
  /** The session memory after the run; with one discovery tool only. */
  memory: workingMemorySchema.optional(),
});
export type Trace = z.infer<typeof traceSchema>;

/** What a run tells while it goes. */
export type RunUpdate =
  | { readonly type: 'event'; readonly event: z.infer<typeof plannerEventSchema> }
  | { readonly type: 'step'; readonly step: TraceStep }
  | { readonly type: 'resumed'; readonly resumption: Resumption };
