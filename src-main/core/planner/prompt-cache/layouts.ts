import { type ProviderName, providerNameSchema } from '#shared/domain/payload.ts';
import type { PromptLayout } from '#shared/domain/prompt-cache.ts';
import { recordOf } from '#shared/tables.ts';
import { renderPrompt } from '../../prompt/render-prompt.ts';
import type { ModelMessage } from '../models/model-client.ts';
import type { LayoutContext } from './layout-context.ts';
import { providerParts } from './provider-parts.ts';
import type { RequestPart, SentStep } from './sent-step.ts';
import { type AppendedTools, appendNew, withAppended } from './step-messages.ts';

/** A step as a request; what a run carries from step to step is `before`. */
type Layout = (
  step: SentStep,
  before: readonly AppendedTools[],
  context: LayoutContext,
) => {
  readonly parts: readonly RequestPart[];
  readonly appended: readonly AppendedTools[];
};

/** The layouts that are compared. */
export const layouts: Readonly<Record<PromptLayout, Layout>> = {
  listed: ({ input, always, activated, messages }) => ({
    parts: [...systemParts({ ...input, tools: [...always, ...activated] }), ...messageParts(messages)],
    appended: [],
  }),
  appended: ({ input, always, activated, messages }, before) => {
    const names = activated.map(({ name }) => name);
    const appended = appendNew(before, names, messages.length);
    const sent = withAppended(messages, appended, { tools: activated, examples: input.examples });
    return { parts: [...systemParts({ ...input, tools: always }), ...messageParts(sent)], appended };
  },
  ...recordOf(providerNameSchema.options, providerLayout),
};

function providerLayout(provider: ProviderName): Layout {
  return (step, _before, context) => ({ parts: providerParts(provider, step, context), appended: [] });
}

function systemParts(input: Parameters<typeof renderPrompt>[0]): RequestPart[] {
  return renderPrompt(input).map(({ name, text }) => ({ place: name, text }));
}

function messageParts(messages: readonly ModelMessage[]): RequestPart[] {
  return messages.map(({ role, content }, i) => ({ place: `message ${i + 1} (${role})`, text: content }));
}
