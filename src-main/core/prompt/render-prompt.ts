import type { PromptBlockName } from '#shared/domain/prompt-block.ts';
import { instructions } from './instructions.ts';
import { type PromptTool, renderTool } from './render-tool.ts';

/** A block before anybody counted its tokens. */
export interface PromptBlockText {
  readonly name: PromptBlockName;
  readonly text: string;
}

export interface PromptInput {
  /** The visible catalog of the run, in the order it is listed. */
  readonly tools: readonly PromptTool[];
}

/** The system prompt, block by block. The same input gives the same bytes (R6.24). */
export function renderPrompt({ tools }: PromptInput): PromptBlockText[] {
  const listed = tools.length === 0 ? 'None.' : tools.map(renderTool).join('\n');
  return [
    { name: 'instructions', text: instructions },
    { name: 'available_tools', text: `<available_tools>\n${listed}\n</available_tools>` },
  ];
}
