import { dirname, join, relative, sep } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import type { LoadedPack } from '#shared/domain/pack.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { listSkillFiles, type SkillFilePath } from './list-skill-files.ts';
import { loadPack, loadSkillFile } from './load-pack.ts';

/** A pack and the folder it was read from; paths in it are relative to that. */
export interface PackAt {
  readonly folder: string;
  readonly pack: LoadedPack;
}

export interface SkillsAt {
  readonly packs: readonly PackAt[];
  /** Every SKILL.md, for the checks that look at its text. */
  readonly skillMdFiles: readonly SkillFilePath[];
}

/**
 * Every pack at a path: one file of skills, a pack, a folder with packs in it, or a folder with folders that hold a SKILL.md.
 * Error: `file_not_found`.
 */
export async function readSkillsAt(path: string, files: Files, signal?: AbortSignal): Promise<SkillsAt> {
  if (!(await files.exists(path))) {
    throw new PegboardError('file_not_found', `There is nothing at ${path}.`, {
      hint: 'Name a skill file, a pack, or a folder with packs in it.',
      data: { path },
    });
  }
  if (!(await files.isDirectory(path))) {
    const pack = await loadSkillFile(path, { files });
    const skillMdFiles = /(?:^|[\\/])SKILL\.md$/.test(path)
      ? [{ file: 'SKILL.md', path, format: 'skill-md' as const }]
      : [];
    return { packs: [{ folder: dirname(path), pack }], skillMdFiles };
  }
  const root = await files.realPath(path);
  const listed = await listSkillFiles(root, files, { signal });
  const inside = listed.packFolders.includes('') ? [''] : topmost(listed.packFolders);
  const folders = new Set(inside);
  const isInPack = ({ file }: SkillFilePath) => folders.has('') || liesIn(file, folders);
  const packs: PackAt[] = [];
  const formatsIn = formatsByFolder(listed.skillFiles, folders);
  for (const name of inside) {
    const formats = formatsIn.get(name) ?? new Set();
    // A pack.yaml beside folders with a SKILL.md each is that of those skills.
    if (formats.size === 1 && formats.has('skill-md')) continue;
    const folder = join(root, name);
    packs.push({ folder, pack: await loadPack(folder, { files, signal, withoutSkillMd: true }) });
  }
  const hasLoose = listed.skillFiles.some((one) => one.format !== 'skill-md' && !isInPack(one));
  if (hasLoose || (packs.length === 0 && listed.skillFiles.every(({ format }) => format !== 'skill-md'))) {
    packs.push({ folder: root, pack: await loadPack(root, { files, signal, withoutSkillMd: true, exclude: inside }) });
  }
  const skillMdFiles = listed.skillFiles.filter(({ format }) => format === 'skill-md');
  if (skillMdFiles.length > 0) {
    packs.push({ folder: root, pack: await loadPack(root, { files, signal, format: 'skill-md' }) });
  }
  return { packs, skillMdFiles };
}

/** The formats of the skill files in each of these folders, at any depth. */
function formatsByFolder(skillFiles: readonly SkillFilePath[], folders: ReadonlySet<string>): Map<string, Set<string>> {
  const formats = new Map<string, Set<string>>();
  for (const { file, format } of skillFiles) {
    for (let end = file.length; end >= 0; end = end > 0 ? Math.max(0, file.lastIndexOf('/', end - 1)) : -1) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) formats.set(folder, (formats.get(folder) ?? new Set()).add(format));
    }
  }
  return formats;
}

/** Folders that are not in any of the others. */
function topmost(folders: readonly string[]): string[] {
  const all = new Set(folders);
  return folders.filter((folder) => !liesIn(folder, all));
}

/** Whether a path is in one of these folders, which have `/`. */
function liesIn(path: string, folders: ReadonlySet<string>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}

/** Findings of a pack with full paths. */
export function findingsAt({ folder, pack }: PackAt): Finding[] {
  return pack.findings.map((finding) =>
    finding.path === undefined ? finding : { ...finding, path: join(folder, finding.path) },
  );
}

/** A full path as seen from a folder, with `/`; as it is when it is elsewhere. */
export function pathFrom(folder: string, path: string): string {
  const inside = relative(folder, path);
  return inside.startsWith('..') || inside === '' ? path : inside.split(sep).join('/');
}
