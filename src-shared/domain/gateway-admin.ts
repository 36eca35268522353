import { z } from 'zod';
import { errorTable } from '../errors.ts';
import { keysOf } from '../tables.ts';
import { approvalActionSchema, approvalStateSchema, changeClassSchema, partKindSchema } from './approval.ts';
import { usageOutcomeSchema } from './usage.ts';

/** The form of the answer of `/admin/state`. */
export const gatewayAdminForm = 'pegboard.gateway-admin/1';

/** Path of the state of a gateway server, behind its public address. */
export const gatewayAdminPath = '/admin/state';

/** Why the state of a gateway server cannot be read. */
export const adminTroubles = [
  'unreachable',
  'timeout',
  /** 401: it does not know the token. */
  'token',
  /** 403: the token has no right to it. */
  'right',
  /** 404: it has no state for anybody. */
  'endpoint',
  /** Another HTTP status. */
  'failed',
  /** A newer form of the state than this one. */
  'newer',
  /** Anything else than a state. */
  'other',
] as const;
export type AdminTrouble = (typeof adminTroubles)[number];

/** Rows of each list of the state. */
export const mostAdminRows = 50;

/** The first rows of a list, and how many more there are. */
function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row).max(mostAdminRows), more: z.int().min(0).describe('Rows that are left out.') });
}

const time = z.iso.datetime();
const count = z.int().min(0);
/** Why a part of the state is missing or old; null when it is not. */
const problem = z.string().max(1000).nullable();

const processSchema = z.object({
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: time,
  requests_under_way: count,
  ready: z.boolean(),
  problem: problem.describe('What is wrong though requests are served.'),
  store: z.enum(['files', 'postgresql']),
});

const catalogSchema = z.object({
  from: z.enum(['folder', 'git']),
  version: z.string().describe('The commit, or the hash of all files of the workspace.'),
  since: time.describe('Since when this process serves it.'),
  tools: count,
  checked_at: time.nullable().describe('When the repository was asked last with success; null for a folder.'),
  problem: problem.describe('Why a newer version is not served.'),
});

const upstreamSchema = z.object({
  source: z.string(),
  enabled: z.boolean(),
  consented: z.boolean().describe('Whether the account of the server agreed to it.'),
  state: z
    .enum(['stopped', 'starting', 'running'])
    .describe('The session with the credentials that all callers share.'),
  stale: z.boolean().describe('Its list of tools changed after the last import.'),
  failures: count.describe('Failures in a row, the most of any caller.'),
  paused_until: time.nullable().describe('It failed, and is left alone until then; null when it may be asked.'),
  error: z.enum(keysOf(errorTable)).nullable().describe('Code of the last failure; null after a success.'),
});

const personaCallsSchema = z.object({
  persona: z.string().nullable(),
  requests: count,
  failed: count.describe('Requests that ended neither well nor cancelled.'),
});

const callerSchema = z.object({
  name: z.string().describe('Name of a token, or `oauth:` and the subject.'),
  persona: z.string().nullable(),
  requests: count,
  refused: count.describe('Answers with an HTTP status of 400 or more, and requests whose caller went away.'),
  last_at: time,
});

const outcomeSchema = z.object({ source: z.string(), outcome: usageOutcomeSchema, requests: count });

const approvalSchema = z.object({
  name: z.string(),
  source: z.string(),
  kind: z.enum(['tool', ...partKindSchema.options]),
  state: approvalStateSchema,
  change: changeClassSchema.nullable(),
  action: approvalActionSchema.describe('What `approvals` says: `allow` is served meanwhile.'),
  seen_at: time.describe('When this process saw it first, to within half a minute.'),
});

const signInSchema = z.object({ source: z.string(), callers: count });

const trailSchema = z.object({
  number: z.int(),
  at: time,
  by: z.string(),
  action: z.enum(['began', 'added', 'changed', 'removed']),
  subject: z.string(),
});

/**
 * What an operator sees of a gateway server: one process, with what all processes share. Names and numbers; it has no secret, no query, no argument and
 * no text of a tool.
 */
export const gatewayAdminSchema = z.object({
  schema: z.literal(gatewayAdminForm),
  at: time.describe('When the state was read; an answer may be two seconds old.'),
  process: processSchema,
  catalog: catalogSchema,
  upstreams: listOf(upstreamSchema),
  calls: z.object({
    since: time.describe('A day before.'),
    problem: problem.describe('Why the usage log says nothing.'),
    personas: listOf(personaCallsSchema).describe('By the usage log, of all processes with one store.'),
    outcomes: listOf(outcomeSchema).describe('Calls by source and outcome, by the usage log.'),
  }),
  callers: listOf(callerSchema).describe('Of this process in the last 24 hours, the ones seen last first.'),
  approvals: listOf(approvalSchema).describe('What waits for a decision of a person.'),
  sign_ins: listOf(signInSchema).extend({ problem }).describe('Callers that are signed in, by source.'),
  trail: listOf(trailSchema).extend({ problem }).describe('The audit trail, the newest entry first.'),
});
export type GatewayAdminState = z.infer<typeof gatewayAdminSchema>;
