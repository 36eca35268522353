import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { promptBlockNameSchema, renderedPromptSchema } from './prompt-block.ts';
import { versionFactsSchema } from './workspace-version.ts';

/** A line of a block: in both prompts, only in the first, or only in the second. */
export const promptLineSchema = z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() });
export type PromptLine = z.infer<typeof promptLineSchema>;

const tokenChangeSchema = z.object({ before: tokenCountSchema, after: tokenCountSchema });
export type TokenChange = z.infer<typeof tokenChangeSchema>;

/** One block of two prompts. Tokens are 0 where a prompt does not have it. */
const blockChangeSchema = tokenChangeSchema.extend({
  name: promptBlockNameSchema,
  change: z.enum(['same', 'removed', 'added', 'changed']),
});
export type BlockChange = z.infer<typeof blockChangeSchema>;

/** Where a provider's cache of the first prompt stops to serve the second. */
export const promptBreakSchema = z.object({
  /** First UTF-8 byte of the second prompt that differs from the first, counted from 0. */
  offset: z.int(),
  /** Line of the second prompt that the byte is in, counted from 1. */
  line: z.int(),
  /** The block that the byte is in, or that ends before it. */
  block: promptBlockNameSchema,
  /** Tokens of the second prompt from that byte on. */
  tokens_after: tokenCountSchema,
});
export type PromptBreak = z.infer<typeof promptBreakSchema>;

/** What two prompts cost, block by block, in the order of the blocks. Blocks and joins add up to the whole. */
export const promptComparisonSchema = tokenChangeSchema.extend({
  blocks: z.array(blockChangeSchema).readonly(),
  /** Tokens of the whole beyond those of its blocks: empty lines between them, roundings; can be negative. */
  joins: tokenChangeSchema,
  /** Null when the prompts are the same. */
  cache: promptBreakSchema.nullable(),
});
export type PromptComparison = z.infer<typeof promptComparisonSchema>;

/** A block and its lines; none for a block that is the same. */
export const blockDiffSchema = blockChangeSchema.extend({ lines: z.array(promptLineSchema).readonly() });
export type BlockDiff = z.infer<typeof blockDiffSchema>;

/** Two prompts, block by block, with their lines (R19.16). */
export const promptDiffSchema = promptComparisonSchema.extend({ blocks: z.array(blockDiffSchema).readonly() });
export type PromptDiff = z.infer<typeof promptDiffSchema>;

/** The versions in git that two prompts are of; null where it is the files as they are, or a prompt that was given. */
export const comparedVersionsSchema = z.object({
  before: versionFactsSchema.nullable(),
  after: versionFactsSchema.nullable(),
});

/** Two prompts whole, and what they cost. */
export const comparedPromptsSchema = z.object({
  before: renderedPromptSchema,
  after: renderedPromptSchema,
  comparison: promptComparisonSchema,
  versions: comparedVersionsSchema,
});
export type ComparedPrompts = z.infer<typeof comparedPromptsSchema>;
