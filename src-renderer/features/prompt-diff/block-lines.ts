import type { PromptBlockName, RenderedPrompt } from '#shared/domain/prompt-block.ts';

/** The line of the whole prompt that a block begins at, counted from 1 as an editor counts; null without that block. */
export function lineOfBlock({ blocks }: RenderedPrompt, name: PromptBlockName): number | null {
  let line = 1;
  for (const block of blocks) {
    if (block.name === name) return line;
    // An empty line stands between two blocks.
    line += block.text.split(/\r\n|\r|\n/).length + 1;
  }
  return null;
}

/** Which of the changes, by their first lines in order, a line is at: counted from 1; 0 before the first. */
export function changeAt(firstLines: readonly number[], line: number): number {
  return firstLines.filter((first) => first <= line).length;
}
