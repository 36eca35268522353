import { z } from 'zod';
import { findingSchema } from '../domain/finding.ts';
import { procedure } from './pegboard-procedure.ts';

/** What this Pegboard runs on. */
export const systemReportSchema = z.object({
  versions: z.record(z.string(), z.string()),
  host: z.enum(['electron', 'http', 'cli', 'test']),
  fts_available: z.boolean(),
  findings: z.array(findingSchema).readonly(),
});

export const systemContract = {
  report: procedure.output(systemReportSchema),
};
