import { z } from 'zod';

/** What a draft is for, `pack:billing/skills.yaml`: the part before the colon says which screen opens it. */
const draftIdSchema = z
  .string()
  .regex(/^[a-z][a-z-]*:/, 'must begin with a name and a colon')
  .max(1000);

/** Characters of the longest text that is kept as a draft. */
export const maximumDraftLength = 4 * 1024 * 1024;

/** Text that was typed and is not in its file yet. */
const draftSchema = z.object({
  id: draftIdSchema,
  /** Its display name. */
  title: z.string().max(500),
  /** The file it belongs into, relative to the workspace; null where it is not the text of a file. */
  path: z.string().max(2000).nullable().default(null),
  /** Hash of the file that the text was begun with, or another name of that version; null when that is not known, or there was none. */
  base_hash: z
    .string()
    .max(256 * 1024)
    .nullable(),
  text: z.string().max(maximumDraftLength),
});

/** Path of the workspace that drafts belong to. It need not be the open one: what was typed last may arrive after another was opened. */
const workspaceSchema = z.object({ workspace: z.string().min(1).max(4096) });

export const draftsOfSchema = workspaceSchema;
export type DraftsOf = z.infer<typeof draftsOfSchema>;

export const draftAtSchema = workspaceSchema.extend({ id: draftIdSchema });
export type DraftAt = z.infer<typeof draftAtSchema>;

export const putDraftInputSchema = workspaceSchema.extend(draftSchema.shape);
export type PutDraftInput = z.infer<typeof putDraftInputSchema>;

export const keptDraftSchema = draftSchema.extend({
  /** When it was last written, ISO 8601. */
  saved_at: z.string(),
});
export type KeptDraft = z.infer<typeof keptDraftSchema>;

/** A draft without its text, with how many characters that has. */
export const draftSummarySchema = keptDraftSchema.omit({ text: true }).extend({ length: z.number().int() });
export type DraftSummary = z.infer<typeof draftSummarySchema>;
