import { z } from 'zod';
import { type UseOrigin, useOriginFacts, useOriginSchema } from '#shared/domain/use.ts';
import { usePathsSchema } from '#shared/domain/use-report.ts';
import { UserFile } from '../db/user-file.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';

const consentSchema = z.object({
  allowed: z.boolean(),
  /** Milliseconds since 1970. */
  at: z.int(),
  /** Full paths in place of those where the client keeps its logs. */
  paths: usePathsSchema.optional(),
});
const consentsSchema = z.object({ origins: z.partialRecord(useOriginSchema, consentSchema) });
type UseConsents = z.infer<typeof consentsSchema>;

/** What the user said of an origin. */
export interface UseConsent {
  readonly allowed: boolean;
  readonly paths: readonly string[] | undefined;
}

/** Which logs may be read for a workspace: a file of the user beside what is kept of them. A file that cannot be read is no consent. */
export class UseConsentFile {
  readonly #file: UserFile<UseConsents>;

  constructor(folder: string, parts: { readonly files: Files; readonly logger: Logger }) {
    this.#file = new UserFile({
      ...parts,
      userDataDir: folder,
      name: 'consent',
      schema: consentsSchema,
      empty: { origins: {} },
      unreadable: 'The consents to read logs cannot be read; each origin asks again.',
    });
  }

  async of(origin: UseOrigin): Promise<UseConsent> {
    const known = (await this.#file.read()).origins[origin];
    return { allowed: known?.allowed ?? useOriginFacts[origin].own, paths: known?.paths };
  }

  /** Keeps what the user says. Errors: as `UserFile.change`. */
  set(
    origins: readonly UseOrigin[],
    consent: { readonly allowed: boolean; readonly at: number; readonly paths?: readonly string[] | undefined },
  ): Promise<void> {
    const { allowed, at, paths } = consent;
    const next = { allowed, at, ...(paths === undefined ? {} : { paths: [...paths] }) };
    return this.#file.change((before) => ({
      origins: { ...before.origins, ...Object.fromEntries(origins.map((origin) => [origin, next])) },
    }));
  }
}
