import type { PromptBlockName, RenderedPrompt } from '#shared/domain/prompt-block.ts';

/** The line of the whole prompt that a block begins at, counted from 0; null without that block. */
export function lineOfBlock({ blocks }: RenderedPrompt, name: PromptBlockName): number | null {
  let line = 0;
  for (const block of blocks) {
    if (block.name === name) return line;
    // An empty line stands between two blocks.
    line += block.text.split(/\r\n|\r|\n/).length + 1;
  }
  return null;
}
