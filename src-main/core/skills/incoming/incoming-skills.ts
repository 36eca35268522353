import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '#shared/domain/finding.ts';
import type { SkillsToImport } from '#shared/domain/import-skills.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { isForbiddenName, isSkippedName } from '#shared/domain/skill-folder.ts';
import { PegboardError } from '#shared/errors.ts';
import type { Files } from '../../files/files.ts';
import { wholePath } from '../../files/whole-path.ts';
import { type FileInMemory, filesInMemory } from './files-in-memory.ts';
import { incomingLimits } from './incoming-limits.ts';
import { isSkillArchive, unpackedSkills } from './unpacked-skills.ts';

/** A folder with skills that are not in the workspace, and how to read it. */
export interface IncomingSkills {
  /** Full path; one that is on no disk for an archive and for files that a page sent. */
  readonly root: string;
  readonly files: Files;
  /** What was left out on the way. */
  readonly findings: readonly Finding[];
}

/**
 * Opens a folder, a SKILL.md with its folder, an archive, or files that a page sent. Nothing is written. Errors: `usage` for a
 * path that is not absolute, `file_not_found`, `unrecognised_format`, `file_too_large`.
 */
export async function incomingSkills(
  from: SkillsToImport,
  files: Files,
  signal?: AbortSignal,
): Promise<IncomingSkills> {
  if ('files' in from) return sentFiles(from, signal);
  const path = wholePath(from.path);
  if (await files.isDirectory(path)) return { root: await files.realPath(path), files, findings: [] };
  if (!(await files.exists(path))) {
    throw new PegboardError('file_not_found', `There is nothing at ${path}.`, {
      hint: 'Name the folder of a skill, a folder with such folders, or an archive.',
      data: { path },
    });
  }
  if (basename(path) === 'SKILL.md') return { root: dirname(await files.realPath(path)), files, findings: [] };
  if (!isSkillArchive(path)) throw notSkills(basename(path));
  return unpacked(await files.readBytes(path, { maximumBytes: incomingLimits.bytes }), basename(path), signal);
}

async function sentFiles(
  from: Extract<SkillsToImport, { files: unknown }>,
  signal?: AbortSignal,
): Promise<IncomingSkills> {
  const [only, another] = from.files;
  if (only && !another && isSkillArchive(only.path)) return unpacked(bytesOf(only.base64), only.path, signal);
  const kept: FileInMemory[] = [];
  const findings: Finding[] = [];
  const seen = new Set<string>();
  for (const { path, base64 } of from.files) {
    const parts = path.split('/');
    if (parts.some(isSkippedName)) continue;
    const isOdd = parts.some(isForbiddenName) || seen.has(path);
    seen.add(path);
    // Browsers do not tell which files are programs.
    if (!isOdd) kept.push({ path, bytes: bytesOf(base64), executable: false });
    else {
      const message = 'Its path cannot be in a skill.';
      findings.push(skillFinding('folder_file_left_out', { path: path.slice(0, 300) }, message, 'Rename it.'));
    }
  }
  return { ...inMemory(from.name, kept), findings };
}

async function unpacked(bytes: Uint8Array, name: string, signal?: AbortSignal): Promise<IncomingSkills> {
  const { files, findings } = await unpackedSkills(bytes, name, signal);
  return { ...inMemory(name.replace(/\.[^.]*$/, ''), files), findings };
}

/** The name of the folder becomes that of a skill that has none. */
function inMemory(name: string, files: readonly FileInMemory[]): Pick<IncomingSkills, 'root' | 'files'> {
  const root = join(resolve(sep), 'incoming', isForbiddenName(name) ? 'skill' : name);
  return { root, files: filesInMemory(root, files) };
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, 'base64'));
}

function notSkills(name: string): PegboardError {
  return new PegboardError('unrecognised_format', `${name} is not a folder, a SKILL.md or an archive.`, {
    hint: 'Skills are imported from folders with a SKILL.md, and from .zip and .skill archives of such folders.',
    data: { file: name },
  });
}
