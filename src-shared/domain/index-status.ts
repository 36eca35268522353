import { z } from 'zod';

/** State of the tool index (R2.20, R2.21, R12.06). */
export const indexStatusSchema = z.object({
  /** File of the index, or null while it lives in memory. */
  path: z.string().nullable(),
  /** Why it lives in memory, or null. */
  memory_reason: z.string().nullable(),
  /** Size of its pages, bytes. */
  bytes: z.number().int(),
  tools: z.number().int(),
  fts_available: z.boolean(),
  schema_version: z.number().int(),
  fingerprint: z.string(),
  last_sync: z.object({
    inserted: z.number().int(),
    updated: z.number().int(),
    removed: z.number().int(),
    unchanged: z.number().int(),
    rebuilt: z.boolean(),
  }),
});
export type IndexStatus = z.infer<typeof indexStatusSchema>;

/** Progress of long work: `done` of `total` in units of `phase`; the last event carries the result. */
export const indexProgressSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    phase: z.enum(['hash', 'write']),
    done: z.number().int(),
    total: z.number().int(),
  }),
  z.object({ type: z.literal('done'), status: indexStatusSchema }),
]);
export type IndexProgress = z.infer<typeof indexProgressSchema>;
