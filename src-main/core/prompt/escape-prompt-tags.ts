import { withoutPromptTags } from './prompt-tags.ts';

/**
 * A foreign text as it may be in a block: our tags in it are written as text, and every further line is
 * indented, so that none can pass for an entry of the list.
 */
export function escapedText(text: string, indent: string): string {
  return withoutPromptTags(text.trim(), () => '&lt;')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .join(`\n${indent}`);
}

/** A value as compact JSON on one line; our tags in it are escaped as JSON allows, so that it means the same. */
export function escapedJson(value: unknown): string {
  return withoutPromptTags(JSON.stringify(value), escapedInJson).replace(/[\u2028\u2029]/g, escapedInJson);
}

function escapedInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
