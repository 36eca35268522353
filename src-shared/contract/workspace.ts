import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { listedWorkspaceSchema, workspaceSummarySchema } from '../domain/workspace-summary.ts';
import { procedure } from './pegboard-procedure.ts';

/** The open workspace and those before it. */
export const workspaceContract = {
  /** The open workspace; null when none is. */
  current: procedure.output(workspaceSummarySchema.nullable()),
  /** Opens the workspace in a folder, which must hold a `pegboard.yaml`. */
  open: procedure.input(z.object({ path: z.string().min(1) })).output(workspaceSummarySchema),
  /** Makes a workspace in a folder and opens it. Never overwrites one. */
  init: procedure
    .input(
      z.object({
        path: z.string().min(1),
        /** Makes it with the tools, tasks and golden queries of the demo. The folder must be empty. */
        demo: z.boolean().optional(),
      }),
    )
    .output(workspaceSummarySchema),
  /** Opens the demo workspace, made in the user's data folder when it is not there. */
  openDemo: procedure.output(workspaceSummarySchema),
  /** Most recent first. */
  recent: procedure.output(z.array(listedWorkspaceSchema).readonly()),
  /** Takes a workspace off that list, which touches nothing of its folder. */
  forget: procedure.input(z.object({ path: z.string().min(1) })).output(z.object({ forgotten: z.boolean() })),
  /** The workspace now, and again whenever its files change, by us or by anyone else. */
  watch: procedure.output(eventIterator(workspaceSummarySchema.nullable())),
};
