import { z } from 'zod';
import { renderedPromptSchema } from '../domain/prompt-block.ts';
import { comparedPromptsSchema, promptDiffSchema } from '../domain/prompt-diff.ts';
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

const promptSideSchema = z.object({ profile: z.string().default('workspace'), persona: z.string().optional() });
export type PromptSide = z.infer<typeof promptSideSchema>;

const comparePromptsRequestSchema = z.object({
  before: promptSideSchema,
  after: promptSideSchema,
  /** The text of a turn, for hints and skills. */
  query: z.string().max(100_000).optional(),
});
export type ComparePromptsRequest = z.infer<typeof comparePromptsRequestSchema>;

/** The system prompt that an agent with this workspace would send. */
export const promptContract = {
  render: procedure.input(promptRequestSchema).output(promptResponseSchema),
  /** Any two prompts of the workspace, whole: each of a profile and a persona. Errors: those of `render`. */
  compare: procedure.input(comparePromptsRequestSchema).output(comparedPromptsSchema),
  /** The profiles that a prompt can be rendered under. */
  profiles: procedure.output(z.array(z.object({ name: z.string(), description: z.string() })).readonly()),
};
