import { z } from 'zod';

/** A tool that a search returned: its name by our naming, and what the search returned about it. */
const foundToolSchema = z.object({ name: z.string(), description: z.string().nullish() });
export type FoundTool = z.infer<typeof foundToolSchema>;

/**
 * One entry of a message history, whoever recorded it. Searches for tools are entries of their own, so that a search of a
 * provider and one of ours say the same thing (R18.19). Names are those of the catalog.
 */
export const historyEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), text: z.string() }),
  z.object({ kind: z.literal('assistant'), text: z.string() }),
  /** A tool call; `text` is the reply as the model wrote it, where the wire keeps it. */
  z.object({
    kind: z.literal('call'),
    call_id: z.string(),
    name: z.string(),
    args: z.record(z.string(), z.unknown()),
    text: z.string().optional(),
  }),
  /** What the model read of a call. */
  z.object({
    kind: z.literal('result'),
    call_id: z.string(),
    name: z.string(),
    text: z.string(),
    is_error: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('search'),
    call_id: z.string(),
    args: z.record(z.string(), z.unknown()),
    text: z.string().optional(),
  }),
  /** What a search returned; `error` when it failed. */
  z.object({
    kind: z.literal('found'),
    call_id: z.string(),
    tools: z.array(foundToolSchema),
    error: z.object({ code: z.string(), message: z.string().nullable() }).nullable().default(null),
    text: z.string().optional(),
  }),
]);
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** The one record that all message histories are read into. */
export const historySchema = z.object({
  schema: z.literal('pegboard.history/1'),
  entries: z.array(historyEntrySchema),
});
export type History = z.infer<typeof historySchema>;

export function historyOf(entries: readonly HistoryEntry[]): History {
  return { schema: 'pegboard.history/1', entries: [...entries] };
}
