import { type PromptBlockName, promptBlocks } from '#shared/domain/prompt-block.ts';

/** Not a block of its own: tools that were activated, behind the message that made them so. */
const besideBlocks = ['activated_tools'] as const;

/** A tag that the table of blocks does not have cannot be written, so that no text of a stranger can hold one of ours unnoticed. */
export type PromptTag = (typeof promptBlocks)[PromptBlockName]['tags'][number] | (typeof besideBlocks)[number];

/** Every tag that a prompt is written with. */
export const promptTags: readonly PromptTag[] = [
  ...Object.values(promptBlocks).flatMap(({ tags }): readonly PromptTag[] => tags),
  ...besideBlocks,
];

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
