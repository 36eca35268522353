import { dirname, join } from 'node:path';
import type { SkillFolderFile } from '#shared/domain/skill-folder.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { readSkillFolderFile } from '../read/skill-folder.ts';

/** Files of a skill that were removed together with their SKILL.md, and where their copies are. */
export interface RemovedFiles {
  /** Folder of the skill, and that of the copies: full paths. */
  readonly folder: string;
  readonly kept: string;
  readonly files: readonly SkillFolderFile[];
}

/** Copies the files of a skill, all or none. Errors: `file_changed`, `disk_full`. */
export async function keepFolderFiles({ folder, kept, files: listed }: RemovedFiles, files: Files): Promise<void> {
  await files.writeAll(
    listed.map(({ path, executable }) => ({
      path: join(kept, path),
      bytes: () => readSkillFolderFile(folder, listed, path, files),
      executable,
    })),
  );
}

/** Removes the files of a skill, but those that somebody changed since they were copied, and the folders that are empty then. */
export async function removeFolderFiles({ folder, files: listed }: RemovedFiles, files: Files): Promise<void> {
  for (const { path } of listed) {
    const isSame = await readSkillFolderFile(folder, listed, path, files).then(
      () => true,
      () => false,
    );
    if (!isSame) continue;
    const full = join(folder, path);
    await files.removeFile(full);
    for (let around = dirname(full); around.length > folder.length; around = dirname(around))
      await files.removeEmptyFolder(around);
  }
  await files.removeEmptyFolder(folder);
}

/** Puts the files back, all or none. Error: `file_exists` where another file is in the way. */
export async function putBackFolderFiles({ folder, kept, files: listed }: RemovedFiles, files: Files): Promise<void> {
  const inTheWay: string[] = [];
  const missing: SkillFolderFile[] = [];
  for (const file of listed) {
    if ((await files.look(join(folder, file.path))) === null) missing.push(file);
    else {
      const isSame = await readSkillFolderFile(folder, listed, file.path, files).catch(() => null);
      if (isSame === null) inTheWay.push(file.path);
    }
  }
  if (inTheWay.length > 0) {
    throw new PegboardError('file_exists', `${inTheWay.slice(0, 5).join(', ')} already exists with other content.`, {
      hint: `Move it away and try again. The removed files are in ${kept}.`,
      data: { files: inTheWay },
    });
  }
  await files.writeAll(
    missing.map(({ path, executable }) => ({
      path: join(folder, path),
      bytes: () => readSkillFolderFile(kept, listed, path, files),
      executable,
    })),
  );
}
