import { join } from 'node:path';
import { z } from 'zod';
import { type UseOrigin, useOriginFacts, useOriginSchema } from '#shared/domain/use.ts';
import { usePathsSchema } from '#shared/domain/use-report.ts';
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
  readonly #path: string;
  readonly #files: Files;
  readonly #logger: Logger;

  constructor(folder: string, { files, logger }: { readonly files: Files; readonly logger: Logger }) {
    this.#path = join(folder, 'consent.json');
    this.#files = files;
    this.#logger = logger;
  }

  async of(origin: UseOrigin): Promise<UseConsent> {
    const known = (await this.#read()).origins[origin];
    return { allowed: known?.allowed ?? useOriginFacts[origin].own, paths: known?.paths };
  }

  /** Keeps what the user says. Errors: `disk_full`, `folder_read_only`. */
  async set(
    origins: readonly UseOrigin[],
    consent: { readonly allowed: boolean; readonly at: number; readonly paths?: readonly string[] | undefined },
  ): Promise<void> {
    const { allowed, at, paths } = consent;
    const next = { allowed, at, ...(paths === undefined ? {} : { paths: [...paths] }) };
    const file = await this.#read();
    for (const origin of origins) file.origins[origin] = next;
    await this.#files.writeAll([{ path: this.#path, text: `${JSON.stringify(file, null, 2)}\n`, mode: 0o600 }]);
  }

  async #read(): Promise<UseConsents> {
    if (!(await this.#files.exists(this.#path))) return { origins: {} };
    try {
      return consentsSchema.parse(JSON.parse(await this.#files.readText(this.#path)));
    } catch (error) {
      this.#logger.warn('The consents to read logs cannot be read; each origin asks again.', { error: String(error) });
      return { origins: {} };
    }
  }
}
