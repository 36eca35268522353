import { z } from 'zod';
import { agentFormSchema } from './agent-forms.ts';
import { findingSchema } from './finding.ts';
import { pluginFormSchema } from './plugin-forms.ts';
import { skillFormatSchema } from './skill.ts';
import { exportRecoverySchema } from './skill-export.ts';

/** What a catalog is written as: our own JSON, a planner's configuration, the array of tools of a request, or the list of an MCP server. */
export const catalogFormatSchema = z.enum([
  'pegboard-json',
  'penguiflow',
  'anthropic-tools',
  'openai-tools',
  'mcp-tools',
]);
export type CatalogFormat = z.infer<typeof catalogFormatSchema>;

/** What the file of a catalog is called, unless somebody says else. */
export const catalogFileNames: Readonly<Record<CatalogFormat, string>> = {
  'pegboard-json': 'pegboard-catalog.json',
  penguiflow: 'penguiflow.json',
  'anthropic-tools': 'anthropic-tools.json',
  'openai-tools': 'openai-tools.json',
  'mcp-tools': 'mcp-tools.json',
};

/** A pack that can be exported: `shipped:<name>`, or `workspace:<name>` for one of `skills.skill_packs`. */
export const exportablePackSchema = z.object({
  id: z.string(),
  name: z.string(),
  origin: z.enum(['workspace', 'shipped']),
  /** Folder of the pack in full. */
  folder: z.string(),
  /** Why it cannot be exported; null when it can. */
  problem: z.string().nullable(),
});
export type ExportablePack = z.infer<typeof exportablePackSchema>;

/** One file in the target folder itself; none that a pack is made of. */
export const catalogFileSchema = z
  .string()
  .max(200)
  .regex(/^(?!.*\.skill\.json$)[A-Za-z0-9][\w.-]*\.json$/, 'must be a file name that ends in .json');

const packsContentSchema = z.object({
  kind: z.literal('packs'),
  packs: z.array(z.string().max(500)).min(1).max(500).readonly(),
  format: skillFormatSchema,
  /** Each pack in a folder of its name; off, the only pack is in the target itself. */
  folders: z.boolean().default(true),
});

/** What a catalog is written of: all that the policy allows, or what a persona may use of it. */
export const catalogContentSchema = z.object({
  kind: z.literal('catalog'),
  as: catalogFormatSchema,
  persona: z.string().max(2000).optional(),
  /** Name of the file; that of the format, when left out. */
  file: catalogFileSchema.optional(),
});
export type CatalogContent = z.infer<typeof catalogContentSchema>;

/** Letters, digits and single hyphens, in lower case: every form of plugin takes such a name. */
export const pluginNameSchema = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'use lower case letters and digits, with single hyphens between them');

const oneLine = z.string().trim().min(1).max(2000);

/** Packs and sources of the workspace as one plugin. */
export const pluginContentSchema = z.object({
  kind: z.literal('plugin'),
  as: pluginFormSchema,
  name: pluginNameSchema,
  version: oneLine.optional(),
  description: oneLine.optional(),
  author: oneLine.optional(),
  license: oneLine.optional(),
  /** Ids as `packs` lists them. */
  packs: z.array(z.string().max(500)).max(500).readonly().default([]),
  /** Names of live sources. */
  sources: z.array(z.string().max(500)).max(500).readonly().default([]),
  /** Name of a catalog that is written too, with the plugin in `plugins/<name>`; without it, the plugin is the target itself. */
  marketplace: pluginNameSchema.optional(),
});
export type PluginContent = z.infer<typeof pluginContentSchema>;

/** A persona as an agent file of a program: the tools that it may use, by the names that the program gives them. */
export const agentContentSchema = z.object({
  kind: z.literal('agent'),
  as: agentFormSchema,
  persona: z.string().max(2000),
  /** `sources`: the program has the servers of the sources itself; `gateway`: Pegboard serves them all. */
  via: z.enum(['sources', 'gateway']),
  /** Name of the agent; that of the persona, when left out. */
  name: pluginNameSchema.optional(),
  description: oneLine.optional(),
  model: oneLine.optional(),
});
export type AgentContent = z.infer<typeof agentContentSchema>;

/** What to export and where to, a full path. */
export const exportRequestSchema = z.object({
  target: z.string().min(1).max(4096),
  content: z.discriminatedUnion('kind', [
    packsContentSchema,
    catalogContentSchema,
    pluginContentSchema,
    agentContentSchema,
  ]),
});
export type ExportRequest = z.infer<typeof exportRequestSchema>;

/** What a format cannot say, once for all that it happens to. `moved`: only Pegboard looks there; `changed`: others see something else. */
export const lossGroupSchema = z.object({
  field: z.string(),
  kind: z.enum(['moved', 'changed', 'lost']),
  message: z.string(),
  /** How many tools or skills it happens to; 0 where it is about the whole. */
  count: z.int(),
  /** The first of them. */
  names: z.array(z.string()).readonly(),
});
export type LossGroup = z.infer<typeof lossGroupSchema>;

/** One file of a plan. `path` is relative to the target, with `/`. */
export const exportFileSchema = z.object({
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed', 'kept']),
  /** A person wrote it, or changed it after the last export: it asks for a decision before it is replaced or removed. */
  edited: z.boolean(),
});
export type ExportFile = z.infer<typeof exportFileSchema>;

export const exportPlanSchema = z.object({
  target: z.string(),
  /** Names exactly these changes to exactly these files: what was shown is what is written. */
  revision: z.string(),
  files: z.array(exportFileSchema).readonly(),
  /** Whether writing it would do nothing at all. */
  up_to_date: z.boolean(),
  loss: z.array(lossGroupSchema).readonly(),
  /** Of packs: nothing is in `loss`, and what is written reads back the same, byte for byte where it is a SKILL.md. False for catalogs. */
  lossless: z.boolean(),
  findings: z.array(findingSchema).readonly(),
  /** Files that keep the list of what was exported, of those that would be written. `path` as in `files`. */
  records: z.array(z.string()).readonly(),
  /**
   * The git repository around the target, its current branch (null when the head is detached) and its local branches; null
   * where there is none.
   */
  repository: z
    .object({ root: z.string(), branch: z.string().nullable(), branches: z.array(z.string()).readonly() })
    .nullable(),
});
export type ExportPlan = z.infer<typeof exportPlanSchema>;

/** A file before and after; null where there is none. `too_large`, `binary`: the texts are left out. */
export const exportTextSchema = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  too_large: z.boolean(),
  /** One of the two is not UTF-8 text. */
  binary: z.boolean(),
  /** Bytes; null where there is no file. */
  before_size: z.number().int().nullable(),
  after_size: z.number().int().nullable(),
});
export type ExportText = z.infer<typeof exportTextSchema>;

/** `keep` leaves the file as it is; `replace` writes ours over it, or removes it where ours is gone. */
export const exportDecisionSchema = z.enum(['keep', 'replace']);
export type ExportDecision = z.infer<typeof exportDecisionSchema>;

export const applyExportSchema = z.object({
  request: exportRequestSchema,
  /** The revision of the plan that was shown. */
  revision: z.string(),
  /** By path; one for each file that a person changed. */
  decisions: z.record(z.string(), exportDecisionSchema).default({}),
  /** The message of a commit, and its branch in the repository around the target: a new one or the current one. */
  commit: z
    .object({ branch: z.string().trim().min(1).max(200), message: z.string().trim().min(1).max(5000) })
    .nullable()
    .default(null),
});
export type ApplyExport = z.infer<typeof applyExportSchema>;

export const exportDoneSchema = z.object({
  target: z.string(),
  /** False: everything was as it should be. */
  written: z.boolean(),
  files: z.array(exportFileSchema.extend({ decision: exportDecisionSchema.nullable() })).readonly(),
  /** `left` is the branch that was checked out before; null when the commit went on the current branch or on a detached head. */
  commit: z.object({ branch: z.string(), id: z.string(), left: z.string().nullable() }).nullable(),
  recovered: z.array(exportRecoverySchema).readonly(),
});
export type ExportDone = z.infer<typeof exportDoneSchema>;

/** A catalog as a text of its format, written nowhere. `names`: name in it → name in the catalog, where they differ. */
export const catalogDocumentSchema = z.object({
  text: z.string(),
  names: z.record(z.string(), z.string()),
  loss: z.array(lossGroupSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type CatalogDocument = z.infer<typeof catalogDocumentSchema>;
