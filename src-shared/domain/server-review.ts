import { z } from 'zod';
import { errorValueSchema } from '../errors.ts';
import { clientIdSchema, configScopeSchema } from './discovered-config.ts';
import { findingSchema } from './finding.ts';
import { importResultSchema } from './import-plan.ts';
import { timeoutSchema } from './live-source.ts';
import { mcpConnectionSchema } from './mcp-connection.ts';
import { sourceNameSchema } from './source.ts';

/** Where the servers under review come from. The core reads the configuration again each time, so no value travels. */
export const reviewOriginSchema = z.discriminatedUnion('kind', [
  /** Every client configuration of this computer, and those of a folder (default: the open workspace). */
  z.strictObject({ kind: z.literal('discovered'), project: z.string().min(1).optional() }),
  /** A file that the user dropped, pasted or named. `name` is its path or a title; it tells formats apart. */
  z.strictObject({
    kind: z.literal('text'),
    name: z.string().max(4096),
    text: z.string().max(16 * 1024 * 1024),
  }),
]);
export type ReviewOrigin = z.infer<typeof reviewOriginSchema>;

/** A place that can supply the value of a variable. `file`: the configuration itself, including its defaults. */
export const valueOriginSchema = z.enum(['file', 'kept', 'environment']);
export type ValueOrigin = z.infer<typeof valueOriginSchema>;

/** One server of the review. Nothing was started; no value of a variable is in it. */
export const reviewedServerSchema = z.object({
  /** Identifies the server within the review; stable while the origin stays the same. */
  id: z.string(),
  client: clientIdSchema,
  scope: configScopeSchema,
  config_path: z.string(),
  /** Its name in the configuration. */
  name: z.string(),
  /** The name it would get as a source: free in the workspace and unique in the review. */
  source: sourceNameSchema,
  /** The source of the workspace that has this connection already. */
  same_as: z.string().nullable(),
  /** Id of a server of another configuration before it that has this connection and these values. */
  repeats: z.string().nullable(),
  connection: mcpConnectionSchema,
  /** The command line or address, for people. */
  runs: z.string(),
  /** The client itself does not start it. */
  disabled: z.boolean(),
  /** The user agreed to exactly this connection before. */
  consented: z.boolean(),
  /** Names of the review's variables that it refers to. */
  variables: z.array(z.string()).readonly(),
  /** Why it cannot run whatever the variables are: program not found, folder missing, unsupported transport. */
  obstacles: z.array(findingSchema).readonly(),
  /** The parts of the entry that are not carried over. */
  findings: z.array(findingSchema).readonly(),
});
export type ReviewedServer = z.infer<typeof reviewedServerSchema>;

/** One value that some of the servers need. Two servers that use one name with different values get two variables. */
export const reviewVariableSchema = z.object({
  name: z.string(),
  /** What the configuration says about it, such as the description of a VS Code input. */
  description: z.string().nullable(),
  /** Ids of the servers that refer to it. */
  used_by: z.array(z.string()).readonly(),
  /** Whether the value is hidden while it is typed. */
  secret: z.boolean(),
  /** Whether every server that uses it also works without it: it is a variable or header of its own, not part of an argument. */
  can_omit: z.boolean(),
  /** The places that have a value now, the best one first. `kept` includes values that the user gave in this session. */
  available: z.array(valueOriginSchema).readonly(),
});
export type ReviewVariable = z.infer<typeof reviewVariableSchema>;

/** Everything the user decides on before servers are added. */
export const serverReviewSchema = z.object({
  servers: z.array(reviewedServerSchema).readonly(),
  variables: z.array(reviewVariableSchema).readonly(),
  /** Configurations that were read, and problems of whole files or of entries that are left out. */
  configs: z
    .array(
      z.object({
        client: clientIdSchema,
        scope: configScopeSchema,
        path: z.string(),
        findings: z.array(findingSchema).readonly(),
      }),
    )
    .readonly(),
});
export type ServerReview = z.infer<typeof serverReviewSchema>;

/** Where a server takes a value from. `keep` stores it for this workspace, outside of it. */
export const valueChoiceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('file'), keep: z.boolean().default(false) }),
  z.strictObject({ from: z.literal('kept') }),
  z.strictObject({ from: z.literal('environment') }),
  z.strictObject({ from: z.literal('typed'), value: z.string().max(65_536), keep: z.boolean().default(false) }),
  /** The servers start without it. */
  z.strictObject({ from: z.literal('omit') }),
]);
export type ValueChoice = z.infer<typeof valueChoiceSchema>;

/** Servers of a review to start and add as sources, a few at a time. Consent covers exactly the connections of the review. */
export const importServersInputSchema = z.strictObject({
  origin: reviewOriginSchema,
  servers: z
    .array(z.strictObject({ id: z.string(), source: sourceNameSchema.optional() }))
    .min(1)
    .max(1000)
    .readonly(),
  /** Choices by the name of the variable. */
  values: z.record(z.string(), valueChoiceSchema),
  /** The connections that the user saw and agreed to, by server id, as `runs` of the review said them. */
  agreed: z.record(z.string(), z.string()),
  /** Milliseconds for connecting, and for each request. */
  timeout_ms: timeoutSchema,
});
export type ImportServersInput = z.infer<typeof importServersInputSchema>;

/** What happens to one server of the batch, in this order; `stderr` may come at any time. Ends with `done` or `failed`. */
export const serverProgressSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued') }),
  /**
   * Its process or connection is being opened. `downloading`: a package runner may still be fetching it. `limit_ms`: how long it may take to
   * connect. Repeats.
   */
  z.object({ type: z.literal('starting'), downloading: z.boolean(), limit_ms: z.number().optional() }),
  /** The last lines that it wrote to stderr so far, secrets masked. Each event replaces the one before. */
  z.object({ type: z.literal('stderr'), text: z.string() }),
  z.object({ type: z.literal('listing'), tools: z.number().int() }),
  z.object({ type: z.literal('done'), result: importResultSchema, elapsed_ms: z.number() }),
  z.object({ type: z.literal('failed'), error: errorValueSchema, elapsed_ms: z.number() }),
]);
export type ServerProgress = z.infer<typeof serverProgressSchema>;

/** Progress of one server of the batch. */
export const importServersEventSchema = z.object({
  /** Id of the server in the review. */
  server: z.string(),
  /** Name of the source that it becomes. */
  source: z.string(),
  progress: serverProgressSchema,
});
export type ImportServersEvent = z.infer<typeof importServersEventSchema>;

/** A value that is kept for the open workspace, outside of it. The value itself stays in the core. */
export const keptValueSchema = z.object({
  name: z.string(),
  /** `file`: unencrypted, in a file that only the user can read. */
  kept_in: z.enum(['keychain', 'file']),
  /** ISO 8601. */
  kept_at: z.string(),
  /** Off: only the app can open it, or this computer cannot. */
  readable: z.boolean(),
  /** Sources of the workspace that refer to it. */
  used_by: z.array(z.string()).readonly(),
});
export type KeptValue = z.infer<typeof keptValueSchema>;

/** A value to keep for the open workspace. */
export const keepValueInputSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name of a variable'),
  value: z.string().max(65_536),
});
