/** Words of our own markup. A tool's text that holds one of our tags could end its block or begin another. */
const ourTags =
  /<(?=\/?(?:a(?:vailable|ctivated)_tools|working_memory|context|tool_(?:discovery|directory|hints)|skill_(?:discovery|directory|context))\s*>)/gi;

/**
 * A text of somebody else's as it may stand in a block: our tags in it are written as text, and every further line is
 * indented, so that none can pass for an entry of the list.
 */
export function containedText(text: string, indent: string): string {
  return text
    .trim()
    .replace(ourTags, '&lt;')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .join(`\n${indent}`);
}

/** A value as compact JSON on one line; our tags in it are escaped as JSON allows, so that it means the same. */
export function containedJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(ourTags, '\\u003c')
    .replace(/[\u2028\u2029]/g, (character) => (character === '\u2028' ? '\\u2028' : '\\u2029'));
}
