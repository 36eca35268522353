import { z } from 'zod';
import { usageRecordSchema, usageSessionSchema } from './usage.ts';

/** Number of a request or session in the log. Numbers grow, and none is given twice. */
const number = z.number().int();
/** Time as ISO 8601 in UTC. */
const time = z.string();
const count = z.number().int();

/** A request in the log. */
export const usageEntrySchema = z.object({
  id: number,
  at: time,
  session: number,
  /** Name of the client; null for one that gave none. */
  client: z.string().nullable(),
  persona: z.string().nullable(),
  record: usageRecordSchema,
  /** Of a search: the tool that the same session called next, where the search did not find it. */
  called_later: z.object({ id: number, tool: z.string() }).nullable(),
});
export type UsageEntry = z.infer<typeof usageEntrySchema>;

/** A host that is, or was, at the gateway. */
export const usageSessionViewSchema = z.object({
  ...usageSessionSchema.shape,
  id: number,
  /** Process of its gateway. */
  pid: z.number().int(),
  started_at: time,
  used_at: time,
  ended_at: time.nullable(),
  /** It did not end, and its gateway runs. */
  connected: z.boolean(),
  requests: count,
  /** The list of tools that it was last given: how many, and tokens by the estimate. */
  list: z.object({ tools: count, tokens: count, at: time }).nullable(),
});
export type UsageSessionView = z.infer<typeof usageSessionViewSchema>;

const totalSchema = z.object({
  /** How many requests, and how many of them did not end well; those that were cancelled are neither. */
  requests: count,
  failed: count,
  /** Tokens of the answers, by the estimate. */
  tokens: count,
  /** Mean time in the gateway, milliseconds. */
  mean_ms: z.number(),
});
const namedTotalSchema = z.object({ name: z.string().nullable(), ...totalSchema.shape });
export type UsageNamedTotal = z.infer<typeof namedTotalSchema>;

/** Sums over a time, the most used first; of tools, sources and clients the fifty that are used most. */
export const usageTotalsSchema = z.object({
  since: time,
  ...totalSchema.shape,
  kinds: z.array(namedTotalSchema),
  tools: z.array(namedTotalSchema),
  sources: z.array(namedTotalSchema),
  clients: z.array(namedTotalSchema),
});
export type UsageTotals = z.infer<typeof usageTotalsSchema>;

/** Most entries of an answer. */
export const mostUsageEntries = 200;

const limit = z.int().min(1).max(mostUsageEntries);

/** `before`: older than this one, the newest first; `after`: newer than this one, the oldest first; neither: the newest first. */
export const usageTrafficInputSchema = z
  .strictObject({
    before: z.int().min(0).optional(),
    after: z.int().min(0).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
    limit: limit.default(50),
  })
  .refine(({ before, after }) => before === undefined || after === undefined, 'Give before or after, not both.');
export type UsageTrafficInput = z.infer<typeof usageTrafficInputSchema>;

/** What is wrong with the log, in words, where it cannot be read; a workspace that nobody served has an empty one. */
const problem = z.string().nullable();

export const usageTrafficSchema = z.object({
  /** What the log is called: another one where the file was made again, and its numbers begin again. Null where there is none. */
  log: z.string().nullable(),
  problem,
  entries: z.array(usageEntrySchema),
  /** What to give as `before`, or as `after`, to go on; null where there are no more. */
  next: number.nullable(),
});

export type UsageTraffic = z.infer<typeof usageTrafficSchema>;

export const gatewayStatusSchema = z.object({
  log: z.string().nullable(),
  problem,
  /** `gateway.log.enabled`. */
  enabled: z.boolean(),
  /** Size of the log, bytes. */
  bytes: count,
  /** Those that are connected, then those of late; 100 at most. */
  sessions: z.array(usageSessionViewSchema),
  /** All definitions of the enabled sources before overlays: what a host would carry without Pegboard. */
  without: z.object({ tools: count, tokens: count }),
  /** Of 24 hours. */
  totals: usageTotalsSchema,
});
export type GatewayStatus = z.infer<typeof gatewayStatusSchema>;

export const usageWatchInputSchema = z.strictObject({ limit: limit.default(50) });

/** What is new. The first event has the newest entries; each later one those that came, or other sessions. */
export const usageEventSchema = z.object({
  log: z.string().nullable(),
  problem,
  /** Number of the oldest request that is kept: those before it are gone. Null where there is none. */
  oldest: number.nullable(),
  sessions: z.array(usageSessionViewSchema),
  /** The oldest first. */
  entries: z.array(usageEntrySchema),
});
export type UsageEvent = z.infer<typeof usageEventSchema>;

export const clearedUsageSchema = z.object({ removed: count });
