import { join, relative, sep } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';

/** One file of skills. */
export interface SkillFilePath {
  /** Relative to the folder that was listed, with `/`. */
  readonly file: string;
  readonly path: string;
  readonly format: SkillFormat;
}

export interface SkillFileList {
  readonly skillFiles: readonly SkillFilePath[];
  /** Folders with a `pack.yaml`, relative, with `/`; '' for the folder itself. */
  readonly packFolders: readonly string[];
  readonly findings: readonly Finding[];
}

export const manifestName = 'pack.yaml';
const maximumFiles = 10_000;
const maximumDepth = 12;

/**
 * Every skill file below a folder, in the order of their paths. No link is followed, so no loop and no way out. `onFolder` is
 * called with each folder before it is listed, so that a watcher that starts then misses nothing.
 */
export async function listSkillFiles(
  root: string,
  files: Files,
  { signal, onFolder }: { readonly signal?: AbortSignal | undefined; readonly onFolder?: (path: string) => void } = {},
): Promise<SkillFileList> {
  const skillFiles: SkillFilePath[] = [];
  const packFolders: string[] = [];
  const findings: Finding[] = [];
  const say = (code: 'too_many_files' | 'link_skipped', path: string, message: string, hint: string) =>
    findings.push(skillFinding(code, { path }, message, hint));
  const realRoot = await files.realPath(root);
  const queue = [{ folder: realRoot, depth: 0 }];
  let left = maximumFiles;
  for (let next = queue.shift(); next; next = queue.shift()) {
    throwIfCancelled(signal);
    const { folder, depth } = next;
    onFolder?.(folder);
    const names = [...(await files.list(folder))].filter((name) => !name.startsWith('.') && name !== 'node_modules');
    for (const { name, path, kind } of await kindsOf(folder, names.sort().slice(0, left), files)) {
      const file = relative(realRoot, path).split(sep).join('/');
      const format = formatOfFile(name);
      if (kind === 'link')
        say('link_skipped', file, 'This is a link; links are not followed.', 'Put the file itself there.');
      else if (kind === 'folder') {
        if (depth < maximumDepth) queue.push({ folder: path, depth: depth + 1 });
      } else if (name === manifestName) packFolders.push(relative(realRoot, folder).split(sep).join('/'));
      else if (format) skillFiles.push({ file, path, format });
    }
    if (names.length > left) {
      const message = `The folder has more than ${maximumFiles} files; the rest is left out.`;
      say('too_many_files', '.', message, 'Name a folder with skills only.');
      break;
    }
    left -= names.length;
  }
  return { skillFiles: byPath(skillFiles), packFolders: packFolders.sort(), findings };
}

/** Entries of a folder that are looked at side by side. */
const atOnce = 32;

async function kindsOf(folder: string, names: readonly string[], files: Files) {
  const entries: { name: string; path: string; kind: 'link' | 'folder' | 'file' }[] = [];
  for (let start = 0; start < names.length; start += atOnce) {
    const some = names.slice(start, start + atOnce).map(async (name) => {
      const path = join(folder, name);
      if ((await files.realPath(path)) !== path) return { name, path, kind: 'link' as const };
      return { name, path, kind: (await files.isDirectory(path)) ? ('folder' as const) : ('file' as const) };
    });
    entries.push(...(await Promise.all(some)));
  }
  return entries;
}

function byPath(skillFiles: readonly SkillFilePath[]): SkillFilePath[] {
  return [...skillFiles].sort((a, b) => (a.file < b.file ? -1 : 1));
}
