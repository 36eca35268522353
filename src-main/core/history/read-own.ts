import { z } from 'zod';
import { historyEntrySchema } from '#shared/domain/history.ts';
import type { Resumption } from '#shared/domain/trace.ts';
import { resumptionSchema } from '#shared/domain/trace.ts';
import type { HistoryReader } from './history-reader.ts';
import { asRecord } from './history-reader.ts';
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
export function readTrace(
  { query, steps, resumptions }: Record<string, unknown>,
  at: string,
  reader: HistoryReader,
): undefined {
  const resumed = z.array(resumptionSchema).safeParse(resumptions ?? []);
  if (typeof query === 'string') reader.text('user', query);
  for (const [i, value] of (Array.isArray(steps) ? steps : []).entries()) {
    const place = `${at}.steps[${i}]`;
    const step = asRecord(value);
    if (typeof step?.reply !== 'string') {
      reader.skip(place, 'it has no reply');
      continue;
    }
    readChatMessage({ role: 'assistant', content: step.reply }, place, reader);
    const observation = typeof step.observation === 'string' ? step.observation : null;
    const told = observationAfter(observation, i + 1, resumed.data);
    if (told === null) continue;
    readChatMessage({ role: 'user', content: `Observation: ${told}` }, place, reader);
  }
}

/** What the model read after a step, counted from 1: its own observation or, where it paused, what the resume brought; else null. */
export function observationAfter(
  observation: string | null,
  step: number,
  resumptions: readonly Pick<Resumption, 'step' | 'observation'>[] = [],
): string | null {
  const resumed = resumptions.find((one) => one.step === step && one.observation !== null);
  return observation ?? resumed?.observation ?? null;
}
