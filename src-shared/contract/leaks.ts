import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { leakReportSchema } from '../domain/leak-report.ts';
import { procedure } from './pegboard-procedure.ts';

const leakRequestSchema = z.object({
  profile: z.string().max(2000).default('workspace'),
  persona: z.string().max(2000).optional(),
});
export type LeakRequest = z.infer<typeof leakRequestSchema>;

const leakEventSchema = z.discriminatedUnion('type', [
  /** How many of the hidden names were asked for in every way. */
  z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ type: z.literal('done'), report: leakReportSchema }),
]);
export type LeakEvent = z.infer<typeof leakEventSchema>;

/** Checks that no text for the model of a persona contains a hidden name. */
export const leaksContract = {
  /** Renders those texts and looks for every hidden name. Errors: `unknown_profile`, `unknown_persona`. Stops when cancelled. */
  check: procedure.input(leakRequestSchema).output(eventIterator(leakEventSchema)),
};
