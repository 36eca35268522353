import { z } from 'zod';
import { clientIdSchema, configScopeSchema } from './discovered-config.ts';
import { findingSchema } from './finding.ts';
import { gatewayModeSchema } from './gateway-config.ts';

/** Name of the entry of Pegboard in a client's configuration: short, since it is before the names of tools. */
export const entryNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,24}$/, 'Use 1 to 24 letters, digits, `_` and `-`.');

/** SHA-256 of a whole file, in hexadecimal. */
const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);

/** What an entry that starts Pegboard says. */
export const servedEntrySchema = z.object({
  name: z.string(),
  /** Folder of the workspace; null where the entry leaves it to the current folder. */
  workspace: z.string().nullable(),
  persona: z.string().nullable(),
  mode: z.string().nullable(),
});
export type ServedEntry = z.infer<typeof servedEntrySchema>;

/** Whom an entry belongs to that is not of the open workspace: another workspace, or another program. */
export const entryOwnerSchema = z.discriminatedUnion('kind', [
  /** `workspace` is null where the entry leaves it to the current folder. */
  z.object({ kind: z.literal('workspace'), workspace: z.string().nullable() }),
  z.object({ kind: z.literal('program') }),
]);
export type EntryOwner = z.infer<typeof entryOwnerSchema>;

/** One place where a client keeps its servers. */
export const connectableClientSchema = z.object({
  client: clientIdSchema,
  scope: configScopeSchema,
  path: z.string(),
  /** The file is there. */
  found: z.boolean(),
  /** Names of its servers, the entries of Pegboard aside. */
  servers: z.array(z.string()).readonly(),
  /** Its entries of Pegboard; none: not connected. */
  connections: z.array(servedEntrySchema).readonly(),
  /** Why the file cannot be read or written. */
  findings: z.array(findingSchema).readonly(),
});
export type ConnectableClient = z.infer<typeof connectableClientSchema>;

const placeFields = {
  client: clientIdSchema,
  /** `project`: the configuration in a folder, which others who share the folder read too. */
  scope: configScopeSchema.default('user'),
  /** The folder of the scope `project` (default: the open workspace). */
  project: z.string().min(1).optional(),
};

/** Which entry for the open workspace is written, and where. */
export const connectRequestSchema = z.strictObject({
  ...placeFields,
  /** Default: `gateway.server_name` of the workspace. */
  name: entryNameSchema.optional(),
  persona: z.string().min(1).optional(),
  mode: gatewayModeSchema.optional(),
  /** Servers that leave the file: the gateway serves them from now on. They must be sources of the workspace by then. */
  take_over: z.array(z.string()).max(1000).readonly().default([]),
});
export type ConnectRequest = z.infer<typeof connectRequestSchema>;
export type GivenConnectRequest = z.input<typeof connectRequestSchema>;

/** The exact change of a file, before it is written. */
export const connectPlanSchema = z.object({
  client: clientIdSchema,
  scope: configScopeSchema,
  path: z.string(),
  name: z.string(),
  /** Off: the entry is there as it is to be. */
  changes: z.boolean(),
  /** Whose entry of that name the change replaces; null where it replaces none, or that of the open workspace. */
  replaces: entryOwnerSchema.nullable(),
  /** Unified; values of variables, headers and credentials are hidden in it. Empty where nothing changes. */
  diff: z.string(),
  /** Hash of the file as it is; null where there is none. */
  before: hashSchema.nullable(),
  /** Hash of the file as it will be. */
  after: hashSchema,
});
export type ConnectPlan = z.infer<typeof connectPlanSchema>;

/** The plan that was shown. What would be written now must be exactly that. */
export const connectApplySchema = z.strictObject({
  request: connectRequestSchema,
  before: hashSchema.nullable(),
  after: hashSchema,
});
export type ConnectApply = z.infer<typeof connectApplySchema>;

export const connectResultSchema = z.object({
  path: z.string(),
  name: z.string(),
  written: z.boolean(),
  /** Copy of the file as it was, in the user's own folder; null where there was no file. */
  backup: z.string().nullable(),
});
export type ConnectResult = z.infer<typeof connectResultSchema>;

export const disconnectInputSchema = z.strictObject({
  ...placeFields,
  /** Default: the entry that was written there. */
  name: entryNameSchema.optional(),
  /** Off: only says what it would do. */
  apply: z.boolean().default(true),
});
export type DisconnectInput = z.infer<typeof disconnectInputSchema>;

/**
 * How a connection is taken back. `restored`: the file has every byte as before; `removed`: the file was made by Pegboard and is gone;
 * `edited`: somebody changed the file since, so only the entry goes, or the one that it replaced comes back; `nothing`: there is no such entry.
 */
export const disconnectResultSchema = z.object({
  client: clientIdSchema,
  scope: configScopeSchema,
  path: z.string(),
  name: z.string(),
  /** The workspace whose connection it is; null where nothing says so. */
  workspace: z.string().nullable(),
  how: z.enum(['restored', 'removed', 'edited', 'nothing']),
  diff: z.string(),
  written: z.boolean(),
  /** Servers that had been taken over and are in the file again. They stay sources of the workspace. */
  put_back: z.array(z.string()).readonly(),
  /** Whose entry had that name before the connection, and has it again; null: nobody's. */
  again: entryOwnerSchema.nullable(),
  /** Copy of the file as it was before the connection, where it is still kept. */
  backup: z.string().nullable(),
});
export type DisconnectResult = z.infer<typeof disconnectResultSchema>;
