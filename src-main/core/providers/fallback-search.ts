import type { HistoryEntry } from '#shared/domain/history.ts';
import type { LayoutInput } from './payload-input.ts';
import { sentNameOf } from './sent-name-of.ts';

/** What our tool_search said, as a text with the names that the request has. */
export function fallbackSearchResult(
  { tools, error }: Extract<HistoryEntry, { kind: 'found' }>,
  input: Pick<LayoutInput, 'tools' | 'names'>,
): string {
  if (error) return JSON.stringify({ error });
  return JSON.stringify({
    tools: tools.map(({ name, description }) => ({
      name: sentNameOf(name, input),
      ...(description === undefined ? {} : { description }),
    })),
  });
}
