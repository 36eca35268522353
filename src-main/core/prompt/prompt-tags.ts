import type { PromptBlockName } from '#shared/domain/prompt-block.ts';

/**
 * The tags that each block of a prompt is written with. A block without an entry is a type error, and a tag that is not here
 * cannot be written by `tagged`, so that no text of a stranger can hold a tag of ours unnoticed.
 */
const tagsOfBlocks = {
  instructions: ['agent', 'identity', 'tool-discovery', 'react-pattern'],
  tool_discovery: ['tool_discovery'],
  skill_discovery: ['skill_discovery'],
  skill_directory: ['skill_directory'],
  tool_directory: ['tool_directory'],
  available_tools: ['available_tools'],
  working_memory: ['working_memory'],
  current_date: ['context'],
  skill_context: ['skill_context'],
  tool_hints: ['tool_hints'],
  // Not a block of its own: tools that were activated, behind the message that made them so.
  activated_tools: ['activated_tools'],
} as const satisfies Record<PromptBlockName | 'activated_tools', readonly string[]>;

export type PromptTag = (typeof tagsOfBlocks)[keyof typeof tagsOfBlocks][number];

/** Every tag that a prompt is written with. */
export const promptTags: readonly PromptTag[] = Object.values(tagsOfBlocks).flat();

/** A part of a prompt between its tags, each on a line of its own. */
export function tagged(tag: PromptTag, inner: string): string {
  return `<${tag}>\n${inner}\n</${tag}>`;
}

/** The sign that begins a tag, also as the wide forms of it that a model reads alike. */
const opening = '[<\uff1c\ufe64]';
const tagNames = promptTags.join('|');

/**
 * The beginning of one of our tags in a text: opening or closing, in any case, with spaces or attributes, with or without its
 * end. So is the sign at the end of the text, since the next text may begin with a name. Linear in the text.
 */
const ourTag = new RegExp(`${opening}(?=\\s{0,20}[/\uff0f]?\\s{0,20}(?:(?:${tagNames})(?![\\w-])|$))`, 'giu');

/** The text with the sign that begins each of our tags replaced, so that it can neither open nor close one. */
export function withoutPromptTags(text: string, replacement: (sign: string) => string): string {
  return text.replace(ourTag, replacement);
}
