import { basename, join } from 'node:path';
import { z } from 'zod';
import { type RecentWorkspace, recentWorkspaceSchema } from '#shared/domain/workspace-summary.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';

const maximumEntries = 20;

/** The workspaces a user had open, kept in the user's own folder. Losing the list is no harm, so its errors are logged. */
export class RecentWorkspaces {
  readonly #path: string;
  readonly #files: Files;
  readonly #logger: Logger;

  constructor(options: { userDataDir: string; files: Files; logger: Logger }) {
    this.#path = join(options.userDataDir, 'recent-workspaces.json');
    this.#files = options.files;
    this.#logger = options.logger;
  }

  /** Most recent first. */
  async list(): Promise<readonly RecentWorkspace[]> {
    if (!(await this.#files.exists(this.#path))) return [];
    try {
      return z.array(recentWorkspaceSchema).parse(JSON.parse(await this.#files.readText(this.#path)));
    } catch (error) {
      this.#logger.warn('The list of recent workspaces cannot be read and starts anew.', { error: String(error) });
      return [];
    }
  }

  async add(path: string, openedAt: Date): Promise<void> {
    const others = (await this.list()).filter((entry) => entry.path !== path);
    const entry = { path, name: basename(path), opened_at: openedAt.toISOString() };
    const entries = [entry, ...others].slice(0, maximumEntries);
    try {
      await this.#files.writeAll([{ path: this.#path, text: `${JSON.stringify(entries, null, 2)}\n` }]);
    } catch (error) {
      this.#logger.warn('The list of recent workspaces was not saved.', { error: String(error) });
    }
  }
}
