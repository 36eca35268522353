import { dirname, join } from 'node:path';
import type { LoadedPack } from '#shared/domain/pack.ts';
import type { SkillFolderFile } from '#shared/domain/skill-folder.ts';
import type { Files } from '../../files/files.ts';
import { readSkillFolderFile } from './skill-folder.ts';

/** The folder of a skill as it was read. */
export interface SkillFolder {
  /** Full path of the folder. */
  readonly place: string;
  /** Text of the SKILL.md, byte-order mark included. */
  readonly text: string;
  /** The files beside it, in the order of their paths. */
  readonly files: readonly SkillFolderFile[];
  /** Errors: `file_not_found`, `file_changed`, `outside_target`, `not_a_file`, `file_unreadable`. */
  readonly readFile: (path: string) => Promise<Uint8Array>;
}

/** The folders of the skills of loaded packs. */
export class SkillFolders {
  readonly #files: Files;
  /** By pack, name and content, so that a skill in an earlier version never gets the files of the present one. */
  readonly #folders = new Map<string, SkillFolder>();

  constructor(files: Files) {
    this.#files = files;
  }

  /** Adds those of a pack that was read from `root`, a real path. */
  add({ name: pack, skills }: LoadedPack, root: string): void {
    for (const { name, content_hash, file, front_matter, original, folder_files } of skills) {
      if (front_matter === null || original === null) continue;
      const place = dirname(join(root, file));
      this.#folders.set(keyOf({ pack, name, content_hash }), {
        place,
        text: original,
        files: folder_files,
        readFile: (path) => readSkillFolderFile(place, folder_files, path, this.#files),
      });
    }
  }

  of(skill: {
    readonly pack: string | null;
    readonly name: string;
    readonly content_hash: string;
  }): SkillFolder | null {
    return this.#folders.get(keyOf(skill)) ?? null;
  }
}

function keyOf({ pack, name, content_hash }: Parameters<SkillFolders['of']>[0]): string {
  return JSON.stringify([pack, name, content_hash]);
}
