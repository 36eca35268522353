import { z } from 'zod';
import { errorValueSchema } from '../errors.ts';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';
import { importPlanSchema, importResultSchema, planBaseSchema } from './import-plan.ts';
import { mcpConnectionSchema } from './mcp-connection.ts';
import { sourceFormatSchema, sourceNameSchema } from './source.ts';

/** How a server describes itself. */
const serverInfoSchema = z.object({ name: z.string(), version: z.string() });

/** The last import of a live source: kept in the cache folder, so that deleting that loses only this. */
export const lastImportSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  protocol_version: z.string(),
  server: serverInfoSchema.nullable(),
});

/** One source as lists show it. */
export const sourceSummarySchema = z.object({
  name: z.string(),
  /** `file`: a captured list; `stdio` and `http`: a live server beside its captured list. */
  kind: z.enum(['file', 'stdio', 'http']),
  format: sourceFormatSchema,
  path: z.string(),
  enabled: z.boolean(),
  /** `unreadable`: its captured file is missing or broken; the finding says why. */
  status: z.enum(['ready', 'disabled', 'unreadable']),
  tools: z.number().int(),
  /** Tokens of its tools' entries if all were in the prompt; estimate (code points / 4, rounded once). */
  tokens_estimate: z.number().int(),
  /** What starting it would run or reach; null for a file. */
  runs: z.string().nullable(),
  /** Whether this user has agreed to exactly that; null for a file. */
  consented: z.boolean().nullable(),
  last_import: lastImportSchema.nullable(),
  /** Whether Pegboard holds a session with its server open now; null for a file. */
  state: z.enum(['stopped', 'starting', 'running']).nullable(),
  /** Its server said after the last import that its list of tools changed. */
  stale: z.boolean(),
  /** `needed`: it answered 401 and offers OAuth. Null for what never asked. */
  sign_in: z.enum(['needed', 'signed_in']).nullable(),
  /** Why it cannot be read, variables that are not set, tokens that are kept unencrypted, … */
  findings: z.array(findingSchema).readonly(),
  /** The pack that holds the skills of its server; null without one. */
  pack: z.string().nullable(),
  /** How the last attempt to start it, or its session, failed since Pegboard was started. */
  mcp_problem: errorValueSchema.nullable(),
});
export type SourceSummary = z.infer<typeof sourceSummarySchema>;

/** How long a caller waits, in milliseconds. */
export const timeoutSchema = z.int().min(100).max(3_600_000).optional();

/** Import from a live server: one that is described here, or with `source` alone one that the workspace names. */
export const importMcpInputSchema = z
  .strictObject({
    connection: mcpConnectionSchema.optional(),
    source: sourceNameSchema.optional(),
    /** Off: list and plan, write nothing. */
    apply: z.boolean().default(true),
    /** The user has agreed to starting exactly this. Without it, a stored consent is needed. */
    consent: z.boolean().default(false),
    /** Refuses the whole list when one of its tools cannot be read (`invalid_input`). */
    strict: z.boolean().optional(),
    /** The plan that was looked at: when workspace or list are others by now, nothing is written (`config_changed`). */
    approved: z.object({ base: planBaseSchema, list_hash: z.string() }).optional(),
    /** Milliseconds for connecting, and for each request. */
    timeout_ms: timeoutSchema,
  })
  .refine(({ connection, source }) => connection !== undefined || source !== undefined, {
    message: 'give a connection, or a source of the workspace',
  });
export type ImportMcpInput = z.infer<typeof importMcpInputSchema>;

/**
 * What happens during an import, in this order; `starting` and `listing` repeat, `connected` too where a lost session is
 * replaced, and `stderr` may come at any time from `starting` on.
 */
export const importMcpEventSchema = z.discriminatedUnion('type', [
  /** `limit_ms`: how long the server may take to connect. */
  z.object({ type: z.literal('connecting'), runs: z.string(), limit_ms: z.number().optional() }),
  /** Its process or connection is being opened. `downloading`: a package runner may still be fetching it. */
  z.object({ type: z.literal('starting'), downloading: z.boolean() }),
  /** The last lines that the server wrote to stderr so far, secrets masked. Each event replaces the one before. */
  z.object({ type: z.literal('stderr'), text: z.string() }),
  z.object({ type: z.literal('connected'), protocol_version: z.string(), server: serverInfoSchema.nullable() }),
  z.object({ type: z.literal('listing'), pages: z.number().int(), tools: z.number().int() }),
  /** `list_hash` stands for what the server listed: with the plan's base it says what was approved. */
  z.object({ type: z.literal('planned'), plan: importPlanSchema, list_hash: z.string() }),
  z.object({ type: z.literal('done'), result: importResultSchema }),
]);
export type ImportMcpEvent = z.infer<typeof importMcpEventSchema>;

export const callInputSchema = z.strictObject({
  /** Name in the catalog. */
  tool: z.string().min(1),
  args: z.record(z.string(), z.unknown()),
  consent: z.boolean().default(false),
  /** The user has agreed to a call that may destroy something. */
  confirmed: z.boolean().default(false),
  timeout_ms: timeoutSchema,
});
export type CallInput = z.infer<typeof callInputSchema>;

/** What does not fit the schema of a tool: an entry of `data.issues` of the error `invalid_arguments`. */
export const argumentIssueSchema = z.object({
  /** As people write it: `address.street`. */
  path: z.string(),
  /** JSON pointer into the arguments; of a missing one, where it should be. */
  pointer: z.string(),
  message: z.string(),
});
export type ArgumentIssue = z.infer<typeof argumentIssueSchema>;

/** What a tool answered. `is_error`: the tool itself says that it failed. */
export const callResultSchema = z.object({
  tool: z.string(),
  is_error: z.boolean(),
  content: z.array(z.record(z.string(), z.unknown())).readonly(),
  structured_content: z.unknown().optional(),
  /** Tokens of the answer as a model would read it: its texts, or its structured content without any. Images count nothing. */
  tokens: tokenCountSchema,
  /** Milliseconds from the request to the answer, without starting the server. */
  elapsed_ms: z.number(),
  findings: z.array(findingSchema).readonly(),
});
export type CallResult = z.infer<typeof callResultSchema>;

/** Another way to reach the server of a source. */
export const setConnectionInputSchema = z.strictObject({
  name: sourceNameSchema,
  connection: mcpConnectionSchema,
  /** Off: say what would be written, and write nothing. */
  apply: z.boolean().default(true),
});
export type SetConnectionInput = z.infer<typeof setConnectionInputSchema>;

/** The connection of a source as it was and as it is, both without secrets. `undo` is what `config.undo` takes. */
export const setConnectionResultSchema = z.object({
  source: z.string(),
  before: mcpConnectionSchema,
  connection: mcpConnectionSchema,
  written: z.boolean(),
  undo: z.string().nullable(),
  /** Which variables to set, among others. */
  findings: z.array(findingSchema).readonly(),
});
export type SetConnectionResult = z.infer<typeof setConnectionResultSchema>;

/** One value of `pegboard.yaml` that follows a rename. */
const renamedFieldSchema = z.object({ path: z.string(), from: z.string(), to: z.string() });
export type RenamedField = z.infer<typeof renamedFieldSchema>;

/** What renaming a source does. Tools named after it, and every setting that names them, follow. */
export const renamePlanSchema = z.object({
  from: z.string(),
  to: z.string(),
  tools: z.array(z.object({ from: z.string(), to: z.string() })).readonly(),
  fields: z.array(renamedFieldSchema).readonly(),
  written: z.boolean(),
});
export type RenamePlan = z.infer<typeof renamePlanSchema>;

/**
 * What removing a source did. `kept_at` is where its captured list went; null when it was left where it is. `undo` is what
 * `restore` takes; null where this Pegboard ends before anybody could ask.
 */
export const removeResultSchema = z.object({
  source: z.string(),
  tools: z.number().int(),
  kept_at: z.string().nullable(),
  undo: z.string().nullable(),
});
export type RemoveResult = z.infer<typeof removeResultSchema>;

/** A removed source is back. */
export const restoreResultSchema = z.object({ source: z.string(), written: z.boolean() });
export type RestoreResult = z.infer<typeof restoreResultSchema>;

/** The end of what a server wrote to stderr in its session, secrets masked; `truncated` when it wrote more. */
export const serverLogSchema = z.object({ text: z.string(), truncated: z.boolean() });
export type ServerLog = z.infer<typeof serverLogSchema>;

/** Signing in at the server of a source, or of a connection that is not a source yet. */
export const signInInputSchema = z
  .strictObject({
    name: sourceNameSchema.optional(),
    connection: mcpConnectionSchema.optional(),
    /** Milliseconds that the user has for it. */
    timeout_ms: timeoutSchema,
  })
  .refine(({ name, connection }) => (name === undefined) !== (connection === undefined), {
    message: 'give either the name of a source or a connection',
  });
export type SignInInput = z.infer<typeof signInInputSchema>;

/** First `authorize` with the page to open in the user's own browser, then `done`. */
export const signInEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authorize'), url: z.string() }),
  z.object({ type: z.literal('done') }),
]);
export type SignInEvent = z.infer<typeof signInEventSchema>;
