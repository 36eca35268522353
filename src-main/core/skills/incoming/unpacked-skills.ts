import type { Finding } from '#shared/domain/finding.ts';
import { skillFinding } from '#shared/domain/skill-finding.ts';
import { isForbiddenName, isSkippedName, skillFolderLimits } from '#shared/domain/skill-folder.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import { type ZipEntry, zipContent, zipEntries } from '#shared/text/zip.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { FileInMemory } from './files-in-memory.ts';
import { incomingLimits } from './incoming-limits.ts';

export interface Unpacked {
  readonly files: readonly FileInMemory[];
  /** Entries that are left out, and why. */
  readonly findings: readonly Finding[];
}

const linkKind = 0o120000;
const fileKind = 0o100000;
const kindBits = 0o170000;

/** Whether a name is that of an archive of skills. */
export function isSkillArchive(name: string): boolean {
  return /\.(?:zip|skill)$/i.test(name);
}

/**
 * The files of the skills in an archive, in memory: no path of it reaches a disk. Entries outside of a folder with a SKILL.md are not
 * unpacked. An entry that cannot be a file of a skill is left out with a finding. Errors: `unrecognised_format` for what is not an
 * archive, `file_too_large` above the limits.
 */
export async function unpackedSkills(bytes: Uint8Array, name: string, signal?: AbortSignal): Promise<Unpacked> {
  const findings: Finding[] = [];
  const leave = (path: string, message: string) =>
    findings.push(
      skillFinding('folder_file_left_out', { path: path.slice(0, 300) }, message, 'Pack the archive again.'),
    );
  const wanted = inSkills(
    safeEntries(
      zipEntries(bytes, (what) => refused(name, what)),
      leave,
    ),
  );
  const files: FileInMemory[] = [];
  let left = incomingLimits.bytes;
  for (const { path, entry } of wanted) {
    throwIfCancelled(signal);
    const maximumBytes = Math.min(left, skillFolderLimits.bytes);
    try {
      const content = await zipContent(bytes, entry, { maximumBytes, refuse: (what) => refused(path, what) });
      if (content === null && left < skillFolderLimits.bytes) throw tooLarge(name);
      if (content === null)
        leave(path, `It has more than ${skillFolderLimits.bytes / 1024 / 1024} MiB when it is unpacked.`);
      else {
        left -= content.length;
        files.push({ path, bytes: content, executable: (entry.mode & 0o111) !== 0 });
      }
    } catch (error) {
      if (!isPegboardError(error) || error.code !== 'unrecognised_format') throw error;
      leave(path, error.message);
    }
  }
  return { files, findings };
}

interface SafeEntry {
  readonly path: string;
  readonly entry: ZipEntry;
}

/** The files of an archive whose paths stay inside of it and mean one thing. */
function safeEntries(entries: readonly ZipEntry[], leave: (path: string, message: string) => void): SafeEntry[] {
  if (entries.length > incomingLimits.entries) {
    throw new PegboardError(
      'file_too_large',
      `The archive has ${entries.length} entries; ${incomingLimits.entries} is the limit.`,
      {
        hint: 'Pack the folders of the skills only.',
      },
    );
  }
  const times = new Map<string | null, number>();
  for (const { name } of entries) times.set(name, (times.get(name) ?? 0) + 1);
  const folders = new Set<string>();
  for (const { name } of entries) for (const around of name === null ? [] : foldersAround(name)) folders.add(around);
  const safe: SafeEntry[] = [];
  for (const entry of entries) {
    const { name, mode } = entry;
    if (name === null) leave('?', 'Its name is not UTF-8.');
    else if (name.endsWith('/') || name.split('/').some((part) => isSkippedName(part) || part === '__MACOSX')) continue;
    else if (name.split('/').some(isForbiddenName))
      leave(name, 'Its path leads out of the archive, or has a part that no file may have.');
    else if ((times.get(name) ?? 0) > 1)
      leave(name, 'The archive has several files of this name, and programs do not agree on which of them counts.');
    else if (folders.has(name)) leave(name, 'The archive has a folder of the same name.');
    else if ((mode & kindBits) === linkKind) leave(name, 'This is a link; links are not followed.');
    else if ((mode & kindBits) !== 0 && (mode & kindBits) !== fileKind)
      leave(name, 'This is a pipe or a device, not a file.');
    else if (entry.isEncrypted) leave(name, 'It is encrypted.');
    else safe.push({ path: name, entry });
  }
  return safe;
}

/** Those in a folder with a SKILL.md, or below it. */
function inSkills(entries: readonly SafeEntry[]): SafeEntry[] {
  const roots = new Set(
    entries.filter(({ path }) => /(?:^|\/)SKILL\.md$/.test(path)).map(({ path }) => path.slice(0, -9)),
  );
  return entries.filter(({ path }) => roots.has('') || foldersAround(path).some((folder) => roots.has(folder)));
}

/** `a` and `a/b` for `a/b/c`. */
function foldersAround(path: string): string[] {
  const parts = path.split('/').slice(0, 64);
  return parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join('/'));
}

function tooLarge(name: string): PegboardError {
  return new PegboardError(
    'file_too_large',
    `The skills in ${name} have more than ${incomingLimits.bytes / 1024 / 1024} MiB.`,
    {
      hint: 'Import fewer of them at a time.',
    },
  );
}

function refused(file: string, what: string): PegboardError {
  return new PegboardError('unrecognised_format', `${file} ${what}.`, {
    hint: 'Download it again, or unpack it and import its folder.',
    data: { file },
  });
}
