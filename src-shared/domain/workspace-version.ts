import { z } from 'zod';

/** A version of the workspace that git can name. */
export const workspaceVersionSchema = z.object({
  /** As it is chosen: `HEAD`, a branch, a tag, a commit's hash. */
  name: z.string(),
  kind: z.enum(['head', 'branch', 'tag', 'commit']),
  commit: z.string(),
  /** First line of the commit's message. */
  subject: z.string(),
  /** When it was committed, milliseconds since 1970. */
  at: z.number(),
});
export type WorkspaceVersion = z.infer<typeof workspaceVersionSchema>;

/** The version that something was made of. */
export const versionFactsSchema = z.object({
  name: z.string(),
  commit: z.string(),
  /** Files that git leaves out, so that they were read as they are now; relative to the workspace. */
  as_now: z.array(z.string()).readonly(),
});
export type VersionFacts = z.infer<typeof versionFactsSchema>;
