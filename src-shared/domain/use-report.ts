import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { useEventSchema, useKinds, useOriginSchema } from './use.ts';

/** Milliseconds since 1970. */
const time = z.int();
const count = z.int().min(0);

/** A search by what came of it. `unknown`: the log does not say what it found. */
export const useSearchOutcomes = ['empty', 'first', 'other', 'none', 'unknown'] as const;
export const useSearchOutcomeSchema = z.enum(useSearchOutcomes);
export type UseSearchOutcome = z.infer<typeof useSearchOutcomeSchema>;

const scope = {
  since: time.optional(),
  /** Exclusive. */
  until: time.optional(),
  origins: z.array(useOriginSchema).max(10).optional(),
  /** A source of the catalog: calls of its tools, and searches after which one of them was called. */
  source: z.string().max(200).optional(),
  /** Null: those that name no client. */
  client: z.string().max(200).nullable().optional(),
};

export const useReportInputSchema = z.strictObject(scope);
export type UseReportInput = z.infer<typeof useReportInputSchema>;

/**
 * Which events are meant: all conditions hold at once. Every figure of a report names its rows with the scope of the report and its own
 * key, such as `{ tool }`, `{ day }`, `{ search: 'empty', query }` or `{ said }`.
 */
export const useFilterSchema = z.strictObject({
  ...scope,
  /** Of these `origins`, this one: it changes nothing in which log a call through our own gateway counts. */
  origin: useOriginSchema.optional(),
  kind: z.enum(useKinds).optional(),
  tool: z.string().max(500).optional(),
  said: z.string().max(500).optional(),
  skill: z.string().max(500).optional(),
  session: z.string().max(200).optional(),
  /** A day in UTC, such as 2026-11-23. */
  day: z.iso.date().optional(),
  ok: z.boolean().optional(),
  query: z.string().max(4000).optional(),
  search: useSearchOutcomeSchema.optional(),
  /** Searches with this first result, and those after which this tool was called. */
  first: z.string().max(500).optional(),
  called: z.string().max(500).optional(),
  /** Calls of these tools in sessions that called all of them. */
  together: z.array(z.string().max(500)).min(2).max(10).optional(),
  /** Calls of any of these tools. */
  either: z.array(z.string().max(500)).min(2).max(10).optional(),
});
export type UseFilter = z.infer<typeof useFilterSchema>;

/** Most rows of an answer. */
export const mostUseRows = 200;

export const useRowsInputSchema = z.strictObject({
  filter: useFilterSchema.default({}),
  /** Only rows before the one with this number, in the order of the answer. */
  before: z.int().min(1).optional(),
  limit: z.int().min(1).max(mostUseRows).default(50),
});

/** An event with its number; of a search, also what came of it. */
export const useRowSchema = useEventSchema.extend({
  id: z.int(),
  /** Of a search: the tool that the session called next, within ten minutes. */
  called: z.string().nullable(),
  search: useSearchOutcomeSchema.nullable(),
});
export type UseRow = z.infer<typeof useRowSchema>;

export const useRowsSchema = z.object({
  /** The newest first. */
  rows: z.array(useRowSchema),
  /** What to give as `before` to go on; null where there are no more. */
  next: z.int().nullable(),
});
export type UseRows = z.infer<typeof useRowsSchema>;

const latency = {
  /** Median and 95th percentile of the durations, milliseconds; null where the logs have none. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
};
const calls = { calls: count, failed: count };

const toolFigureSchema = z.object({
  tool: z.string(),
  source: z.string(),
  ...calls,
  sessions: count,
  ...latency,
  /** Tokens of its answers, by the estimate; null where the logs do not say. */
  tokens: count.nullable(),
  last_at: time,
});

const sourceFigureSchema = z.object({
  source: z.string(),
  /** Tools in the catalog, tokens of their entries in a prompt that has them all, and how many of them were called. */
  tools: count,
  tokens: tokenCountSchema,
  used: count,
  ...calls,
  ...latency,
});

const carriedSchema = z.object({
  sources: count,
  tools: count,
  /** Tokens of the entries of all tools in a prompt that has them all. */
  tokens: tokenCountSchema,
  /** The same of the tools that are always loaded. */
  always: z.object({ tools: count, tokens: tokenCountSchema }),
  /** Tools of the catalog that were called. */
  used: count,
  /** Days from the first event of the report to its last, both included. */
  days: count,
  /** Tools that nobody called, the largest first. */
  never: z.array(z.object({ tool: z.string(), source: z.string(), always: z.boolean(), tokens: tokenCountSchema })),
});

const queryFigureSchema = z.object({
  query: z.string(),
  count,
  last_at: time,
});

const searchesSchema = z.object({
  total: count,
  /** By what came of them; their sum is `total`. */
  outcomes: z.record(useSearchOutcomeSchema, count),
  /** Queries that found nothing, the most frequent first. */
  empty: z.array(queryFigureSchema),
  /** Queries after which another tool was called than the first result. */
  other: z.array(queryFigureSchema.extend({ first: z.string(), called: z.string() })),
});

/** Use over a time, by the logs that were read. Lists are the most frequent first and hold at most `mostUseFigures` entries. */
export const useReportSchema = z.object({
  /** Times of the first and the last event; null without one. */
  first_at: time.nullable(),
  last_at: time.nullable(),
  events: count,
  sessions: count,
  ...calls,
  ...latency,
  gets: count,
  origins: z.array(z.object({ origin: useOriginSchema, events: count, sessions: count })),
  tools: z.array(toolFigureSchema),
  /** Every source of the catalog. */
  sources: z.array(sourceFigureSchema),
  clients: z.array(z.object({ client: z.string().nullable(), sessions: count, ...calls, searches: count })),
  /** Every day in UTC from the first event to the last, the oldest first; the last 400. */
  days: z.array(z.object({ day: z.string(), ...calls, searches: count })),
  skills: z.array(z.object({ skill: z.string(), loads: count, sessions: count })),
  carried: carriedSchema,
  searches: searchesSchema,
  /** Pairs of tools that were called in the same session; `sessions`: how many called both, `of`: either. */
  together: z.array(z.object({ tools: z.tuple([z.string(), z.string()]), sessions: count, of: count })),
  /** Names in logs that match no tool of the catalog, or several tools. `own`: a tool of the client itself. */
  unmapped: z.array(z.object({ said: z.string(), why: z.enum(['own', 'unknown', 'ambiguous']), calls: count })),
  /** Calls of tools that are not in the catalog, all of them. */
  unmapped_calls: count,
});
export type UseReport = z.infer<typeof useReportSchema>;

/** Most entries of a list in a report, `never` aside. */
export const mostUseFigures = 200;

/** The place of a broken line: a file of the origin, and the line that was broken first. */
const brokenPlaceSchema = z.object({ path: z.string(), line: z.int() });

/** A log on this computer. */
export const useOriginStateSchema = z.object({
  origin: useOriginSchema,
  title: z.string(),
  /** Folders and files that are read, or would be. */
  places: z.array(z.string()),
  /** What lies there now: how many files, bytes of all of them. */
  files: count,
  bytes: count,
  allowed: z.boolean(),
  /** When it was read last; null when it never was. */
  read_at: time.nullable(),
  /** Of all reads: lines, lines that could not be read, where the first of them is, and events that are kept. */
  lines: count,
  broken: count,
  first_broken: brokenPlaceSchema.nullable(),
  events: count,
  /** Calls whose name is no tool of the catalog. */
  unmapped: count,
  /** Why it could not be read, in words. */
  problem: z.string().nullable(),
});
export type UseOriginState = z.infer<typeof useOriginStateSchema>;

/** Full paths of files and folders that are read in place of those where the client keeps its own. */
export const usePathsSchema = z.array(z.string().min(1).max(4096)).max(50);

export const useAllowInputSchema = z.strictObject({ origin: useOriginSchema, paths: usePathsSchema.optional() });
export const useForgetInputSchema = z.strictObject({ origin: useOriginSchema.optional() });
export const useReadInputSchema = z.strictObject({ origins: z.array(useOriginSchema).max(10).optional() });

const readFigures = {
  files: count,
  lines: count,
  broken: count,
  /** Of the broken lines, those whose event is more than a day after now. */
  ahead: count,
  first_broken: brokenPlaceSchema.nullable(),
  /** Events that were not there before. */
  added: count,
  /** Logs of this origin that earlier reads took, and their lines: a report has their events too. */
  other_logs: count,
  other_lines: count,
};

/** One origin after a read. */
export const useReadResultSchema = z.object({
  origin: useOriginSchema,
  ...readFigures,
  problem: z.string().nullable(),
});
export type UseReadResult = z.infer<typeof useReadResultSchema>;

export const useReadEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    origin: useOriginSchema,
    files: count,
    of: count,
    /** Bytes that were read of this origin, and how many there are to read. */
    bytes: count,
    bytes_of: count,
  }),
  z.object({ type: z.literal('done'), origins: z.array(useReadResultSchema) }),
]);
export type UseReadEvent = z.infer<typeof useReadEventSchema>;
