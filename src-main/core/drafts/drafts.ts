import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type DraftAt,
  type DraftSummary,
  type DraftsOf,
  type KeptDraft,
  keptDraftSchema,
  type PutDraftInput,
} from '#shared/domain/draft.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../files/files.ts';
import type { Logger } from '../logger.ts';
import { serialQueue } from '../serial-queue.ts';

/** Drafts of one workspace. A person who has that many has another problem, and a program that has is stopped. */
const maximumDrafts = 200;

/** A draft's text in JSON, where a character may take six bytes. */
const maximumBytes = 32 * 1024 * 1024;

interface DraftsOptions {
  readonly userDataDir: string;
  readonly files: Files;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Unsaved text: one file for each draft (mode 0600) in the user's own folder, by workspace, replaced as a whole or
 * not at all. So a crash at any moment leaves the draft before or this one (decision 030).
 */
export class Drafts {
  readonly #options: DraftsOptions;
  /** Ends of the work on each file: what comes later is written later. */
  readonly #inTurn = serialQueue();
  /** Folders are found in the order they are asked for, or a later text could be written before an earlier one. */
  readonly #findInTurn = serialQueue();
  readonly #tidied = new Set<string>();
  /** What is being put: a window that goes writes its text while the next one already asks what there is. */
  readonly #putting = new Set<Promise<unknown>>();

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** Errors: `drafts_full`, `disk_full`, `folder_read_only`. */
  put(input: PutDraftInput): Promise<{ saved_at: string }> {
    const putting = this.#put(input).finally(() => this.#putting.delete(putting));
    this.#putting.add(putting);
    return putting;
  }

  async #put({ workspace, ...draft }: PutDraftInput): Promise<{ saved_at: string }> {
    const folder = await this.#folderOf({ workspace });
    const name = fileName(draft.id);
    const path = join(folder, name);
    return this.#inTurn(async () => {
      const names = await this.#namesIn(folder);
      if (names.length >= maximumDrafts && !names.includes(name)) throw tooMany(workspace);
      const kept: KeptDraft = { ...draft, saved_at: new Date(this.#options.now()).toISOString() };
      await this.#options.files.writeAll([{ path, text: `${JSON.stringify(kept)}\n`, mode: 0o600 }]);
      return { saved_at: kept.saved_at };
    }, path);
  }

  /** The last one first, with all that was put before. A file that is not a draft is not touched and is logged. */
  async list(of: DraftsOf): Promise<readonly DraftSummary[]> {
    await Promise.allSettled([...this.#putting]);
    const folder = await this.#folderOf(of);
    const names = await this.#namesIn(folder);
    const drafts = await Promise.all(names.map((name) => this.#readInTurn(join(folder, name))));
    return drafts
      .filter((draft) => draft !== null)
      .map(({ text, ...draft }) => ({ ...draft, length: text.length }))
      .sort((a, b) => b.saved_at.localeCompare(a.saved_at) || a.id.localeCompare(b.id));
  }

  async read(at: DraftAt): Promise<KeptDraft | null> {
    return this.#readInTurn(join(await this.#folderOf(at), fileName(at.id)));
  }

  async drop(at: DraftAt): Promise<{ dropped: boolean }> {
    const { files } = this.#options;
    const path = join(await this.#folderOf(at), fileName(at.id));
    return this.#inTurn(async () => {
      const dropped = await files.exists(path);
      await files.removeFile(path);
      return { dropped };
    }, path);
  }

  #readInTurn(path: string): Promise<KeptDraft | null> {
    return this.#inTurn(() => this.#read(path), path);
  }

  async #read(path: string): Promise<KeptDraft | null> {
    const { files, logger } = this.#options;
    if (!(await files.exists(path))) return null;
    try {
      return keptDraftSchema.parse(JSON.parse(await files.readText(path, { maximumBytes, regularOnly: true })));
    } catch {
      // Not the error's own text, which may quote the draft.
      logger.warn('A draft cannot be read and is left out.', { path });
      return null;
    }
  }

  async #folderOf({ workspace }: DraftsOf): Promise<string> {
    const { userDataDir, files } = this.#options;
    const root = await this.#findInTurn(() => files.realPath(workspace));
    return join(userDataDir, 'drafts', createHash('sha256').update(root).digest('hex').slice(0, 32));
  }

  /** Names of the drafts. Half a draft that a killed process left beside them is removed, once. */
  async #namesIn(folder: string): Promise<readonly string[]> {
    const { files } = this.#options;
    const names = await files.list(folder);
    if (!this.#tidied.has(folder)) {
      this.#tidied.add(folder);
      // Should another process be writing one right now, its put fails, and what journals tries again.
      for (const name of names.filter((each) => /^\..*\.(tmp|old)$/.test(each))) {
        await files.removeFile(join(folder, name));
      }
    }
    return names.filter((name) => draftFile.test(name));
  }
}

const draftFile = /^[0-9a-f]{64}\.json$/;

function fileName(id: string): string {
  return `${createHash('sha256').update(id).digest('hex')}.json`;
}

function tooMany(workspace: string): PegboardError {
  return new PegboardError('drafts_full', `Pegboard already keeps ${maximumDrafts} unsaved texts of this workspace.`, {
    hint: 'Save or discard some of them. Until then a crash loses what you type.',
    data: { workspace },
  });
}
