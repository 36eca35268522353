import { basename, join } from 'node:path';
import { z } from 'zod';
import { type ListedWorkspace, type RecentWorkspace, recentWorkspaceSchema } from '#shared/domain/workspace-summary.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { workspaceFileName } from './workspace-file.ts';

const maximumEntries = 20;

/** The workspaces a user had open, kept in the user's own folder. Losing the list does no harm, so its errors are logged. */
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
      this.#logger.warn('The list of recent workspaces cannot be read. Pegboard starts a new one.', {
        error: String(error),
      });
      return [];
    }
  }

  /** The same, each with whether it is still there. */
  async listed(): Promise<readonly ListedWorkspace[]> {
    const entries = await this.list();
    return Promise.all(
      entries.map(async (entry) => ({
        ...entry,
        missing: !(await this.#files.exists(join(entry.path, workspaceFileName))),
      })),
    );
  }

  async add(path: string, openedAt: Date): Promise<void> {
    const others = (await this.list()).filter((entry) => entry.path !== path);
    const entry = { path, name: basename(path), opened_at: openedAt.toISOString() };
    await this.#write([entry, ...others].slice(0, maximumEntries));
  }

  /** Takes a workspace off the list; says whether it was on it. */
  async forget(path: string): Promise<{ forgotten: boolean }> {
    const entries = await this.list();
    const others = entries.filter((entry) => entry.path !== path);
    if (others.length === entries.length) return { forgotten: false };
    await this.#write(others);
    return { forgotten: true };
  }

  async #write(entries: readonly RecentWorkspace[]): Promise<void> {
    try {
      await this.#files.writeAll([{ path: this.#path, text: `${JSON.stringify(entries, null, 2)}\n` }]);
    } catch (error) {
      this.#logger.warn('The list of recent workspaces was not saved.', { error: String(error) });
    }
  }
}
