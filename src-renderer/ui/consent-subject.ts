import { z } from 'zod';
import type { PegboardError } from '#shared/errors.ts';

/**
 * The facts that a user agrees to before a server is started or reached: the names of variables and headers, never their
 * values.
 */
const consentSubjectSchema = z.union([
  z.object({
    command: z.string(),
    args: z.array(z.string()).readonly(),
    /** Relative to the workspace, `.` for its own folder. */
    cwd: z.string(),
    variables: z.array(z.string()).readonly(),
  }),
  z.object({ url: z.string(), headers: z.array(z.string()).readonly() }),
]);
export type ConsentSubject = z.infer<typeof consentSubjectSchema>;

/** What `consent_required` asks for; null for any other error. */
export function consentSubjectOfError(error: PegboardError): ConsentSubject | null {
  if (error.code !== 'consent_required') return null;
  return consentSubjectSchema.safeParse(error.data).data ?? null;
}
