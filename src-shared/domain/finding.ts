import { z } from 'zod';

/** A place in a text file: 1-based line and column. */
const positionSchema = z.object({ line: z.number().int(), column: z.number().int() });

/**
 * What a check found: data, not an error. `path` names the file or the field; `range` the place in it.
 * Codes are stable: scripts and SARIF rely on them.
 */
export const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  path: z.string().optional(),
  range: z.object({ start: positionSchema, end: positionSchema.optional() }).optional(),
  hint: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;
