import { z } from 'zod';
import { workspaceConfigSchema } from './config.ts';
import { findingSchema } from './finding.ts';
import { indexStatusSchema } from './index-status.ts';

/** A workspace that was open before. */
export const recentWorkspaceSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** ISO 8601. */
  opened_at: z.string(),
});
export type RecentWorkspace = z.infer<typeof recentWorkspaceSchema>;

/** The same as lists show it: whether its `pegboard.yaml` is gone from the disk, or its disk is. */
export const listedWorkspaceSchema = recentWorkspaceSchema.extend({ missing: z.boolean() });
export type ListedWorkspace = z.infer<typeof listedWorkspaceSchema>;

/** What the shell shows of the open workspace. */
export const workspaceSummarySchema = z.object({
  path: z.string(),
  /** Grows with each change of what the core shows: a summary that comes late is told from a newer one. */
  sequence: z.number().int(),
  name: z.string(),
  is_demo: z.boolean(),
  /** Changes whenever the catalog or the configuration does: a key for caches. */
  revision: z.string(),
  config: workspaceConfigSchema,
  tools: z.number().int(),
  always_loaded: z.number().int(),
  index: indexStatusSchema.nullable(),
  /** Why the index is not up to date, for instance another process holding it; null when it is. */
  index_problem: z.string().nullable(),
  findings: z.array(findingSchema).readonly(),
  /** Why the files on the disk cannot be read, while the last good state is shown; null when they can. */
  stale: z.string().nullable(),
});
export type WorkspaceSummary = z.infer<typeof workspaceSummarySchema>;
