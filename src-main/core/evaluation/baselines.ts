import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type EvalReport, evalReportSchema } from '#shared/domain/eval-set.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';

/** The scope of a kept run: a workspace, as everybody or as a persona sees it. */
export interface BaselineOf {
  readonly root: string;
  readonly persona?: string | undefined;
}

/**
 * The reports that runs of the app are compared with, one per workspace and persona, in the user's own folder: what one
 * person compares with does not belong in the repository. Losing one does no harm.
 */
export class Baselines {
  readonly #folder: string;
  readonly #files: Files;
  readonly #logger: Logger;

  constructor(options: { userDataDir: string; files: Files; logger: Logger }) {
    this.#folder = join(options.userDataDir, 'evaluations');
    this.#files = options.files;
    this.#logger = options.logger;
  }

  /** Null when none is kept, or it cannot be read. */
  async read(of: BaselineOf): Promise<EvalReport | null> {
    const path = this.#pathOf(of);
    if (!(await this.#files.exists(path))) return null;
    try {
      return evalReportSchema.parse(JSON.parse(await this.#files.readText(path)));
    } catch (error) {
      this.#logger.warn('The baseline of an evaluation cannot be read and is left out.', { error: String(error) });
      return null;
    }
  }

  /** Errors: `disk_full`, `folder_read_only`. */
  async keep(of: BaselineOf, report: EvalReport): Promise<void> {
    // Queries may quote users: nobody else on this computer reads them.
    await this.#files.writeAll([{ path: this.#pathOf(of), text: `${JSON.stringify(report)}\n`, mode: 0o600 }]);
  }

  #pathOf({ root, persona }: BaselineOf): string {
    const key = createHash('sha256')
      .update(JSON.stringify([root, persona ?? null]))
      .digest('hex');
    return join(this.#folder, `${key.slice(0, 32)}.json`);
  }
}
