import { oc } from '@orpc/contract';
import { errorValueSchema } from '../errors.ts';

/** What a procedure does to the open workspace. */
export interface ProcedureMeta {
  /** It writes there, reads what a write is made of, or starts and ends servers of it. A caller that names a workspace is refused while another one is open. */
  readonly writes?: 'workspace';
}

/**
 * The start of every procedure: one defined error, `PEGBOARD`, whose data is the PegboardError as a value. So a caller on
 * any transport reads code, message and hint in the same place.
 */
export const procedure = oc.$meta<ProcedureMeta>({}).errors({ PEGBOARD: { status: 400, data: errorValueSchema } });

/** The start of a procedure that writes into the open workspace. Error: `workspace_changed`. */
export const writing = procedure.meta({ writes: 'workspace' });

/** Header of a call: the path, as a URI component, of the workspace that the caller shows. */
export const workspaceHeader = 'pegboard-workspace';
