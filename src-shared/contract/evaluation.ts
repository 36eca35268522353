import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { evalComparisonSchema } from '../domain/eval-comparison.ts';
import { evalDifferenceSchema, evalRunSchema, keptReportSchema } from '../domain/eval-run.ts';
import { evalEngineSchema, evalReportSchema } from '../domain/eval-set.ts';
import { findingSchema } from '../domain/finding.ts';
import { goldenChangeSchema, goldenEditSchema, goldenSetSchema, lineSwapSchema } from '../domain/golden-query.ts';
import { procedure, writing } from './pegboard-procedure.ts';

const runInputSchema = z.object({
  /** Only the golden queries of this file; without it all. */
  file: z.string().optional(),
  /** None: what the workspace ranks by. */
  engines: z.array(evalEngineSchema).readonly().default([]),
  persona: z.string().optional(),
  /** Path of a kept report or of another workspace; without it the workspace's own baseline, where one is kept. */
  compare: z.string().min(1).optional(),
});
export type EvalRunInput = z.infer<typeof runInputSchema>;

const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    engine: evalEngineSchema,
    /** Searches over all engines. */
    done: z.number().int(),
    total: z.number().int(),
  }),
  z.object({
    type: z.literal('done'),
    report: evalReportSchema,
    /** Null where there is nothing to compare with. */
    comparison: evalComparisonSchema.nullable(),
    findings: z.array(findingSchema).readonly(),
    /** The run as it is kept; null where it could not be. */
    run: evalRunSchema.nullable(),
  }),
]);
export type EvalRunEvent = z.infer<typeof runEventSchema>;

const runSchema = z.object({ id: z.uuid() });

/** The golden queries of the open workspace, and how well searches answer them. */
export const evaluationContract = {
  /** Every golden query now, and again whenever their files or the catalog change. Null while no workspace is open. */
  watch: procedure.output(eventIterator(goldenSetSchema.nullable())),
  /** Changes one golden query. Errors: `invalid_input`, `file_changed`, `config_invalid`, `disk_full`, `database_busy`. */
  edit: writing.input(goldenChangeSchema).output(goldenEditSchema),
  /** Undoes a change. Error: `file_changed` when the line has changed meanwhile. */
  undo: writing.input(lineSwapSchema).output(goldenEditSchema),
  /** Measures engines over golden queries, and keeps the result in the user's own folder. Stops when cancelled. */
  run: procedure.input(runInputSchema).output(eventIterator(runEventSchema)),
  /** Keeps a report as what later runs of this workspace are compared with. */
  keepBaseline: writing
    .input(z.object({ report: evalReportSchema, persona: z.string().optional() }))
    .output(z.object({ kept: z.boolean() })),
  /** The kept runs, the newest first. */
  runs: procedure.output(z.array(evalRunSchema).readonly()),
  /** What a run found; null when it is not kept any more. */
  report: procedure.input(runSchema).output(keptReportSchema.nullable()),
  /** Two kept runs, query by query, and what changed in the workspace between them. Errors: `unknown_run`, `invalid_input`. */
  compareRuns: procedure.input(z.object({ before: z.uuid(), after: z.uuid() })).output(evalDifferenceSchema),
};
