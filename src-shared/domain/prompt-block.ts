import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';

/**
 * The blocks of the system prompt, in the order they are rendered. What changes least comes first, so that a provider's
 * prompt cache holds for longest.
 */
export const promptBlockNameSchema = z.enum([
  /** How to reply, and how to end. */
  'instructions',
  /** The visible catalog. */
  'available_tools',
]);
export type PromptBlockName = z.infer<typeof promptBlockNameSchema>;

/** One block as the model reads it, with its tokens. */
export const promptBlockSchema = z.object({
  name: promptBlockNameSchema,
  text: z.string(),
  tokens: tokenCountSchema,
});
export type PromptBlock = z.infer<typeof promptBlockSchema>;

/** A system prompt. `tokens` are those of the whole text, the empty lines between the blocks included. */
export const renderedPromptSchema = z.object({
  blocks: z.array(promptBlockSchema).readonly(),
  tokens: tokenCountSchema,
});
export type RenderedPrompt = z.infer<typeof renderedPromptSchema>;

/** The text of a prompt: its blocks with an empty line between them. */
export function promptText(blocks: readonly Pick<PromptBlock, 'text'>[]): string {
  return blocks.map((block) => block.text).join('\n\n');
}
