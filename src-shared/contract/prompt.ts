import { z } from 'zod';
import { renderedPromptSchema } from '../domain/prompt-block.ts';
import { promptDiffSchema } from '../domain/prompt-diff.ts';
import { procedure } from './pegboard-procedure.ts';

const promptRequestSchema = z.object({
  profile: z.string().default('workspace'),
  persona: z.string().optional(),
  /** The text of a turn, for hints. */
  query: z.string().max(100_000).optional(),
  /** Another profile to compare with. */
  compare: z.string().optional(),
});
export type PromptRequest = z.infer<typeof promptRequestSchema>;

const promptResponseSchema = z.object({
  prompt: renderedPromptSchema,
  /** From `prompt` to that of the other profile; null when none was asked for. */
  diff: promptDiffSchema.nullable(),
});
export type PromptResponse = z.infer<typeof promptResponseSchema>;

/** The system prompt that an agent with this workspace would send. */
export const promptContract = {
  render: procedure.input(promptRequestSchema).output(promptResponseSchema),
  /** The profiles that a prompt can be rendered under. */
  profiles: procedure.output(z.array(z.object({ name: z.string(), description: z.string() })).readonly()),
};
