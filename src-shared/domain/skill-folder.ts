import { z } from 'zod';

/** One file beside a SKILL.md, or below its folder. */
export const skillFolderFileSchema = z.object({
  /** Relative to the folder of the skill, with `/`. */
  path: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** `sha256:` and the hash of the bytes, in hexadecimal digits. */
  digest: z.string(),
  /** Whether the bytes are UTF-8 without a NUL character, so that people can edit them. */
  text: z.boolean(),
  executable: z.boolean(),
});
export type SkillFolderFile = z.infer<typeof skillFolderFileSchema>;

/** A file beside a SKILL.md, for the editor. `file` is its path in the pack. */
export const folderFileViewSchema = z.object({
  file: z.string(),
  /** Null for bytes that are not text, and for a text that is too large to edit. */
  text: z.string().nullable(),
  /** SHA-256 of the text, which a write must name. */
  hash: z.string().nullable(),
  /** Bytes. */
  size: z.number().int(),
  /** Estimate; null where there is no text. */
  tokens: z.number().int().nullable(),
});
export type FolderFileView = z.infer<typeof folderFileViewSchema>;

/** What one skill may hold, its SKILL.md included (SEP-2640). */
export const skillFolderLimits = {
  files: 512,
  /** All files together. */
  bytes: 16 * 1024 * 1024,
  /** Folders inside each other. */
  depth: 12,
} as const;

/** Names that Windows keeps for devices, whatever follows a dot: no file or folder may have them. */
export function isReservedName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}

/** Why some disk cannot hold a name of a file or a folder; null for a name that every disk takes. */
export function oddNameReason(name: string): string | null {
  if (isReservedName(name)) return 'Windows keeps this name for a device';
  if (/[:*?"<>|]/.test(name)) return 'Windows does not allow : * ? " < > or | in a name';
  if (/[. ]$/.test(name)) return 'Windows removes a dot or a space at the end of a name';
  if (name.length > 200) return 'the name has more than 200 characters';
  return null;
}

/** Whether a name can never be in a path of a skill: it would mean another place, or nobody could type it. */
export function isForbiddenName(name: string): boolean {
  return name === '' || name === '.' || name === '..' || /[/\\\p{Cc}\ufffd]/u.test(name) || isSkippedName(name);
}

/** Names that are never a part of a skill: those of git, of installed packages, of the system, and our own. */
export function isSkippedName(name: string): boolean {
  return (
    /^(?:\.git|node_modules|\.DS_Store|\.pegboard-export(?:\.json)?)$/i.test(name) ||
    /^\..+\.\d{1,10}-[\da-f-]{36}\.(?:tmp|old)$/s.test(name)
  );
}
