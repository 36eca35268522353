import { basename, join } from 'node:path';
import { z } from 'zod';
import { type ListedWorkspace, type RecentWorkspace, recentWorkspaceSchema } from '#shared/domain/workspace-summary.ts';
import { UserFile } from '../db/user-file.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { workspaceFileName } from './workspace-file.ts';

const maximumEntries = 20;

/** The workspaces a user had open, kept in the user's own folder. Losing the list does no harm, so its errors are logged. */
export class RecentWorkspaces {
  readonly #file: UserFile<readonly RecentWorkspace[]>;
  readonly #files: Files;
  readonly #logger: Logger;

  constructor(options: { userDataDir: string; files: Files; logger: Logger }) {
    this.#file = new UserFile({
      ...options,
      name: 'recent-workspaces',
      schema: z.array(recentWorkspaceSchema),
      empty: [],
      unreadable: 'The list of recent workspaces cannot be read. Pegboard starts a new one.',
    });
    this.#files = options.files;
    this.#logger = options.logger;
  }

  /** Most recent first. */
  list(): Promise<readonly RecentWorkspace[]> {
    return this.#file.read();
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

  add(path: string, openedAt: Date): Promise<void> {
    const entry = { path, name: basename(path), opened_at: openedAt.toISOString() };
    return this.#change((entries) =>
      [entry, ...entries.filter((other) => other.path !== path)].slice(0, maximumEntries),
    );
  }

  /** Takes a workspace off the list; says whether it was on it. */
  async forget(path: string): Promise<{ forgotten: boolean }> {
    let forgotten = false;
    await this.#change((entries) => {
      forgotten = entries.some((entry) => entry.path === path);
      return forgotten ? entries.filter((entry) => entry.path !== path) : null;
    });
    return { forgotten };
  }

  async #change(change: (entries: readonly RecentWorkspace[]) => readonly RecentWorkspace[] | null): Promise<void> {
    try {
      await this.#file.change(change);
    } catch (error) {
      this.#logger.warn('The list of recent workspaces was not saved.', { error: String(error) });
    }
  }
}
