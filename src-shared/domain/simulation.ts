import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { plannerEventSchema } from './event.ts';
import { findingSchema } from './finding.ts';
import { cacheOffsetSchema, cacheTotalSchema } from './prompt-cache.ts';
import { runTypeReportSchema } from './run-type.ts';
import { finishReasonSchema, traceSchema, traceStepSchema } from './trace.ts';
import { workingMemorySchema } from './working-memory.ts';

/** What one estimator says of a run: tokens sent with every permitted tool in the prompt, as it was, and the share saved. */
export const savingSchema = z.object({ all_tools: z.int(), deferred: z.int(), saving: z.number() });
export type Saving = z.infer<typeof savingSchema>;

/** A step with its turn, and what it would have sent with every permitted tool in the prompt. */
export const simulatedStepSchema = traceStepSchema.extend({
  turn: z.int().min(1),
  /** Null for a call of tool_search or tool_get: with all tools there is none to make. */
  all_tools_tokens: tokenCountSchema.nullable(),
  /** How far its request is the one before it: our prompt in each layout. */
  cache: z.array(cacheOffsetSchema),
});
export type SimulatedStep = z.infer<typeof simulatedStepSchema>;

export const expectationResultSchema = z.object({ expectation: z.string(), passed: z.boolean(), message: z.string() });
export type ExpectationResult = z.infer<typeof expectationResultSchema>;

/** A turn, looked at afterwards. */
export const turnReportSchema = z.object({
  turn: z.int().min(1),
  run_type: runTypeReportSchema,
  /** The session memory after it; null unless the agent has one discovery tool. */
  memory: workingMemorySchema.nullable(),
});

/** The result of a scenario: `pegboard.simulate/1`, and a little more. */
export const simulationSchema = z.object({
  /** Why the last turn ended. */
  reason: finishReasonSchema,
  answer: z.string().nullable(),
  /** Whether every expectation came true. */
  passed: z.boolean(),
  expectations: z.array(expectationResultSchema),
  steps: z.array(simulatedStepSchema),
  /** Those of making the planner, then those of each turn. */
  events: z.array(plannerEventSchema),
  tokens: z.object({ estimate: savingSchema, o200k: savingSchema }),
  /** One for each turn. */
  traces: z.array(traceSchema),
  turns: z.array(turnReportSchema),
  /** What a provider's prompt cache could hold, layout by layout. */
  cache: z.array(cacheTotalSchema),
  findings: z.array(findingSchema),
});
export type Simulation = z.infer<typeof simulationSchema>;

/** A line in which a run differs from its golden trace; `line` is that of the golden file. */
export const goldenLineSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed']),
  line: z.int(),
  text: z.string(),
});
export type GoldenLine = z.infer<typeof goldenLineSchema>;

/** A run as a scenario. */
export const recordingSchema = z.object({
  /** Text of the `*.scenario.yaml`. */
  text: z.string(),
  /** Where the scenario, played again, differs from the run; none when it does not. */
  changes: z.array(goldenLineSchema),
});
export type RecordedRun = z.infer<typeof recordingSchema>;
