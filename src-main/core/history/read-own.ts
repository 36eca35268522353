import { historyEntrySchema } from '#shared/domain/history.ts';
import type { HistoryReader } from './history-reader.ts';
import { asRecord } from './json-record.ts';
import { readChatMessage } from './read-chat.ts';

/** One entry of our own record. */
export function readOwnEntry(value: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  const entry = historyEntrySchema.safeParse(value);
  if (entry.success) {
    reader.entries.push(entry.data);
    return;
  }
  const [issue] = entry.error.issues;
  return reader.skip(at, `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is not valid'}`);
}

/** A run of ours, from its trace: what was asked, and each reply with what came of it. */
export function readTrace({ query, steps }: Record<string, unknown>, at: string, reader: HistoryReader): undefined {
  if (typeof query === 'string') reader.text('user', query);
  for (const [i, value] of (Array.isArray(steps) ? steps : []).entries()) {
    const place = `${at}.steps[${i}]`;
    const step = asRecord(value);
    if (typeof step?.reply !== 'string') {
      reader.skip(place, 'it has no reply');
      continue;
    }
    readChatMessage({ role: 'assistant', content: step.reply }, place, reader);
    if (typeof step.observation !== 'string') continue;
    readChatMessage({ role: 'user', content: `Observation: ${step.observation}` }, place, reader);
  }
}
