import { z } from 'zod';

/** A thing that a conversation has come across (seed 004). */
export const entitySchema = z.object({
  type: z.string(),
  id: z.string(),
  name: z.string(),
  /** When it was last seen, ISO 8601. */
  timestamp: z.string(),
});
export type Entity = z.infer<typeof entitySchema>;

/** What an agent with one discovery tool keeps across the turns of a session (R17.20). Field names as in seed 004 */
export const workingMemorySchema = z.object({
  /** In the order they were last seen; each once. */
  entities: z.array(entitySchema),
  /** Tools that searches returned, in the order they did. */
  discoveredTools: z.array(z.string()),
  /** Those of them that ran (R17.23). */
  usedTools: z.array(z.string()),
  sessionId: z.string(),
  /** ISO 8601. */
  lastUpdated: z.string(),
});
export type WorkingMemory = z.infer<typeof workingMemorySchema>;
