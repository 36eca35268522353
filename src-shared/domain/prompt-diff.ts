import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { promptBlockNameSchema, renderedPromptSchema } from './prompt-block.ts';

/** A line of a block: in both prompts, only in the first, or only in the second. */
export const promptLineSchema = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() });
export type PromptLine = z.infer<typeof promptLineSchema>;

/** One block of two prompts. Tokens are 0 where a prompt does not have it. */
export const blockDiffSchema = z.object({
  name: promptBlockNameSchema,
  change: z.enum(['same', 'removed', 'added', 'changed']),
  before: tokenCountSchema,
  after: tokenCountSchema,
  /** Empty for a block that is the same. */
  lines: z.array(promptLineSchema).readonly(),
});
export type BlockDiff = z.infer<typeof blockDiffSchema>;

/** Two prompts, block by block, in the order of the blocks (R19.16). */
export const promptDiffSchema = z.object({
  blocks: z.array(blockDiffSchema).readonly(),
  before: renderedPromptSchema.shape.tokens,
  after: renderedPromptSchema.shape.tokens,
});
export type PromptDiff = z.infer<typeof promptDiffSchema>;
