import { z } from 'zod';
import { evalComparisonSchema } from './eval-comparison.ts';
import { evalEngineSchema, evalMeansSchema, evalReportSchema } from './eval-set.ts';

/** What differs between the states of a workspace that two evaluations measured. */
const workspaceDifferenceSchema = z.object({
  /** Lines of `pegboard.yaml`, in its order. */
  lines: z.array(z.object({ kind: z.enum(['added', 'removed']), text: z.string() })).readonly(),
  /** Names of tools; `changed` have another definition. */
  tools: z.object({
    added: z.array(z.string()).readonly(),
    removed: z.array(z.string()).readonly(),
    changed: z.array(z.string()).readonly(),
  }),
});
export type WorkspaceDifference = z.infer<typeof workspaceDifferenceSchema>;

/** An evaluation that is kept, as a list shows it. */
export const evalRunSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  /** Whose tools were measured; null for everybody's. */
  persona: z.string().nullable(),
  /** Only the queries of this file; null for all. */
  file: z.string().nullable(),
  tools: z.int(),
  queries: z.int(),
  engines: z.array(evalMeansSchema.extend({ engine: evalEngineSchema })).readonly(),
  /** How many lines and tools differ from the run before; null for the first one. */
  changes: z.object({ lines: z.int(), tools: z.int() }).nullable(),
});
export type EvalRun = z.infer<typeof evalRunSchema>;

/** What a kept evaluation found. */
export const keptReportSchema = z.object({ run: evalRunSchema, report: evalReportSchema });

/** Two kept evaluations: query by query, and what changed in the workspace between them. */
export const evalDifferenceSchema = z.object({
  comparison: evalComparisonSchema,
  workspace: workspaceDifferenceSchema,
});
export type EvalDifference = z.infer<typeof evalDifferenceSchema>;
