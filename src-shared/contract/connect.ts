import { z } from 'zod';
import {
  connectApplySchema,
  connectableClientSchema,
  connectPlanSchema,
  connectRequestSchema,
  connectResultSchema,
  disconnectInputSchema,
  disconnectResultSchema,
} from '../domain/connect.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** The entry of Pegboard in the configurations of MCP clients. */
export const connectContract = {
  /** Where each client keeps its servers, the user's and those of a folder (default: the open workspace), and whether it is connected. */
  clients: procedure
    .input(z.object({ project: z.string().min(1).optional() }))
    .output(z.array(connectableClientSchema).readonly()),
  /**
   * What connecting a client to the open workspace would change; writes nothing. Errors: `workspace_not_found`, `unknown_persona`,
   * `client_config_invalid`, `not_a_file`, `folder_read_only`.
   */
  plan: procedure.input(connectRequestSchema).output(connectPlanSchema),
  /** Writes a plan as it was shown, with a backup. Errors: those of `plan`; `file_changed` when the file has changed meanwhile. */
  apply: writing.input(connectApplySchema).output(connectResultSchema),
  /** Takes a connection back. Errors: `client_config_invalid`, `not_a_file`, `folder_read_only`, `file_changed`. */
  undo: procedure.input(disconnectInputSchema).output(disconnectResultSchema),
};
