import { join } from 'node:path';
import type { SkillPackConfig } from '#shared/domain/pack.ts';
import { isReservedName } from '#shared/domain/skill-folder.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import type { LoadedWorkspace } from '../../workspace/load-workspace.ts';
import { safePath } from '../export/safe-path.ts';
import { folderOf } from '../store/load-packs.ts';

/** A pack of the open workspace, where it lies, and whether people may change it. */
export interface PackFolder {
  readonly config: SkillPackConfig;
  readonly folder: string;
  readonly editable: boolean;
}

export interface FindPackOptions {
  readonly workspace: LoadedWorkspace;
  readonly files: Files;
  readonly shippedPacks: string | undefined;
}

/** Errors: `pack_not_found`, `file_not_found`, `config_invalid`. */
export async function findPack(name: string, options: FindPackOptions): Promise<PackFolder> {
  const packs = options.workspace.file.config.skills.skill_packs;
  const config = packs.find((pack) => pack.name === name);
  if (!config) {
    throw new PegboardError('pack_not_found', `The workspace has no pack "${name}".`, {
      hint:
        packs.length > 0
          ? `It has ${packs.map((pack) => pack.name).join(', ')}.`
          : 'Name one under skills.skill_packs.',
      data: { pack: name },
    });
  }
  const folder = await options.files.realPath(await folderOf(config, options));
  return { config, folder, editable: !config.path.startsWith('shipped:') };
}

/** Full path of a skill file in a pack, whether it is there or not. Errors: `invalid_input`, `outside_target` for a link. */
export async function fileInPack({ folder }: PackFolder, file: string, files: Files): Promise<string> {
  const parts = file.split('/');
  const isOdd = (part: string) =>
    part === '' || part.startsWith('.') || /[\\:*?"<>|\p{Cc}]|[. ]$/u.test(part) || isReservedName(part);
  if (parts.some(isOdd) || parts.includes('node_modules') || formatOfFile(parts.at(-1) ?? '') === null) {
    throw new PegboardError('invalid_input', `${file.slice(0, 100)} is not a valid name for a skill file.`, {
      hint: 'It ends in .skill.md, .skill.yaml, .skill.json or .skill.jsonl, or is SKILL.md in a folder. The file must not be hidden, and its name must not be reserved.',
      data: { file },
    });
  }
  return safePath(folder, join(...parts), files);
}
