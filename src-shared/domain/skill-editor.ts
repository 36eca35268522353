import { z } from 'zod';
import { tokenCountSchema } from '../tokens.ts';
import { findingSchema } from './finding.ts';
import { packManifestSchema, packNameSchema } from './pack.ts';
import { callerSchema } from './search-request.ts';
import { skillFieldNames, skillFormatSchema, skillSchema } from './skill.ts';
import { lossSchema } from './skill-conversion.ts';
import { skillFolderFileSchema } from './skill-folder.ts';

/** A file of a pack: which pack of the workspace, and its path inside, with `/`. */
export const packFileSchema = z.object({ pack: packNameSchema, file: z.string().min(1).max(500) });
export type PackFileAt = z.infer<typeof packFileSchema>;

/** One skill of a file. `index` counts the skills that can be read, and names it in every call. */
export const skillEntrySchema = z.object({
  index: z.number().int(),
  name: z.string(),
  line: z.number().int(),
  /** What a form shows, as the text says: a text, a list of texts, or null. Null as a whole when only the text can be edited. */
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])).nullable(),
  /** Names of our fields whose value is none that a form can show; a finding says why. */
  unreadable_fields: z.array(z.string()).readonly(),
  /** Names of the fields that are none of ours; they stay as they are. */
  other_fields: z.array(z.string()).readonly(),
});
export type SkillEntry = z.infer<typeof skillEntrySchema>;

const fieldName = z.enum(skillFieldNames).exclude(['derived']);
export const fieldChangeSchema = z.object({
  field: fieldName,
  value: z.union([z.string().max(600_000), z.array(z.string().max(30_000)).max(500), z.null()]),
});
export type SkillFieldChange = z.infer<typeof fieldChangeSchema>;

/** What mends a finding: changes of one skill, as `edit` takes them. */
export const skillFixSchema = z.object({
  title: z.string(),
  index: z.number().int(),
  changes: z.array(fieldChangeSchema).readonly(),
});
export type SkillFix = z.infer<typeof skillFixSchema>;

/** A finding, with what mends it where that is unambiguous. */
export const fixableFindingSchema = findingSchema.extend({ fixes: z.array(skillFixSchema).readonly().optional() });
export type FixableFinding = z.infer<typeof fixableFindingSchema>;

/** The text of a skill file with what is in it and what is wrong with it. Paths of findings are relative to the pack. */
export const skillFileViewSchema = z.object({
  file: z.string(),
  format: skillFormatSchema,
  text: z.string(),
  /** SHA-256 of the text: what `write` must be told, so that no other change is lost. */
  hash: z.string(),
  skills: z.array(skillEntrySchema).readonly(),
  findings: z.array(fixableFindingSchema).readonly(),
});
export type SkillFileView = z.infer<typeof skillFileViewSchema>;

/** A pack with its files, in the order of their paths. */
export const packViewSchema = z.object({
  name: z.string(),
  folder: z.string(),
  /** Packs that come with Pegboard are read only. */
  editable: z.boolean(),
  manifest: packManifestSchema,
  files: z
    .array(
      z.object({
        file: z.string(),
        format: skillFormatSchema,
        skills: z
          .array(z.object({ name: z.string(), title: z.string().nullable(), line: z.number().int() }))
          .readonly(),
        /** The files beside a SKILL.md; `path` is relative to its folder, `tokens` an estimate, null for what is not text. */
        beside: z.array(skillFolderFileSchema.extend({ tokens: z.number().int().nullable() })).readonly(),
      }),
    )
    .readonly(),
  /** Tags of its skills, each once, in alphabetical order. */
  tags: z.array(z.string()).readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type PackView = z.infer<typeof packViewSchema>;

/** `expected_hash` is that of the text the edit began with; null for a file that must not be there yet. */
export const writeSkillFileInputSchema = z.object({
  ...packFileSchema.shape,
  text: z.string(),
  expected_hash: z.string().nullable(),
});
export type WriteSkillFileInput = z.infer<typeof writeSkillFileInputSchema>;

/** A text beside a SKILL.md. `expected_hash` is that of the text the edit began with; null for a new file. */
export const writeFolderFileInputSchema = z.object({
  ...packFileSchema.shape,
  text: z.string(),
  expected_hash: z.string().nullable(),
});
export type WriteFolderFileInput = z.infer<typeof writeFolderFileInputSchema>;

/** Another path for a file beside a SKILL.md; both are relative to the pack. */
export const renameFolderFileInputSchema = packFileSchema.extend({ to: z.string().min(1).max(500) });
export type RenameFolderFileInput = z.infer<typeof renameFolderFileInputSchema>;

const newSkill = { pack: packNameSchema, name: z.string().min(1).max(200), format: skillFormatSchema };
export const createSkillInputSchema = z.object({
  ...newSkill,
  trigger: z.string().min(1),
  steps: z.array(z.string().min(1)).min(1),
  ...skillSchema
    .pick({ title: true, description: true, task_type: true, tags: true, preconditions: true, failure_modes: true })
    .partial().shape,
});
export type CreateSkillInput = z.infer<typeof createSkillInputSchema>;

const oneSkill = { ...packFileSchema.shape, index: z.int().min(0), expected_hash: z.string() };
export const copySkillInputSchema = z.object({ ...oneSkill, name: z.string().min(1).max(200) });
export type CopySkillInput = z.infer<typeof copySkillInputSchema>;
export const removeSkillInputSchema = z.object(oneSkill);
export type RemoveSkillInput = z.infer<typeof removeSkillInputSchema>;

/** `undo` brings it back with `restore`, once, while Pegboard is open; the text is also kept at `kept_at`. */
export const removedSkillSchema = z.object({ undo: z.string(), kept_at: z.string() });
export type RemovedSkill = z.infer<typeof removedSkillSchema>;

/** A file in another format, instead of the one that is there. Without `apply` nothing is written. */
export const reformatSkillFileInputSchema = z.object({
  ...packFileSchema.shape,
  expected_hash: z.string(),
  to: skillFormatSchema,
  apply: z.boolean().default(false),
});
export type ReformatSkillFileInput = z.infer<typeof reformatSkillFileInputSchema>;

/** What that writes and what does not map. `undo` takes it back with `restore`; null when nothing was written. */
export const reformattedSkillFileSchema = z.object({
  files: z.array(z.object({ file: z.string(), text: z.string() })).readonly(),
  loss: z.array(lossSchema).readonly(),
  undo: z.string().nullable(),
});
export type ReformattedSkillFile = z.infer<typeof reformattedSkillFileSchema>;

/** A SKILL.md of somebody else, to be a skill of a pack. `name` is that of its folder, where it names none itself. */
export const importSkillMdInputSchema = z.object({
  pack: packNameSchema,
  name: z.string().max(200),
  text: z.string().max(2_000_000),
  apply: z.boolean().default(false),
});
export type ImportSkillMdInput = z.infer<typeof importSkillMdInputSchema>;

/** The file that it makes, and what was found on reading it. `hash` is null when nothing was written. */
export const importedSkillMdSchema = z.object({
  skill: z.string(),
  file: z.string(),
  text: z.string(),
  hash: z.string().nullable(),
  findings: z.array(findingSchema).readonly(),
});
export type ImportedSkillMd = z.infer<typeof importedSkillMdSchema>;

/** A folder for a new pack: empty, or with the files of another pack of the workspace. */
export const newPackFolderInputSchema = z.object({ name: packNameSchema, copy_of: packNameSchema.nullable() });
export type NewPackFolderInput = z.infer<typeof newPackFolderInputSchema>;
/** Its path as `skills.skill_packs` names it. */
export const newPackFolderSchema = z.object({ path: z.string(), files: z.number().int() });
export type NewPackFolder = z.infer<typeof newPackFolderSchema>;

/** Which skills to show as a model would get them: those that are loaded, or those of a text that need not be saved, `only` one of them. */
export const previewSkillsInputSchema = z.object({
  skills: z.union([
    z.object({ names: z.array(z.string()).min(1).max(20) }),
    z.object({ ...packFileSchema.shape, text: z.string(), only: z.string().optional() }),
  ]),
  caller: callerSchema.default({}),
  /** In place of `skills.max_tokens`. */
  max_tokens: z.int().min(50).max(10_000).optional(),
});
export type PreviewSkillsInput = z.infer<typeof previewSkillsInputSchema>;

/** The injected block, and why it is not the skills as they stand. For the author: a model never gets the lists. */
export const skillPreviewSchema = z.object({
  text: z.string(),
  budget: z.number().int(),
  tokens: tokenCountSchema,
  /** Tokens of the block before it was cut. */
  raw_tokens: tokenCountSchema,
  skills: z
    .array(
      z.object({
        name: z.string(),
        /** Whether it fits at all. */
        shown: z.boolean(),
        /** What the budget took away, such as "failure modes" or "steps after 3". */
        cut: z.array(z.string()).readonly(),
        /** How often which kind of private text was replaced, in which field. */
        redactions: z
          .array(
            z.object({ field: z.string(), kind: z.enum(['email', 'phone', 'token', 'url']), count: z.number().int() }),
          )
          .readonly(),
        /** Tools that it names and that this caller may not use. */
        gated: z.array(z.string()).readonly(),
        /** Tools that it names and that wait to be found. */
        deferred: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
  findings: z.array(findingSchema).readonly(),
});
export type SkillPreview = z.infer<typeof skillPreviewSchema>;
