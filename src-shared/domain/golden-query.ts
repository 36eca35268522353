import { z } from 'zod';
import { findingSchema } from './finding.ts';

/** Where golden queries live in a workspace: a file right in its folder `evals`. */
export const goldenFolder = 'evals';
const goldenFileNameSchema = z
  .string()
  .regex(/^evals\/[^/\\.\s][^/\\]{0,99}\.jsonl$/, 'must be a file like evals/golden.jsonl');

/** The file that is made when there is none. */
export const defaultGoldenFile = 'evals/golden.jsonl';

/** Groups of tools that are equally right; one of each group is wanted. */
const groupsSchema = z
  .array(z.array(z.string().trim().min(1).max(500)).min(1).max(100).readonly())
  .min(1)
  .max(100)
  .readonly();

const questionSchema = z
  .string()
  .max(20_000)
  .refine((query) => query.trim() !== '', 'is blank');

/** One golden query: a line of a file of the workspace. */
export const goldenQuerySchema = z.object({
  file: z.string(),
  /** 1-based. */
  line: z.number().int(),
  query: z.string(),
  relevant: z.array(z.array(z.string()).readonly()).readonly(),
});
export type GoldenQuery = z.infer<typeof goldenQuerySchema>;

/** Every golden query of a workspace, by file and line. Findings name the lines that are not among them, and why. */
export const goldenSetSchema = z.object({
  files: z.array(z.object({ path: z.string(), queries: z.number().int() })).readonly(),
  queries: z.array(goldenQuerySchema).readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type GoldenSet = z.infer<typeof goldenSetSchema>;

/** A line, and the query that the caller saw in it: when the line has another query now, nothing is written. */
const seenLine = { file: goldenFileNameSchema, line: z.number().int().min(1), was: z.string() };

/** One change of the golden queries. */
export const goldenChangeSchema = z.discriminatedUnion('type', [
  /** A new query; one that is there already gets these right answers beside its own. */
  z.object({
    type: z.literal('add'),
    file: goldenFileNameSchema.optional(),
    query: questionSchema,
    relevant: groupsSchema,
  }),
  /** Another text or other right answers for a query. */
  z.object({ type: z.literal('set'), ...seenLine, query: questionSchema, relevant: groupsSchema }),
  z.object({ type: z.literal('remove'), ...seenLine }),
  /** Takes one right answer from a query, and the query with its last one. */
  z.object({ type: z.literal('unmark'), query: questionSchema, tool: z.string() }),
]);
export type GoldenChange = z.infer<typeof goldenChangeSchema>;

/**
 * Text of whole lines, with their ends, instead of another: an empty `from` inserts, an empty `to` removes. Its undo is the
 * two swapped.
 */
export const lineSwapSchema = z.object({
  file: goldenFileNameSchema,
  line: z.number().int().min(1),
  from: z.string().max(1_000_000),
  to: z.string().max(1_000_000),
});
export type LineSwap = z.infer<typeof lineSwapSchema>;

/** What a change did. */
export const goldenEditSchema = z.object({
  done: z.enum(['added', 'changed', 'removed', 'unchanged']),
  file: z.string(),
  line: z.number().int(),
  /** What takes it back; null where nothing was written. */
  undo: lineSwapSchema.nullable(),
});
export type GoldenEdit = z.infer<typeof goldenEditSchema>;
