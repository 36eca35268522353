import type { CatalogTool } from '#shared/domain/tool.ts';
import type { TraceStep } from '#shared/domain/trace.ts';
import { addTokenCounts, type TokenCount } from '#shared/tokens.ts';
import type { ModelMessage } from '../model-client.ts';
import type { PlannerOptions } from '../planner-options.ts';
import type { RunState } from '../run-state.ts';
import { appendNew, withAppended } from './appended-tools.ts';

interface StepMessages {
  readonly messages: readonly ModelMessage[];
  readonly tokens: TokenCount;
  /** For the trace; nothing without a stable prefix. */
  readonly appended: Pick<TraceStep, 'appended_tokens'>;
}

/** The messages of a step after the system prompt; with a stable prefix, activated tools stand after the last one so far. */
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
