import { z } from 'zod';
import { promptBlockSchema, renderedPromptSchema } from '../domain/prompt-block.ts';
import { comparedPromptsSchema, comparedVersionsSchema, promptDiffSchema } from '../domain/prompt-diff.ts';
import { workspaceVersionSchema } from '../domain/workspace-version.ts';
import { procedure } from './pegboard-procedure.ts';

const promptRequestSchema = z.object({
  profile: z.string().max(2000).default('workspace'),
  persona: z.string().max(2000).optional(),
  /** The text of a turn, for hints. */
  query: z.string().max(100_000).optional(),
  /** A version in git to take the workspace from, such as `HEAD~1`; without it, its files as they are. */
  at: z.string().max(2000).optional(),
  /** Another profile to compare with, and the version that it is taken from. */
  compare: z.string().max(2000).optional(),
  compare_at: z.string().max(2000).optional(),
});
export type PromptRequest = z.infer<typeof promptRequestSchema>;

const promptResponseSchema = z.object({
  prompt: renderedPromptSchema,
  /** From `prompt` to that of the other profile; null when none was asked for. */
  diff: promptDiffSchema.nullable(),
  versions: comparedVersionsSchema,
});
export type PromptResponse = z.infer<typeof promptResponseSchema>;

const renderedSideSchema = promptRequestSchema.pick({ profile: true, persona: true, at: true });
const givenSideSchema = z.strictObject({
  /** A prompt that was rendered already, such as that of a step of a run; its tokens are counted again. */
  blocks: z.array(promptBlockSchema.pick({ name: true, text: true })).readonly(),
});
const promptSideSchema = z.union([givenSideSchema, renderedSideSchema]);
export type PromptSide = z.infer<typeof promptSideSchema>;
export type PromptSideInput = z.input<typeof promptSideSchema>;

export const comparePromptsRequestSchema = z.object({
  before: promptSideSchema,
  after: promptSideSchema,
  /** The text of a turn, for hints and skills. */
  query: z.string().max(100_000).optional(),
});
export type ComparePromptsRequest = z.infer<typeof comparePromptsRequestSchema>;

export const promptSizesRequestSchema = z.object({
  persona: z.string().max(2000).optional(),
  estimator: z.enum(['estimate', 'o200k']).default('estimate'),
});
export type PromptSizesRequest = z.infer<typeof promptSizesRequestSchema>;

/**
 * What a prompt costs, as sizes (see `tokensOfSize`). `rest` is the prompt without its always-loaded tools: with the size of each of
 * those it makes `whole`. `all_tools` is the whole prompt with tool search off.
 */
export const promptSizesSchema = z.object({
  whole: z.number().int(),
  rest: z.number().int(),
  all_tools: z.number().int(),
});
export type PromptSizes = z.infer<typeof promptSizesSchema>;

/** The system prompt that an agent with this workspace would send. */
export const promptContract = {
  render: procedure.input(promptRequestSchema).output(promptResponseSchema),
  /**
   * What the prompt of the workspace costs by one estimator, without its text. Counts in batches, so that other work goes on. Errors:
   * `unknown_persona`, `cancelled`.
   */
  sizes: procedure.input(promptSizesRequestSchema).output(promptSizesSchema),
  /** Any two prompts, whole: each of a profile, a persona and a version, or one that is given. Errors: those of `render`. */
  compare: procedure.input(comparePromptsRequestSchema).output(comparedPromptsSchema),
  /** What git can compare the workspace with; null outside of git. Error: `git_refused`. */
  versions: procedure.output(z.array(workspaceVersionSchema).readonly().nullable()),
  /** The profiles that a prompt can be rendered under. */
  profiles: procedure.output(z.array(z.object({ name: z.string(), description: z.string() })).readonly()),
};
