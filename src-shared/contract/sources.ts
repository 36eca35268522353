import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import {
  callInputSchema,
  callResultSchema,
  importMcpEventSchema,
  importMcpInputSchema,
  removeResultSchema,
  renamePlanSchema,
  restoreResultSchema,
  serverLogSchema,
  setConnectionInputSchema,
  setConnectionResultSchema,
  signInEventSchema,
  signInInputSchema,
  sourceSummarySchema,
} from '../domain/live-source.ts';
import { mcpConnectionSchema } from '../domain/mcp-connection.ts';
import {
  importServersEventSchema,
  importServersInputSchema,
  keepValueInputSchema,
  keptValueSchema,
} from '../domain/server-review.ts';
import { sourceNameSchema } from '../domain/source.ts';
import { procedure, writing } from './pegboard-procedure.ts';

const named = z.object({ name: sourceNameSchema });

/** The sources of the open workspace, and what only live ones can: import again, call. */
export const sourcesContract = {
  /** Every source, in the order of the file. Starts nothing. */
  list: procedure.output(z.array(sourceSummarySchema).readonly()),
  /** The same now, and again whenever anything in it changes. Empty while no workspace is open. */
  watch: procedure.output(eventIterator(z.array(sourceSummarySchema).readonly())),
  /** Starts a server after consent, lists its tools, plans, and with `apply` writes. Stops when cancelled. */
  importMcp: writing.input(importMcpInputSchema).output(eventIterator(importMcpEventSchema)),
  /**
   * Imports servers of a review, four at a time; a server that fails stops no other. Each needs `agreed`, else it fails
   * with `consent_required`. Stops all when cancelled.
   */
  importServers: writing.input(importServersInputSchema).output(eventIterator(importServersEventSchema)),
  /** The values that are kept for the open workspace, by name; never the values themselves. */
  keptValues: procedure.output(z.array(keptValueSchema).readonly()),
  /** Keeps a value for the open workspace, instead of the one of that name. Errors: `folder_read_only`, `disk_full`. */
  keepValue: writing.input(keepValueInputSchema).output(keptValueSchema),
  /** Forgets kept values of the open workspace; returns the names of those that were there. */
  forgetValues: writing
    .input(z.object({ names: z.array(z.string()).max(1000).readonly() }))
    .output(z.object({ forgotten: z.array(z.string()).readonly() })),
  /** Calls one tool of a live source by hand, after consent. */
  call: writing.input(callInputSchema).output(callResultSchema),
  /** Ends the session with the server of a source; false when there was none. Calls under way on it are `cancelled`. */
  stop: writing.input(named).output(z.object({ stopped: z.boolean() })),
  /** What its server wrote to stderr in this session, else in the one before. */
  log: procedure.input(named).output(serverLogSchema),
  /** Signs the user in with OAuth. Errors: `source_not_live`, `consent_required`, `sign_in_failed`, those of connecting. */
  signIn: writing.input(signInInputSchema).output(eventIterator(signInEventSchema)),
  /** Forgets the tokens of the server of a source; false when there were none. */
  signOut: writing.input(named).output(z.object({ signed_out: z.boolean() })),
  /** Takes a source out of the workspace. Its captured list is kept aside in the cache folder. */
  remove: writing.input(named).output(removeResultSchema),
  /** Undoes a removal of this session. Errors: `source_exists`, `undo_gone`. */
  restore: writing.input(z.object({ undo: z.string().min(1) })).output(restoreResultSchema),
  /** Renames a source, its tools, and every setting that names them; without `apply` only says what it would do. */
  rename: writing
    .input(z.object({ name: sourceNameSchema, to: sourceNameSchema, apply: z.boolean().default(true) }))
    .output(renamePlanSchema),
  /** How the server of a source is reached, without secrets. Errors: `source_not_found`, `source_not_live`. */
  connection: procedure.input(named).output(z.object({ connection: mcpConnectionSchema })),
  /** Changes how the server of a source is reached. Its session ends, and its next start asks for consent again. */
  setConnection: writing.input(setConnectionInputSchema).output(setConnectionResultSchema),
  /** Puts the tools of a source into the catalog, or takes them out. */
  setEnabled: writing
    .input(z.object({ name: sourceNameSchema, enabled: z.boolean() }))
    .output(z.object({ source: z.string(), enabled: z.boolean(), written: z.boolean() })),
};
