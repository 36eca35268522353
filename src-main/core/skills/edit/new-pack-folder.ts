import { dirname, join, sep } from 'node:path';
import type { NewPackFolder, NewPackFolderInput } from '#shared/domain/skill-editor.ts';
import { PegboardError } from '#shared/errors.ts';
import type { BytesWrite } from '../../files/files.ts';
import { maximumFileBytes } from '../../files/node-files.ts';
import { workspaceGone } from '../../workspace/cache-folder.ts';
import { containedPath } from '../../workspace/load-workspace.ts';
import { safePath } from '../export/safe-path.ts';
import { writeYaml } from '../formats/write-yaml.ts';
import { listSkillFiles, manifestName } from '../read/list-skill-files.ts';
import { listSkillFolder } from '../read/skill-folder.ts';
import type { PackFilesOptions } from './pack-files.ts';
import { findPack } from './pack-folder.ts';

/**
 * Makes `packs/<name>` in the workspace: with a `pack.yaml` only, or with the skill files of another pack as they are. Errors:
 * `file_exists` for a folder that holds something, `pack_not_found`, those of writing.
 */
export function newPackFolder(
  { name, copy_of }: NewPackFolderInput,
  options: PackFilesOptions,
): Promise<NewPackFolder> {
  const { files, library, session } = options;
  return session.onCurrent(async ({ loaded: workspace }) => {
    if (!(await files.isDirectory(workspace.root))) throw workspaceGone(workspace.root);
    const path = `packs/${name}`;
    const folder = await containedPath(workspace.root, 'skills.skill_packs', path, files);
    if ((await files.list(folder)).length > 0) {
      throw new PegboardError('file_exists', `${path} already exists and is not empty.`, {
        hint: 'Choose another name, or name that folder under skills.skill_packs.',
        data: { path },
      });
    }
    const copied = copy_of === null ? [] : await filesOf(copy_of, { ...options, workspace });
    const text = Buffer.from(writeYaml({ name }));
    const manifest = { path: manifestName, bytes: async () => text, executable: false };
    const made = copied.some((one) => one.path === manifestName) ? copied : [manifest, ...copied];
    await files.writeAll(
      await Promise.all(made.map(async (one) => ({ ...one, path: await safePath(folder, one.path, files) }))),
    );
    library.markStale();
    return { path, files: made.length };
  });
}

/** The manifest and the skill files of a pack, with the files beside each SKILL.md, byte for byte. */
async function filesOf(
  name: string,
  options: Parameters<typeof findPack>[1] & PackFilesOptions,
): Promise<readonly BytesWrite[]> {
  const { files } = options;
  const { folder } = await findPack(name, options);
  const { skillFiles } = await listSkillFiles(folder, files);
  const hasManifest = await files.exists(join(folder, manifestName));
  const paths = new Set([...(hasManifest ? [manifestName] : []), ...skillFiles.map(({ file }) => file)]);
  for (const { file, format } of skillFiles) {
    if (format !== 'skill-md') continue;
    const { value } = await listSkillFolder({ root: folder, file }, { files });
    for (const beside of value) paths.add(join(dirname(file), beside.path).split(sep).join('/'));
  }
  return Promise.all(
    [...paths].map(async (path) => {
      const full = join(folder, path);
      const executable = (await files.look(full))?.executable ?? false;
      return { path, executable, bytes: () => files.readBytes(full, { maximumBytes: maximumFileBytes }) };
    }),
  );
}
