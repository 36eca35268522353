import type { ToolExamplesConfig } from '#shared/domain/config.ts';
import { tagged } from '../../prompt/prompt-tags.ts';
import { type PromptTool, renderTool } from '../../prompt/render-tool.ts';
import type { ModelMessage } from '../model-client.ts';

/** Tools that stand after a message, by names: what they are is looked up when they are sent. */
export interface AppendedTools {
  /** Index of the message. */
  readonly after: number;
  readonly names: readonly string[];
}

/** With the activated tools that stand nowhere yet after the last of the messages. */
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
