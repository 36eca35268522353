import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { scopeModeSchema, skillFormatSchema, skillSchema } from './skill.ts';
import { skillFolderFileSchema } from './skill-folder.ts';

/** Letters, digits, `_` and `-`: a pack's name is a part of its skills' names. */
export const packNameSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'use 1 to 64 letters, digits, "_" or "-"');

/** `pack.yaml`: what a pack says of itself. Every field may be missing. */
export const packManifestSchema = z.strictObject({
  name: packNameSchema.optional(),
  version: z.union([z.string().min(1).max(100), z.number().transform(String)]).optional(),
  description: z.string().max(2000).optional(),
  scope_mode: scopeModeSchema.optional(),
  pinned_skill_names: z.array(z.string()).max(1000).optional(),
  license: z.string().max(500).optional(),
});
export type PackManifest = z.infer<typeof packManifestSchema>;

/** A skill and where it was read. */
export const packSkillSchema = skillSchema.extend({
  /** SHA-256 of the canonical JSON of the normalised fields (R8.31). */
  content_hash: z.string(),
  /** File it is in, relative to the pack, and its first line there. */
  file: z.string(),
  line: z.number().int(),
  /** The files beside its SKILL.md and below, in the order of their paths; empty for the other formats. */
  folder_files: z.array(skillFolderFileSchema).readonly(),
  /** SHA-256 over these files; null when there are none. It is not a part of `content_hash`. */
  files_hash: z.string().nullable(),
  /** Text between the dashes of a SKILL.md, as it is written; null for the other formats. */
  front_matter: z.string().nullable(),
  /** Text of the SKILL.md that the skill is, or that it was before a conversion kept it; null for none. */
  original: z.string().nullable(),
});
export type PackSkill = z.infer<typeof packSkillSchema>;

/** A pack as its files say. */
export const loadedPackSchema = z.object({
  name: z.string(),
  manifest: packManifestSchema,
  skills: z.array(packSkillSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
  /** SHA-256 over the content hashes of its skills (R8.32). */
  pack_content_hash: z.string(),
});
export type LoadedPack = z.infer<typeof loadedPackSchema>;

/** One pack of a workspace in `pegboard.yaml` (R13.51–R13.57). */
export const skillPackConfigSchema = z.strictObject({
  name: packNameSchema.describe('Name of the pack; its skills are named `pack.<name>.<skill>`.'),
  path: z
    .string()
    .min(1)
    .describe('Folder of the pack, relative to the workspace. `shipped:<pack>` is a pack that comes with Pegboard.'),
  source: z
    .string()
    .optional()
    .describe('The live source whose skills the folder holds: importing that source writes them.'),
  format: skillFormatSchema.nullable().default(null).describe('Read only files of this kind; null reads every kind.'),
  scope_mode: scopeModeSchema
    .optional()
    .describe('Who may see its skills. Default: the scope in its `pack.yaml`, otherwise `skills.scope_mode`.'),
  tenant_id: z.string().optional().describe('Tenant that the skills belong to, for scope `tenant` and `project`.'),
  project_id: z.string().optional().describe('Project that the skills belong to, for scope `project`.'),
  enabled: z.boolean().default(true).describe('Off: the pack is not loaded and none of its skills is found.'),
  update_existing_pack_skills: z
    .boolean()
    .default(true)
    .describe('Off: a skill that changed in the pack keeps its stored text.'),
  pinned_skill_names: z.array(z.string()).default([]).describe('Skills that come first in the directory, in order.'),
  left_out_skill_names: z
    .array(z.string())
    .default([])
    .describe('Skills of the pack that are not loaded and not exported. Their files stay.'),
});
export type SkillPackConfig = z.infer<typeof skillPackConfigSchema>;
