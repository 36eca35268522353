import { z } from 'zod';
import { type OptimizeApplied, optimizeAppliedSchema } from '#shared/domain/optimize.ts';
import type { Files } from '../files/files.ts';
import { RecordFolder } from '../files/record-folder.ts';
import type { Logger } from '../logger.ts';

const appliedSchema = z.object({ ...optimizeAppliedSchema.shape, id: z.uuid(), at: z.iso.datetime() });
export type AppliedBoard = z.infer<typeof appliedSchema>;

/** Where what was applied is kept. */
export interface AppliedRecordsOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A UUID. */
  readonly newId: () => string;
}

/** What was applied of proposals, with what was predicted, in the user's own folder. */
export class AppliedBoards {
  readonly #options: AppliedRecordsOptions;
  readonly #records: RecordFolder<AppliedBoard>;

  constructor(options: AppliedRecordsOptions) {
    this.#options = options;
    this.#records = new RecordFolder({ ...options, name: 'optimize-applied', head: appliedSchema });
  }

  /** Errors: `disk_full`, `folder_read_only`. */
  async keep(root: string, applied: OptimizeApplied): Promise<void> {
    const at = new Date(this.#options.now()).toISOString();
    await this.#records.keep(root, { ...applied, id: this.#options.newId(), at }, '');
  }

  /** The last one; null before the first. */
  async last(root: string): Promise<AppliedBoard | null> {
    const [last] = await this.#records.list(root);
    return last ?? null;
  }
}
