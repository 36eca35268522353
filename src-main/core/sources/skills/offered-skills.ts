import { type Finding, finding } from '#shared/domain/finding.ts';
import { isForbiddenName, oddNameReason, skillFolderLimits } from '#shared/domain/skill-folder.ts';
import type { ListedSkills, SkillEntry } from '../../mcp/mcp-skills.ts';

/** One file of a skill that a server offers. */
export interface OfferedFile {
  readonly uri: string;
  /** Relative to the folder of the skill, with `/`. */
  readonly path: string;
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

/** A skill that a server offers, at the place that it would have in a pack. */
export interface OfferedSkill {
  /** Folder inside of the pack, with `/`: `core/sign-in` for `skill://core/sign-in/SKILL.md`. */
  readonly folder: string;
  readonly entry: SkillEntry;
  readonly files: readonly OfferedFile[];
}

/** What a server offers, with a finding for each skill that is left out. */
export interface OfferedSkills {
  readonly skills: readonly OfferedSkill[];
  readonly findings: readonly Finding[];
  /** Folders of skills that are left out: what is stored of them stays. */
  readonly leftOut: ReadonlySet<string>;
}

/** What one import takes at most, over all skills of a server. */
const importLimits = { skills: 1_000, files: 8_000, bytes: 64 * 1024 * 1024 };

/**
 * The skills of a list that a disk can hold safely: paths inside of their folder, names that every system takes, no two that differ by
 * case alone, and nothing above the limits. Every other skill is left out by name, and the rest stays. Pure.
 */
export function offeredSkills(listed: ListedSkills, source: string): OfferedSkills {
  const skills: OfferedSkill[] = [];
  const leftOut = new Set<string>();
  const findings = listed.invalid.map(({ uri, reason }) => skillLeftOut(source, uri, reason));
  const sorted = [...listed.entries].sort((a, b) => (a.uri < b.uri ? -1 : 1));
  const taken = new Map<string, string>();
  const room = { ...importLimits };
  for (const entry of sorted) {
    const folder = folderOf(entry.uri);
    const files = filesOf(entry);
    const reason =
      folder === null
        ? 'its address is not a safe path'
        : (problemOf(files) ?? placeProblem(folder, taken) ?? overLimit(files, room));
    if (reason !== null || folder === null || typeof files === 'string') {
      findings.push(skillLeftOut(source, entry.uri, reason ?? ''));
      if (folder !== null) leftOut.add(folder);
      continue;
    }
    taken.set(keyOf(folder), entry.uri);
    skills.push({ folder, entry, files });
  }
  return { skills, findings, leftOut };
}

/** The finding about a skill of a server that is not imported. */
export function skillLeftOut(source: string, uri: string, reason: string): Finding {
  return finding('skill_left_out', {
    message: `The skill ${uri.slice(0, 200)} of ${source} is left out: ${reason}.`,
    path: `sources: ${source}`,
    hint: 'Tell the authors of the server. Its other skills and its tools are not affected.',
  });
}

/** The folder that the address of a SKILL.md names; null for one that no disk may hold. */
function folderOf(uri: string): string | null {
  const parts = partsOf(uri)?.slice(0, -1);
  return parts && parts.length > 0 && parts.length <= skillFolderLimits.depth && parts.every(isSafe)
    ? parts.join('/')
    : null;
}

/** The decoded parts of an address, its host first; null for one that cannot be decoded. */
function partsOf(uri: string): string[] | null {
  if (!URL.canParse(uri)) return null;
  const { host, pathname } = new URL(uri);
  try {
    return [host, ...pathname.split('/').slice(1)].map((part) => decodeURIComponent(part));
  } catch {
    return null;
  }
}

function isSafe(name: string): boolean {
  return !isForbiddenName(name) && oddNameReason(name) === null && !name.startsWith('.');
}

/** The files of an entry by their paths, or the reason why there is none. */
function filesOf({ uri, resources }: SkillEntry): OfferedFile[] | string {
  if (resources === 'dynamic') return 'it lists no files, so nothing can check them';
  const root = uri.slice(0, uri.lastIndexOf('/') + 1);
  const files: OfferedFile[] = [];
  const seen = new Set<string>();
  for (const { uri: at, digest, size } of resources) {
    const parts = at.startsWith(root) ? partsOf(at)?.slice((partsOf(root)?.length ?? 1) - 1) : undefined;
    if (!parts || parts.length === 0 || parts.length > skillFolderLimits.depth || !parts.every(isSafe))
      return `the path of ${at.slice(0, 200)} is not safe`;
    const path = parts.join('/');
    if (parts.at(-1)?.toLowerCase() === 'skill.md' && path !== 'SKILL.md')
      return `${path} would be a skill of its own that the server does not list`;
    if (seen.has(keyOf(path))) return `${path} differs from another of its files by case alone`;
    seen.add(keyOf(path));
    files.push({ uri: at, path, digest, size });
  }
  return files;
}

function problemOf(files: readonly OfferedFile[] | string): string | null {
  if (typeof files === 'string') return files;
  const bytes = sizeOf(files);
  if (files.length > skillFolderLimits.files)
    return `it has ${files.length} files; ${skillFolderLimits.files} is the limit`;
  if (bytes > skillFolderLimits.bytes)
    return `it has ${(bytes / 1024 / 1024).toFixed(1)} MiB; ${skillFolderLimits.bytes / 1024 / 1024} MiB is the limit`;
  return null;
}

/** Why a skill cannot have this folder: another skill has it, has a folder around it, or has one inside it. */
function placeProblem(folder: string, taken: ReadonlyMap<string, string>): string | null {
  const key = keyOf(folder);
  for (const [other, uri] of taken) {
    if (other === key) return `its folder is that of ${uri}, or differs from it by case alone`;
    if (key.startsWith(`${other}/`) || other.startsWith(`${key}/`))
      return `its folder and that of ${uri} are inside each other`;
  }
  return null;
}

/** Reserves room for a skill; returns the reason when no room is left. */
function overLimit(
  files: readonly OfferedFile[] | string,
  room: { skills: number; files: number; bytes: number },
): string | null {
  if (typeof files === 'string') return files;
  const bytes = sizeOf(files);
  if (room.skills < 1 || room.files < files.length || room.bytes < bytes)
    return `an import takes at most ${importLimits.skills} skills, ${importLimits.files} files and ${importLimits.bytes / 1024 / 1024} MiB of a server`;
  room.skills -= 1;
  room.files -= files.length;
  room.bytes -= bytes;
  return null;
}

function sizeOf(files: readonly OfferedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Equal for paths that some disk takes for one. */
function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
