import { basename, join, relative, sep } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import type { SkillFormat } from '#shared/domain/skill.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
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

/** The format that a file's name says (R8.16), or null for a file of no skills. Dots before `.skill.` are part of the name. */
export function formatOfFile(name: string): SkillFormat | null {
  if (name === 'SKILL.md') return 'skill-md';
  const ending = /.\.skill\.(md|yaml|yml|json|jsonl)$/i.exec(name)?.[1]?.toLowerCase();
  return ending === undefined ? null : ending === 'yml' ? 'yaml' : (ending as SkillFormat);
}

/** The name of a skill file without its ending. */
export function stemOfFile(file: string): string {
  return file.replace(/\.skill\.(?:md|yaml|yml|json|jsonl)$/i, '');
}

/** Every skill file below a folder, in the order of their paths. No link is followed, so no loop and no way out. */
export async function listSkillFiles(root: string, files: Files, signal?: AbortSignal): Promise<SkillFileList> {
  const skillFiles: SkillFilePath[] = [];
  const packFolders: string[] = [];
  const findings: Finding[] = [];
  const realRoot = await files.realPath(root);
  const queue = [{ folder: realRoot, depth: 0 }];
  let seen = 0;
  for (let next = queue.shift(); next; next = queue.shift()) {
    throwIfCancelled(signal);
    for (const name of [...(await files.list(next.folder))].sort()) {
      if (name.startsWith('.') || name === 'node_modules') continue;
      if (++seen > maximumFiles) {
        findings.push(
          skillFinding(
            'too_many_files',
            { path: '.' },
            `The folder has more than ${maximumFiles} files; the rest is left out.`,
            'Name a folder with skills only.',
          ),
        );
        return { skillFiles: byPath(skillFiles), packFolders, findings };
      }
      const path = join(next.folder, name);
      const file = relative(realRoot, path).split(sep).join('/');
      const format = formatOfFile(name);
      if ((await files.realPath(path)) !== path) {
        findings.push(
          skillFinding(
            'link_skipped',
            { path: file },
            'This is a link; links are not followed.',
            'Put the file itself there.',
          ),
        );
      } else if (await files.isDirectory(path)) {
        if (next.depth < maximumDepth) queue.push({ folder: path, depth: next.depth + 1 });
      } else if (name === manifestName) packFolders.push(relative(realRoot, next.folder).split(sep).join('/'));
      else if (format) skillFiles.push({ file, path, format });
    }
  }
  return { skillFiles: byPath(skillFiles), packFolders: packFolders.sort(), findings };
}

function byPath(skillFiles: readonly SkillFilePath[]): SkillFilePath[] {
  return [...skillFiles].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** What a file or folder name leaves for a name of ours: letters, digits, `_`, `-` and `.`, lower case. */
export function slugOf(name: string, fallback: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_.-]+/gu, '-')
    .replace(/^[-.\p{M}]+|[-.]+$/gu, '')
    .slice(0, 100);
  return slug === '' ? fallback : slug;
}

/** Name of the folder a SKILL.md stands in. */
export function folderNameOf(path: string): string {
  return basename(join(path, '..'));
}
