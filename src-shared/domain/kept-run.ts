import { z } from 'zod';
import { savingSchema } from './simulation.ts';

/** Characters of the longest film that is kept. */
export const longestFilm = 8 * 1024 * 1024;

/** A run of the simulator that is kept, as a list shows it. */
export const keptRunSchema = z.object({
  id: z.uuid(),
  /** When it ended. */
  at: z.iso.datetime(),
  /** The scenario: its path in the workspace, and what the list of scenarios calls it. */
  path: z.string().max(1000),
  title: z.string().max(500),
  /** The profile in place of the scenario's own; null for that. */
  profile: z.string().max(500).nullable(),
  /** A live model played in place of the scripts. */
  live: z.boolean(),
  steps: z.int().min(0),
  /** Null for a run that was cancelled. */
  tokens: z.object({ estimate: savingSchema, o200k: savingSchema }).nullable(),
  /** How it ended, in words: `Answered, 1 of 2 calls failed`. */
  result: z.string().max(500),
  /** `passed`: an answer, and every expectation came true. */
  outcome: z.enum(['passed', 'mixed', 'failed', 'cancelled']),
});
export type KeptRun = z.infer<typeof keptRunSchema>;

/** A kept run and what it is played from again: a text that only the app reads. */
export const runRecordSchema = z.object({ run: keptRunSchema, film: z.string().max(longestFilm) });
