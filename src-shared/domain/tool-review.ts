import { z } from 'zod';
import { approvalActionSchema, approvalStateSchema, changeClassSchema, partKindSchema } from './approval.ts';
import { auditFindingSchema } from './audit.ts';
import { jsonSchemaSchema } from './tool.ts';
import { toolDriftSchema } from './tool-diff.ts';
import { goldenCostSchema } from './why-not.ts';

/** A tool, or another part of a source, that differs from `pegboard.lock`, with everything that a reviewer needs. */
export const reviewItemSchema = z.object({
  kind: z.enum(['tool', ...partKindSchema.options]),
  /** Name in the catalog; of another part, a name such as `prompt:github/fix_issue`. */
  tool: z.string(),
  source: z.string(),
  state: approvalStateSchema,
  /** Null where no change is the reason: a rejected text, a damaged entry. */
  change: changeClassSchema.nullable(),
  /** What the workspace does with the tool until somebody decides; null for a tool that is gone. */
  action: approvalActionSchema.nullable(),
  /** For a renamed tool, what its source called it. */
  former_name: z.string().nullable(),
  /** The description that was approved and the present one; null where there is none. */
  description: z.object({ before: z.string().nullable(), after: z.string().nullable() }),
  /** The input schema of a new tool, so that a reviewer sees all of it; null for all others. */
  input_schema: jsonSchemaSchema.nullable(),
  /** How it differs from the approved text; null where nothing was approved, or the tool is gone. */
  drift: toolDriftSchema.nullable(),
  /** What an audit finds in the present text. */
  findings: z.array(auditFindingSchema).readonly(),
  /** Tokens of its definition (o200k), approved and now. */
  tokens: z.object({ before: z.int().nullable(), after: z.int().nullable() }),
  /** Whether the approved texts can stay as an overlay. */
  can_keep_text: z.boolean(),
});
export type ReviewItem = z.infer<typeof reviewItemSchema>;

/** Everything that waits for a decision. */
export const toolReviewSchema = z.object({
  /** Whether the workspace has a `pegboard.lock`; without one, all tools count as approved. */
  has_lock: z.boolean(),
  items: z.array(reviewItemSchema).readonly(),
  /** What the golden queries would gain and lose with every item approved; null where that was not asked for, or there are none. */
  golden: goldenCostSchema.nullable(),
});
export type ToolReview = z.infer<typeof toolReviewSchema>;

const names = z.array(z.string().min(1)).max(20_000);

/** Decisions about tools, by their names in the catalog, and about other parts, by those of their items. Each tool is in one list at most. */
export const reviewDecisionsSchema = z.object({
  approve: names.default([]),
  /** Approve, and keep the approved title and description as an overlay. */
  keep_text: names.default([]),
  reject: names.default([]),
  /** Approve every cosmetic change too. */
  all_cosmetic: z.boolean().default(false),
  /** Write the lock when there is none, with all tools as they are. */
  create_lock: z.boolean().default(false),
});
export type ReviewDecisions = z.infer<typeof reviewDecisionsSchema>;

export const reviewResultSchema = z.object({
  written: z.boolean(),
  approved: z.array(z.string()).readonly(),
  rejected: z.array(z.string()).readonly(),
  /** How `approvals.undo` takes it back; null where nobody can. */
  undo: z.string().nullable(),
});
export type ReviewResult = z.infer<typeof reviewResultSchema>;
