import type { HistoryEntry } from '#shared/domain/history.ts';
import { readHistoryValue } from '../../history/read-history.ts';
import type { SentStep } from './sent-step.ts';

/** The tools that the messages of a step name: found or called. */
export function namedTools({ messages }: SentStep): string[] {
  return entriesOf(messages).flatMap((entry) => {
    if (entry.kind === 'found') return entry.tools.map(({ name }) => name);
    return entry.kind === 'call' ? [entry.name] : [];
  });
}

/** What the messages of a step say. */
export function entriesOf(messages: SentStep['messages']): readonly HistoryEntry[] {
  return readHistoryValue(messages, 'messages', ({ name }) => name).history.entries;
}
