import { z } from 'zod';
import { reviewDecisionsSchema, reviewResultSchema, toolReviewSchema } from '../domain/tool-review.ts';
import { procedure, writing } from './pegboard-procedure.ts';

/** What the team approved of its tools, and what waits for a decision. */
export const approvalsContract = {
  /** `golden`: also try the golden queries, which takes longer. */
  review: procedure.input(z.object({ golden: z.boolean().default(false) })).output(toolReviewSchema),
  /** Errors: `tool_not_found` for a tool that waits for nothing, `lock_invalid`, `usage`. */
  decide: writing.input(reviewDecisionsSchema).output(reviewResultSchema),
  /** Takes decisions back. Error: `undo_gone` once the files say something else. */
  undo: writing.input(z.object({ undo: z.string() })).output(z.object({ written: z.boolean() })),
};
