import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import type { CatalogTool } from '#shared/domain/tool.ts';
import type { TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import { tagged } from '../../prompt/prompt-tags.ts';
import { type PromptTool, renderTool } from '../../prompt/render-tool.ts';
import type { ModelMessage } from '../models/model-client.ts';
import type { PlannerOptions } from '../planner-options.ts';
import type { RunState } from '../run/run-state.ts';

interface StepMessages {
  readonly messages: readonly ModelMessage[];
  readonly tokens: TokenCount;
  /** For the trace; nothing without a stable prefix. */
  readonly appended: Pick<TraceStep, 'appended_tokens'>;
}

/** The messages of a step after the system prompt; with a stable prefix, activated tools come after the last one so far. */
export function stepMessages(
  state: RunState,
  activated: readonly CatalogTool[],
  { config, countTokens }: Pick<PlannerOptions, 'config' | 'countTokens'>,
): StepMessages {
  const plain = countMessages(state.messages, countTokens);
  if (!config.planner.stable_prefix) return { messages: [...state.messages], tokens: plain, appended: {} };
  const names = activated.map(({ name }) => name);
  state.appended = appendNew(state.appended, names, state.messages.length);
  const messages = withAppended(state.messages, state.appended, { tools: activated, examples: config.tool_examples });
  const tokens = countMessages(messages, countTokens);
  const appended_tokens = { estimate: tokens.estimate - plain.estimate, o200k: tokens.o200k - plain.o200k };
  return { messages, tokens, appended: { appended_tokens } };
}

function countMessages(messages: readonly ModelMessage[], count: (text: string) => TokenCount): TokenCount {
  return messages.map(({ content }) => count(content)).reduce(addTokenCounts, { estimate: 0, o200k: 0 });
}

/** Tools that come after a message, by name; their definitions are looked up when they are sent. */
export interface AppendedTools {
  /** Index of the message. */
  readonly after: number;
  readonly names: readonly string[];
}

/** Adds the activated tools that have no place yet after the last message. */
export function appendNew(
  appended: readonly AppendedTools[],
  activated: readonly string[],
  messages: number,
): readonly AppendedTools[] {
  const placed = new Set(appended.flatMap(({ names }) => names));
  const names = activated.filter((name) => !placed.has(name));
  return names.length === 0 ? appended : [...appended, { after: messages - 1, names }];
}

/** The messages as they are sent with a stable prefix. A tool that is not among `tools`, denied since, is left out. */
export function withAppended(
  messages: readonly ModelMessage[],
  appended: readonly AppendedTools[],
  { tools, examples }: { readonly tools: readonly PromptTool[]; readonly examples: ToolExamplesConfig },
): readonly ModelMessage[] {
  if (appended.length === 0) return messages;
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return messages.map((message, i) => {
    const blocks = appended.flatMap(({ after, names }) => {
      const entries = after === i ? names.flatMap((name) => byName.get(name) ?? []) : [];
      return entries.length === 0 ? [] : [renderBlock(entries, examples)];
    });
    return blocks.length === 0 ? message : { ...message, content: [message.content, ...blocks].join('\n\n') };
  });
}

function renderBlock(tools: readonly PromptTool[], examples: ToolExamplesConfig): string {
  const entries = tools.map((tool) => renderTool(tool, examples)).join('\n');
  return tagged('activated_tools', entries);
}
