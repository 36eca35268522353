import { z } from 'zod';
import { findingSchema } from './finding.ts';
import { packNameSchema } from './pack.ts';
import { lossSchema } from './skill-conversion.ts';

/** What a page may send: bytes of all files together, and how many. Above that, the path of the folder is given. */
export const sentFilesLimits = { bytes: 24 * 1024 * 1024, files: 10_000 } as const;

const base64Length = Math.ceil(sentFilesLimits.bytes / 3) * 4 + sentFilesLimits.files * 4;

/** Where skills come from: a full path of this computer, or files that a user dropped or chose in the page, as Base64. */
export const skillsToImportSchema = z.union([
  z.object({ path: z.string().min(1).max(4_096) }),
  z.object({
    /** Name of what was dropped: a folder, or an archive. */
    name: z.string().max(300),
    files: z
      .array(z.object({ path: z.string().min(1).max(1_000), base64: z.string().max(base64Length) }))
      .min(1)
      .max(sentFilesLimits.files)
      .refine(
        (files) => files.reduce((sum, { base64 }) => sum + base64.length, 0) <= base64Length,
        `at most ${sentFilesLimits.bytes / 1024 / 1024} MiB`,
      )
      .readonly(),
  }),
]);
export type SkillsToImport = z.infer<typeof skillsToImportSchema>;

/** `plan_hash` null asks for the plan; that of a plan carries it out. */
export const importSkillsInputSchema = z.object({
  pack: packNameSchema,
  from: skillsToImportSchema,
  plan_hash: z.string().nullable().default(null),
});
export type ImportSkillsInput = z.infer<typeof importSkillsInputSchema>;

const incomingFileSchema = z.object({
  /** Relative to the folder of the skill, with `/`. */
  path: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Estimate; null for bytes that are not text. */
  tokens: z.number().int().nullable(),
});

/** What an import of skill folders writes, or wrote. */
export const importedSkillsSchema = z.object({
  plan_hash: z.string(),
  skills: z
    .array(
      z.object({
        name: z.string(),
        /** Where it was, relative to what is imported, and its new file, relative to the pack. */
        from: z.string(),
        file: z.string(),
        /** Its SKILL.md first, then the files beside it that come along. */
        files: z.array(incomingFileSchema).readonly(),
      }),
    )
    .readonly(),
  /** SKILL.md files that are left out; the findings say why. */
  left_out: z.array(z.string()).readonly(),
  loss: z.array(lossSchema).readonly(),
  findings: z.array(findingSchema).readonly(),
  /** The files of the new skills with the SHA-256 of their texts, for `removeFiles`; null when nothing was written. */
  written: z
    .array(z.object({ file: z.string(), hash: z.string() }))
    .readonly()
    .nullable(),
});
export type ImportedSkills = z.infer<typeof importedSkillsSchema>;

/** Files that hold one skill each, as they were written. */
export const removeFilesInputSchema = z.object({
  pack: packNameSchema,
  files: z
    .array(z.object({ file: z.string().min(1).max(500), expected_hash: z.string() }))
    .min(1)
    .max(1_000)
    .readonly(),
});
export type RemoveFilesInput = z.infer<typeof removeFilesInputSchema>;
