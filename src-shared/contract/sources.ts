import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  callInputSchema,
  callResultSchema,
  importMcpEventSchema,
  importMcpInputSchema,
  removeResultSchema,
  renamePlanSchema,
  sourceSummarySchema,
} from '../domain/live-source.ts';
import { sourceNameSchema } from '../domain/source.ts';
import { procedure } from './pegboard-procedure.ts';

/** The sources of the open workspace, and what only live ones can: import again, call. */
export const sourcesContract = {
  /** Every source, in the order of the file. Starts nothing. */
  list: procedure.output(z.array(sourceSummarySchema).readonly()),
  /** Starts a server after consent, lists its tools, plans, and with `apply` writes. Stops when cancelled. */
  importMcp: procedure.input(importMcpInputSchema).output(eventIterator(importMcpEventSchema)),
  /** Calls one tool of a live source by hand, after consent. */
  call: procedure.input(callInputSchema).output(callResultSchema),
  /** Takes a source out of the workspace. Its captured list is kept aside in the cache folder. */
  remove: procedure.input(z.object({ name: sourceNameSchema })).output(removeResultSchema),
  /** Renames a source, its tools, and every setting that names them; without `apply` only says what it would do. */
  rename: procedure
    .input(z.object({ name: sourceNameSchema, to: sourceNameSchema, apply: z.boolean().default(true) }))
    .output(renamePlanSchema),
  /** Puts the tools of a source into the catalog, or takes them out. */
  setEnabled: procedure
    .input(z.object({ name: sourceNameSchema, enabled: z.boolean() }))
    .output(z.object({ source: z.string(), enabled: z.boolean(), written: z.boolean() })),
};
