import { basename, dirname, relative } from 'node:path';
import type { LoadedPack } from '#shared/domain/pack.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import type { PackFileAt } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import { withWorkspaceLock } from '../../db/workspace-lock.ts';
import type { Files } from '../../files/files.ts';
import { makeCacheFolder, pathInCache } from '../../workspace/cache-folder.ts';
import type { WorkspaceSession } from '../../workspace/workspace-session.ts';
import { textHash } from '../export/export-journal.ts';
import { listSkillFiles, type SkillFilePath } from '../read/list-skill-files.ts';
import { loadPack } from '../read/load-pack.ts';
import type { SkillLibrary } from '../skill-library.ts';
import { fileInPack, findPack, type PackFolder } from './pack-folder.ts';

export interface PackFilesOptions {
  readonly files: Files;
  readonly library: SkillLibrary;
  readonly shippedPacks: string | undefined;
  /** A name that was never given before. */
  readonly newId: () => string;
  readonly session: WorkspaceSession;
}

/** Longest skill file that is edited, bytes. */
const maximumBytes = 4 * 1024 * 1024;

/** The files of the packs of the open workspace. One change at a time, and only of what the caller has seen. */
export class PackFiles {
  readonly #options: PackFilesOptions;

  constructor(options: PackFilesOptions) {
    this.#options = options;
  }

  find(name: string): Promise<PackFolder> {
    return this.#options.session.onCurrent(({ loaded: workspace }) => findPack(name, { ...this.#options, workspace }));
  }

  async load(name: string): Promise<LoadedPack> {
    const { config, folder } = await this.find(name);
    return loadPack(folder, { files: this.#options.files, name, format: config.format });
  }

  /** Every skill file of a pack, also one that holds no skill or cannot be read. */
  async list(folder: string, format: SkillFormat | null): Promise<readonly SkillFilePath[]> {
    const { skillFiles } = await listSkillFiles(folder, this.#options.files);
    return skillFiles.filter((one) => format === null || one.format === format);
  }

  /** Text of a file, without its byte-order mark. Errors: `file_not_found`, `file_too_large`, `file_unreadable`. */
  async read({ pack, file }: PackFileAt): Promise<string> {
    const { files } = this.#options;
    const path = await fileInPack(await this.find(pack), file, files);
    return files.readText(path, { maximumBytes, regularOnly: true });
  }

  /**
   * Puts another text in the place of one that has the expected hash, null for no file; and returns it. The file is old or new
   * at any time, and keeps its byte-order mark. Errors: `pack_read_only`, `file_changed`, and those of `next`, which leave
   * everything as it is.
   */
  change(
    { pack, file }: PackFileAt,
    expected: string | null,
    next: (before: string | null) => string | null,
  ): Promise<string | null> {
    const { files } = this.#options;
    return this.inPack(pack, async (found) => {
      const path = await fileInPack(found, file, files);
      const isThere = await files.exists(path);
      const raw = isThere ? await files.readText(path, { maximumBytes, regularOnly: true, keepMark: true }) : null;
      const mark = raw?.startsWith('\ufeff') ? '\ufeff' : '';
      const before = raw === null ? null : raw.slice(mark.length);
      if (this.hashOf(before) !== expected) throw this.changed({ pack, file }, this.hashOf(before));
      const after = next(before);
      if (after !== null && after !== before) await files.writeAll([{ path, text: mark + after }]);
      else if (after === null) {
        await files.removeFile(path);
        if (dirname(path) !== found.folder) await files.removeEmptyFolder(dirname(path));
      }
      return after;
    });
  }

  /** Changes files of a pack while nobody else does. Errors: `pack_read_only`, and those of the work. */
  inPack<Result>(pack: string, work: (found: PackFolder) => Promise<Result>): Promise<Result> {
    const { files, library, session } = this.#options;
    return session.onCurrent(async ({ loaded: workspace }) => {
      const found = await findPack(pack, { ...this.#options, workspace });
      if (!found.editable) {
        throw new PegboardError('pack_read_only', `${pack} comes with Pegboard and cannot be changed.`, {
          hint: 'Copy its folder into the workspace and name that under skills.skill_packs.',
          data: { pack },
        });
      }
      await makeCacheFolder({ ...workspace, files });
      return withWorkspaceLock(workspace.cacheDir, undefined, async () => {
        try {
          return await work(found);
        } finally {
          library.markStale();
        }
      });
    });
  }

  /** A folder in the cache folder for what is taken away: its full path, and the path from the workspace. */
  placeAside(name: string): Promise<{ readonly path: string; readonly shown: string }> {
    const { files, newId, session } = this.#options;
    return session.onCurrent(async ({ loaded: { root, cacheDir } }) => {
      await makeCacheFolder({ root, cacheDir, files });
      const path = await pathInCache({ cacheDir, files }, 'removed', `${name}-${newId()}`);
      return { path, shown: relative(root, path) };
    });
  }

  /** Keeps a text in the cache folder, from where a person can take it when Pegboard is gone; returns where, from the workspace. */
  keepAside({ pack, file }: PackFileAt, text: string): Promise<string> {
    const { files, newId, session } = this.#options;
    return session.onCurrent(async ({ loaded: { root, cacheDir } }) => {
      await makeCacheFolder({ root, cacheDir, files });
      const path = await pathInCache({ cacheDir, files }, 'removed', `${pack}-${newId()}-${basename(file)}`);
      await files.writeAll([{ path, text }]);
      return relative(root, path);
    });
  }

  hashOf(text: string | null): string | null {
    return text === null ? null : textHash(text);
  }

  changed({ pack, file }: PackFileAt, hash: string | null): PegboardError {
    const what = hash === null ? 'is gone' : 'changed after you opened it';
    return new PegboardError('file_changed', `${file} of ${pack} ${what}; nothing was written.`, {
      hint: 'Compare your text with the file, then save again.',
      data: { pack, file, hash },
    });
  }
}
