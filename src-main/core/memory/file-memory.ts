import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ToolContext } from '#shared/domain/tool-policy.ts';
import { type WorkingMemory, workingMemorySchema } from '#shared/domain/working-memory.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import { type MemoryStore, sessionKey } from './memory-store.ts';

const maximumBytes = 4 * 1024 * 1024;

/**
 * Memories in files of the user's own (mode 0600), one per session, outside every workspace: the answers of tools belong to this user only,
 * and a repository must not collect it (decision 026). A file is replaced as a whole or not at all.
 */
export class FileMemory implements MemoryStore {
  readonly #folder: string;
  readonly #files: Files;
  readonly #workspace: string;

  /** `workspace`: root of the open workspace; the same session elsewhere is another. */
  constructor(options: { readonly userDataDir: string; readonly files: Files; readonly workspace: string }) {
    this.#folder = join(options.userDataDir, 'working-memory');
    this.#files = options.files;
    this.#workspace = options.workspace;
  }

  /** Error: `file_unreadable`, when the file does not have the form that was written. */
  async load(context: ToolContext): Promise<WorkingMemory | null> {
    const path = await this.#pathOf(context);
    if (!(await this.#files.exists(path))) return null;
    const text = await this.#files.readText(path, { maximumBytes, regularOnly: true });
    try {
      return workingMemorySchema.parse(JSON.parse(text));
    } catch (cause) {
      throw new PegboardError('file_unreadable', `${path} is not a working memory.`, {
        hint: 'Start again with --forget, which replaces it.',
        data: { path },
        cause,
      });
    }
  }

  async save(context: ToolContext, memory: WorkingMemory): Promise<void> {
    const text = `${JSON.stringify(memory, null, 2)}\n`;
    await this.#files.writeAll([{ path: await this.#pathOf(context), text, mode: 0o600 }]);
  }

  async forget(context: ToolContext): Promise<void> {
    await this.#files.removeFile(await this.#pathOf(context));
  }

  async #pathOf(context: ToolContext): Promise<string> {
    const workspace = await this.#files.realPath(this.#workspace);
    const key = createHash('sha256')
      .update(`${workspace}\0${sessionKey(context)}`)
      .digest('hex');
    return join(this.#folder, `${key}.json`);
  }
}
