import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { type SkillFindingCode, skillFinding } from '#shared/domain/skill-finding.ts';
import {
  isForbiddenName,
  isSkippedName,
  oddNameReason,
  type SkillFolderFile,
  skillFolderLimits,
} from '#shared/domain/skill-folder.ts';
import { isPegboardError, PegboardError } from '#shared/errors.ts';
import type { Found } from '#shared/text/values.ts';
import { throwIfCancelled } from '../../cancellation.ts';
import type { Files } from '../../files/files.ts';
import { safePath } from '../export/safe-path.ts';
import { manifestName } from './list-skill-files.ts';

export interface ListSkillFolderOptions {
  readonly files: Files;
  readonly signal?: AbortSignal | undefined;
  /** Told of each folder before it is listed. */
  readonly onFolder?: ((path: string) => void) | undefined;
}

/** Where a skill lies: the folder of its pack, a real path, and its SKILL.md inside, with `/`. */
export interface SkillMdAt {
  readonly root: string;
  readonly file: string;
}

interface Seen {
  /** Relative to the folder of the skill, with `/`. */
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
}

const skillMdName = 'SKILL.md';
/** Entries that are looked at before the rest of a folder is given up. */
const maximumEntries = 10_000;
/** Largest text that checks read, bytes. */
const maximumText = 512 * 1024;
/** Entries that are looked at side by side. */
const atOnce = 16;

/**
 * The files beside a SKILL.md and below, in the order of their paths, each with its digest. No link is followed; folders with a
 * SKILL.md of their own are other skills; `.git`, `node_modules` and the `pack.yaml` of the pack belong to no skill. Above the
 * limits of a skill the rest is left out. Findings have paths relative to the pack. `texts` are those of the text files, by path.
 */
export async function listSkillFolder(
  at: SkillMdAt,
  options: ListSkillFolderOptions,
): Promise<Found<readonly SkillFolderFile[]> & { readonly texts: ReadonlyMap<string, string> }> {
  const walk = new FolderWalk(at, options);
  const seen = await walk.run();
  const listed: SkillFolderFile[] = [];
  for (let start = 0; start < seen.length; start += atOnce) {
    throwIfCancelled(options.signal);
    const some = await Promise.all(seen.slice(start, start + atOnce).map((one) => walk.read(one)));
    listed.push(...some.filter((one) => one !== null));
  }
  return { value: listed, findings: walk.findings, texts: walk.texts };
}

/**
 * The bytes of one listed file of a skill. Errors: `file_not_found` for a path that is not listed, `outside_target` for a link on
 * the way, `file_changed` for other bytes than those that were listed, `not_a_file`, `file_unreadable`.
 */
export async function readSkillFolderFile(
  folder: string,
  listed: readonly SkillFolderFile[],
  path: string,
  files: Files,
): Promise<Uint8Array> {
  const known = listed.find((one) => one.path === path);
  if (!known) {
    throw new PegboardError('file_not_found', `The skill has no file ${path.slice(0, 200)}.`, {
      hint: 'List the files of the skill.',
      data: { path },
    });
  }
  const full = await safePath(folder, path, files);
  const bytes = await files.readBytes(full, { maximumBytes: skillFolderLimits.bytes });
  if (digestOf(bytes) === known.digest) return bytes;
  throw new PegboardError('file_changed', `${path} changed after Pegboard read the skill.`, {
    hint: 'Try again: Pegboard then reads the pack again.',
    data: { path },
  });
}

/** `sha256:` and the hash of bytes in hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** One hash for all files of a skill; null for none. It changes with a path, a byte or the right to run a file. */
export function filesHash(listed: readonly SkillFolderFile[]): string | null {
  if (listed.length === 0) return null;
  const facts = listed.map(({ path, digest, executable }) => [path, digest, executable]);
  return createHash('sha256').update(canonicalJson(facts)).digest('hex');
}

/** Whether bytes are UTF-8 text without a NUL character. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** One walk through the folder of a skill. */
class FolderWalk {
  readonly findings: Finding[] = [];
  /** By path. */
  readonly texts = new Map<string, string>();
  readonly #at: SkillMdAt;
  readonly #options: ListSkillFolderOptions;
  readonly #folder: string;
  /** Paths in lower case, with the first path that was so written. */
  readonly #byLowerCase = new Map<string, string>();
  #entries = 0;

  constructor(at: SkillMdAt, options: ListSkillFolderOptions) {
    this.#at = at;
    this.#options = options;
    this.#folder = dirname(join(at.root, at.file));
  }

  /** The files within the limits, in the order of their paths. */
  async run(): Promise<Seen[]> {
    const all: Seen[] = [];
    const queue = [''];
    for (let next = queue.shift(); next !== undefined && this.#entries < maximumEntries; next = queue.shift())
      queue.push(...(await this.#addFolder(next, all)));
    all.sort((a, b) => (a.path < b.path ? -1 : 1));
    const skillMd = await this.#options.files.look(join(this.#folder, skillMdName));
    const kept: Seen[] = [];
    let bytes = skillMd?.size ?? 0;
    for (const one of all) {
      if (kept.length >= skillFolderLimits.files - 1 || bytes + one.size > skillFolderLimits.bytes) break;
      bytes += one.size;
      kept.push(one);
    }
    if (kept.length < all.length || this.#entries >= maximumEntries) this.#sayCut(all, kept);
    for (const { path } of kept) this.#checkName(path);
    return kept;
  }

  /** A file with its digest; null, and a finding, for one that cannot be read. */
  async read({ path, executable }: Seen): Promise<SkillFolderFile | null> {
    try {
      const bytes = await this.#options.files.readBytes(join(this.#folder, path), {
        maximumBytes: skillFolderLimits.bytes,
      });
      const text = isText(bytes);
      if (text && bytes.length <= maximumText) this.texts.set(path, Buffer.from(bytes).toString('utf8'));
      return { path, size: bytes.length, digest: digestOf(bytes), text, executable };
    } catch (error) {
      if (!isPegboardError(error)) throw error;
      this.#say('folder_file_left_out', path, error.message, error.hint ?? 'Correct or remove the file.');
      return null;
    }
  }

  /** Adds the files of a folder, and returns the folders in it. */
  async #addFolder(folder: string, all: Seen[]): Promise<string[]> {
    const { files, signal, onFolder } = this.#options;
    throwIfCancelled(signal);
    const full = join(this.#folder, folder);
    onFolder?.(full);
    const names = [...(await files.list(full))].sort();
    if (folder !== '' && names.includes(skillMdName)) return [];
    const wanted = names.filter((name) => !this.#isOther(folder, name)).slice(0, maximumEntries - this.#entries);
    this.#entries += wanted.length;
    const below: string[] = [];
    for (let start = 0; start < wanted.length; start += atOnce) {
      const some = wanted.slice(start, start + atOnce).map((name) => (folder === '' ? name : `${folder}/${name}`));
      const looks = await Promise.all(some.map((path) => files.look(join(this.#folder, path))));
      for (const [i, path] of some.entries()) {
        const look = looks[i] ?? null;
        if (isForbiddenName(path.slice(path.lastIndexOf('/') + 1)) || look === null)
          this.#say('folder_file_left_out', path, 'The name cannot be in a path of a skill.', 'Rename it.');
        else if (look.kind === 'folder') below.push(path);
        else if (look.kind === 'link')
          this.#say('link_skipped', path, 'This is a link; links are not followed.', 'Put the file itself there.');
        else if (look.kind === 'special')
          this.#say('folder_file_left_out', path, 'This is a pipe or a device, not a file.', 'Remove it.');
        else all.push({ path, size: look.size, executable: look.executable });
      }
    }
    if (folder.split('/').length < skillFolderLimits.depth) return below;
    for (const path of below)
      this.#say(
        'folder_file_left_out',
        path,
        `More than ${skillFolderLimits.depth} folders are inside each other.`,
        'Move the files of this folder up.',
      );
    return [];
  }

  /** Whether something in a folder belongs to no skill, or is the SKILL.md itself. */
  #isOther(folder: string, name: string): boolean {
    if (isSkippedName(name)) return true;
    return folder === '' && (name === skillMdName || (name === manifestName && this.#at.file === skillMdName));
  }

  #checkName(path: string): void {
    const name = path.split('/').find((part) => oddNameReason(part) !== null);
    if (name !== undefined)
      this.#say('folder_file_name', path, `Not every disk can hold it: ${oddNameReason(name)}.`, 'Rename it.');
    const key = path.normalize('NFC').toLowerCase();
    const twin = this.#byLowerCase.get(key);
    if (twin !== undefined) {
      const message = `It differs from ${twin} only by case; some disks hold only one of the two.`;
      this.#say('folder_file_name', path, message, 'Rename one of them.');
    } else this.#byLowerCase.set(key, path);
  }

  #sayCut(all: readonly Seen[], kept: readonly Seen[]): void {
    const mebibytes = skillFolderLimits.bytes / 1024 / 1024;
    const number = this.#entries >= maximumEntries ? `more than ${maximumEntries}` : all.length - kept.length;
    const message = `A skill holds at most ${skillFolderLimits.files} files and ${mebibytes} MiB; ${number} files are left out, from ${all[kept.length]?.path ?? 'the end'} on.`;
    this.#say('folder_cut', skillMdName, message, 'Remove files that the skill does not need.');
  }

  #say(code: SkillFindingCode, path: string, message: string, hint: string): void {
    const slash = this.#at.file.lastIndexOf('/');
    const place = slash < 0 ? path : `${this.#at.file.slice(0, slash)}/${path}`;
    this.findings.push(skillFinding(code, { path: place }, message, hint));
  }
}
