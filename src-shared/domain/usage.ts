import { z } from 'zod';
import { gatewayModeSchema } from './gateway-config.ts';
import { searchTypeSchema } from './search-request.ts';
import { matchStrengthSchema } from './search-result.ts';

/** One host at the gateway: who it says it is, and how it is connected. */
export const usageSessionSchema = z.object({
  client: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** Revision of the protocol, such as 2026-07-28. */
  protocol: z.string(),
  transport: z.enum(['stdio', 'http']),
  persona: z.string().nullable(),
  mode: gatewayModeSchema,
});
export type UsageSession = z.infer<typeof usageSessionSchema>;

/** How a request ended. `refused`: by policy, consent or wrong arguments; `tool_error`: the tool itself says that it failed. */
export const usageOutcomeSchema = z.enum(['ok', 'tool_error', 'refused', 'not_found', 'failed', 'cancelled']);
export type UsageOutcome = z.infer<typeof usageOutcomeSchema>;

const answered = {
  outcome: usageOutcomeSchema,
  /** Code of the error, where there is one. */
  error: z.string().nullable(),
  /** Time in the gateway, all of it; milliseconds. */
  elapsed_ms: z.number(),
  /** Tokens of the answer, by the estimate. */
  tokens: z.number().int(),
};

/** One request of a host. Names are those of the catalog; a name that the caller may not use is never kept. */
export const usageRecordSchema = z.discriminatedUnion('kind', [
  z.object({ ...answered, kind: z.literal('list'), tools: z.number().int() }),
  z.object({
    ...answered,
    kind: z.literal('search'),
    query: z.string(),
    search_type: searchTypeSchema,
    limit: z.number().int(),
    hits: z.array(z.object({ name: z.string(), score: z.number() })),
    /** The strength of the best hit; null when words do not decide, or nothing was found. */
    strength: matchStrengthSchema.nullable(),
  }),
  z.object({ ...answered, kind: z.literal('get'), names: z.array(z.string()) }),
  z.object({
    ...answered,
    kind: z.literal('call'),
    /** Null when the name is of no tool that the caller may use. */
    tool: z.string().nullable(),
    source: z.string().nullable(),
    /** The tool of the list that was called: the tool itself, or one of the call tools. */
    through: z.string(),
    /** Time that the server took; null when it was not asked. */
    upstream_ms: z.number().nullable(),
    /** Only with `gateway.log.arguments`; JSON, secrets masked. */
    arguments: z.string().nullable(),
    result: z.string().nullable(),
  }),
  z.object({ ...answered, kind: z.enum(['resource', 'prompt', 'completion']), source: z.string(), name: z.string() }),
]);
export type UsageRecord = z.infer<typeof usageRecordSchema>;
