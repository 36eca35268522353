import type { HistoryEntry } from '#shared/domain/history.ts';
import { type ProviderName, providerNameSchema } from '#shared/domain/payload.ts';
import type { ProvidersConfig } from '#shared/domain/providers-config.ts';
import { recordOf } from '#shared/tables.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import { createSentNames } from '../../providers/providers.ts';
import type { SentNames } from '../../providers/sent-names.ts';
import type { SentStep } from './sent-step.ts';

/** What is the same for all steps. */
export interface LayoutContext {
  readonly providers: ProvidersConfig;
  /** Tools that any step names. */
  readonly named: ReadonlySet<string>;
  /** Made once for every tool of the runs: no step sends a tool under another name than the step before. */
  readonly names: Readonly<Record<ProviderName, SentNames>>;
}

export function layoutContext(steps: readonly SentStep[], providers: ProvidersConfig): LayoutContext {
  // The last message of a run contains all earlier ones, and its lists contain every tool.
  const last = [...new Map(steps.map((step) => [step.run, step])).values()];
  const lists = last.flatMap(({ always, deferred }) => [...always, ...deferred]);
  const tools = [...new Map(lists.map((tool) => [tool.name, tool])).values()];
  return {
    providers,
    named: new Set(last.flatMap(namedTools)),
    names: recordOf(providerNameSchema.options, (provider) => createSentNames(provider, tools)),
  };
}

/** The tools that the messages of a step name: found or called. */
function namedTools({ messages }: SentStep): string[] {
  return entriesOf(messages).flatMap((entry) => {
    if (entry.kind === 'found') return entry.tools.map(({ name }) => name);
    return entry.kind === 'call' ? [entry.name] : [];
  });
}

/** The texts of the messages of a step. */
export function entriesOf(messages: SentStep['messages']): readonly HistoryEntry[] {
  return readHistoryValue(messages, 'messages', ({ name }) => name).history.entries;
}
