import { z } from 'zod';
import { keysOf } from '../tables.ts';
import { tokenCountSchema } from '../tokens.ts';

interface BlockFacts {
  /** The tags that the block is written with. No text of a stranger may open or close one of them. */
  readonly tags: readonly string[];
  /** What says the same in the request of a provider, so that the block is left out of it. */
  readonly replacedBy?: 'request' | 'native_search';
}

/**
 * The blocks of the system prompt, in the order they are rendered. What changes least comes first, so that a provider's
 * prompt cache holds for longest. With every feature off a prompt has the first and `available_tools` only (R6.16).
 */
export const promptBlocks = {
  /** How to reply, and how to end. */
  instructions: { tags: ['agent', 'identity', 'tool-discovery', 'react-pattern'], replacedBy: 'request' },
  /** That there is tool_search; with tool search on (R6.13). */
  tool_discovery: { tags: ['tool_discovery'], replacedBy: 'native_search' },
  /** That there are skills; with skills on (R6.14). */
  skill_discovery: { tags: ['skill_discovery'] },
  /** Names of skills; with skills on (R6.15). */
  skill_directory: { tags: ['skill_directory'] },
  /** Names of tools by group; opt-in (R6.18). */
  tool_directory: { tags: ['tool_directory'] },
  /** The visible catalog. */
  available_tools: { tags: ['available_tools'], replacedBy: 'request' },
  /** What the session knows; in the style with one discovery tool (R17.22). */
  working_memory: { tags: ['working_memory'] },
  /** The date; in the style with one discovery tool (R6.25). */
  current_date: { tags: ['context'] },
  /** Skills that fit the query, whole; with skills on (R6.22). */
  skill_context: { tags: ['skill_context'] },
  /** Tools that fit the query; opt-in (R6.17). */
  tool_hints: { tags: ['tool_hints'] },
} as const satisfies Readonly<Record<string, BlockFacts>>;

export const promptBlockNameSchema = z.enum(keysOf(promptBlocks));
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

/** Whether the request of a provider has a block as our prompt does. */
export function isInRequest(name: PromptBlockName, { native }: { readonly native: boolean }): boolean {
  const { replacedBy }: BlockFacts = promptBlocks[name];
  return replacedBy !== 'request' && !(native && replacedBy === 'native_search');
}
