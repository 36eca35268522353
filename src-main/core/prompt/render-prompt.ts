import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import {
  type PromptBlock,
  type PromptBlockName,
  promptBlockNameSchema,
  promptText,
  type RenderedPrompt,
} from '#shared/domain/prompt-block.ts';
import type { TokenCount } from '#shared/tokens.ts';
import { escapedText } from './escape-prompt-tags.ts';
import { instructions, minimalInstructions, skillDiscovery, toolDiscovery } from './instructions.ts';
import { tagged } from './prompt-tags.ts';
import { type PromptTool, renderTool } from './render-tool.ts';
import { type DirectoryGroup, renderDirectory } from './tool-directory.ts';

const noTools = 'None.';

/** What the skills of a run add: whole blocks, scoped, redacted, gated, within their budget. */
export interface PromptSkills {
  /** `<skill_directory>`; null when it has no entry (R9.12). */
  readonly directory: string | null;
  /** Skills that fit the query; null when none does (R10.14). */
  readonly context: string | null;
}

export interface PromptInput {
  /** The visible catalog of the run, in the order it is listed. */
  readonly tools: readonly PromptTool[];
  readonly examples: ToolExamplesConfig;
  /** Whether there is tool_search. */
  readonly discovery: boolean;
  /** What the search tool is called, when not tool_search. */
  readonly searchName?: string | undefined;
  readonly directory: readonly DirectoryGroup[];
  readonly hints: readonly { readonly name: string; readonly description: string }[];
  readonly skills: PromptSkills | null;
  readonly minimal?: MinimalPrompt | null;
}

/** What the prompt with one discovery tool has of its own (R6.25). */
export interface MinimalPrompt {
  /** Who the agent is. */
  readonly identity: string;
  /** What the session knows; empty where it knows nothing. */
  readonly memory: string;
  /** Now, milliseconds since 1970: the prompt says the date, in UTC. */
  readonly now: number;
}

/** The system prompt as texts, block by block; empty blocks are left out. The same input gives the same bytes (R6.24). */
export function renderPrompt(input: PromptInput): { name: PromptBlockName; text: string }[] {
  const texts = blockTexts(input);
  return promptBlockNameSchema.options.flatMap((name) => {
    const text = texts[name];
    return text === null ? [] : [{ name, text }];
  });
}

function blockTexts(input: PromptInput): Record<PromptBlockName, string | null> {
  const { tools, examples, discovery, searchName = 'tool_search', directory, hints, skills, minimal } = input;
  return {
    instructions: minimal ? minimalInstructions(minimal.identity) : instructions,
    tool_discovery: discovery && !minimal ? toolDiscovery.replace('tool_search', searchName) : null,
    skill_discovery: skills ? skillDiscovery : null,
    skill_directory: skills?.directory ?? null,
    tool_directory: directory.length > 0 ? renderDirectory(directory, discovery) : null,
    available_tools: tagged(
      'available_tools',
      tools.length === 0 ? noTools : tools.map((tool) => renderTool(tool, examples)).join('\n'),
    ),
    working_memory: minimal?.memory ? tagged('working_memory', minimal.memory) : null,
    current_date: minimal ? tagged('context', `Current date: ${dateOf(minimal.now)}`) : null,
    skill_context: skills?.context ?? null,
    tool_hints: hints.length > 0 ? renderHints(hints) : null,
  };
}

/** YYYY-MM-DD. */
function dateOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

function renderHints(hints: PromptInput['hints']): string {
  const lines = hints.map(({ name, description }) => `- ${escapedText(name, '  ')}: ${escapedText(description, '  ')}`);
  return tagged('tool_hints', `These tools may fit the request; call them by name:\n${lines.join('\n')}`);
}

/** The text of a prompt less its note that no tool is listed: with entries of tools added it costs what they cost more. */
export function textWithoutNote(blocks: ReturnType<typeof renderPrompt>): string {
  const note = `\n${noTools}\n`;
  return promptText(
    blocks.map(({ name, text }) => ({ text: name === 'available_tools' ? text.replace(note, '\n') : text })),
  );
}

/** Blocks with their tokens by both estimators. */
export function countPrompt(
  blocks: readonly Pick<PromptBlock, 'name' | 'text'>[],
  count: (text: string) => TokenCount,
): RenderedPrompt {
  return {
    blocks: blocks.map((block) => ({ ...block, tokens: count(block.text) })),
    tokens: count(promptText(blocks)),
  };
}
