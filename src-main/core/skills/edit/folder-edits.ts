import { basename, dirname, join } from 'node:path';
import { dirname as posixDirname, join as posixJoin } from 'node:path/posix';
import type { PackFileAt, RenameFolderFileInput, WriteFolderFileInput } from '#shared/domain/skill-editor.ts';
import {
  type FolderFileView,
  isForbiddenName,
  oddNameReason,
  type SkillFolderFile,
  skillFolderLimits,
} from '#shared/domain/skill-folder.ts';
import { formatOfFile } from '#shared/domain/skill-names.ts';
import { PegboardError } from '#shared/errors.ts';
import { estimateTokens } from '#shared/tokens.ts';
import type { Files } from '../../files/files.ts';
import { textHash } from '../export/export-journal.ts';
import { safePath } from '../export/safe-path.ts';
import { kebabName } from '../formats/write-skill-md.ts';
import { isText, listSkillFolder, readSkillFolderFile } from '../read/skill-folder.ts';
import type { PackFiles } from './pack-files.ts';
import { fileInPack, type PackFolder } from './pack-folder.ts';
import { keepFolderFiles, putBackFolderFiles, type RemovedFiles, removeFolderFiles } from './removed-folder.ts';
import { unusedFileName } from './unused-file-name.ts';

/** A file of a skill that was removed with its skill or alone, and can be put back. */
export interface RemovedBeside extends RemovedFiles {
  readonly pack: string;
  /** The SKILL.md, relative to the pack. */
  readonly skillMd: string;
  /** Where the copies are, from the workspace. */
  readonly shown: string;
}

const skillMdName = 'SKILL.md';
/** Largest text beside a SKILL.md that is edited, bytes. */
const maximumText = 2 * 1024 * 1024;

/** The files beside a SKILL.md, as people edit them: one at a time, never over a change that somebody else made. */
export class FolderEdits {
  readonly #disk: PackFiles;
  readonly #files: Files;

  constructor(disk: PackFiles, files: Files) {
    this.#disk = disk;
    this.#files = files;
  }

  /** The files beside a SKILL.md; none for a file of another format. */
  async list(root: string, file: string): Promise<readonly SkillFolderFile[]> {
    if (formatOfFile(basename(file)) !== 'skill-md') return [];
    return (await listSkillFolder({ root, file }, { files: this.#files })).value;
  }

  /** The files beside a SKILL.md with their tokens: `known` as they were listed just now, else they are listed. */
  async counted(root: string, file: string, known?: readonly SkillFolderFile[]) {
    const listed = known ?? (await this.list(root, file));
    const folder = dirname(join(root, file));
    const counted: (SkillFolderFile & { tokens: number | null })[] = [];
    for (const one of listed) {
      const isCounted = one.text && one.size <= maximumText;
      const text = isCounted ? await this.#files.readText(join(folder, one.path)).catch(() => null) : null;
      counted.push({ ...one, tokens: text === null ? null : estimateTokens(text) });
    }
    return counted;
  }

  /** The text of a file beside a SKILL.md; null for bytes that are not text. Errors: `file_not_found`, `invalid_input`. */
  async read({ pack, file }: PackFileAt): Promise<FolderFileView> {
    const path = await this.#placeOf(await this.#disk.find(pack), file);
    const bytes = await this.#files.readBytes(path, { maximumBytes: skillFolderLimits.bytes });
    const isShown = bytes.length <= maximumText && isText(bytes);
    const text = isShown ? await this.#files.readText(path, { maximumBytes: maximumText }) : null;
    const tokens = text === null ? null : estimateTokens(text);
    return { file, text, hash: text === null ? null : textHash(text), size: bytes.length, tokens };
  }

  /** Saves a text; `expected_hash` null makes a new file. Errors: `file_changed`, `file_too_large`, `invalid_input`. */
  async write({ pack, file, text, expected_hash }: WriteFolderFileInput): Promise<FolderFileView> {
    await this.#disk.inPack(pack, async (found) => {
      const path = await this.#placeOf(found, file, expected_hash === null);
      await this.#refuseTooMany(found, file, Buffer.byteLength(text));
      const raw = (await this.#files.exists(path)) ? await this.#rawText(path) : null;
      const mark = raw?.startsWith('\ufeff') ? '\ufeff' : '';
      const hash = raw === null ? null : textHash(raw.slice(mark.length));
      if (hash !== expected_hash) throw this.#disk.changed({ pack, file }, hash);
      await this.#files.writeAll([{ path, text: mark + text }]);
    });
    return this.read({ pack, file });
  }

  /** Gives a file another path in the folder of its skill. Errors: `file_not_found`, `file_exists`, `invalid_input`. */
  async rename({ pack, file, to }: RenameFolderFileInput): Promise<FolderFileView> {
    await this.#disk.inPack(pack, async (found) => {
      const [from, target] = [await this.#placeOf(found, file), await this.#placeOf(found, to, true)];
      const look = await this.#files.look(target);
      const isSame = look !== null && look.id === (await this.#files.look(from))?.id;
      if (look !== null && !isSame) {
        throw new PegboardError('file_exists', `${to} already exists.`, { hint: 'Choose another name.', data: { to } });
      }
      if ((await this.#skillFolderOf(found, file)) !== (await this.#skillFolderOf(found, to))) {
        throw new PegboardError('invalid_input', `${to} is not in the folder of the same skill.`, {
          hint: 'Choose a path in the folder of the skill.',
        });
      }
      await this.#files.makeFolder(dirname(target));
      await this.#files.moveAside(from, target);
      await this.#removeEmpty(found, file);
    });
    return this.read({ pack, file: to });
  }

  /** Removes one file, and keeps a copy. Errors: `file_not_found`, `file_changed`. */
  async remove({ pack, file }: PackFileAt): Promise<RemovedBeside> {
    const found = await this.#disk.find(pack);
    await this.#placeOf(found, file);
    const folder = (await this.#skillFolderOf(found, file)) ?? '';
    const listed = await this.list(found.folder, posixJoin(folder, skillMdName));
    const inFolder = folder === '' ? file : file.slice(folder.length + 1);
    const one = listed.filter(({ path }) => path === inFolder);
    if (one.length === 0) {
      throw new PegboardError('file_not_found', `The skill has no file ${inFolder}.`, { data: { file } });
    }
    const removed = await this.#keep({ pack, file: posixJoin(folder, skillMdName) }, one);
    await this.#disk.inPack(pack, () => removeFolderFiles(removed, this.#files));
    return removed;
  }

  /** Copies all files beside a SKILL.md aside, before they are removed; null when there are none. */
  async keepAll(at: PackFileAt): Promise<RemovedBeside | null> {
    const { folder } = await this.#disk.find(at.pack);
    const listed = await this.list(folder, at.file);
    return listed.length === 0 ? null : this.#keep(at, listed);
  }

  /**
   * A copy of a skill in a folder of its own: this text as its SKILL.md, and the files beside it. Returns the new SKILL.md, which is the last
   * to be there, so that no half of a skill is ever loaded. Errors: `file_changed`, `disk_full`.
   */
  copySkill(
    { pack, file }: PackFileAt,
    { name, text }: { readonly name: string; readonly text: string },
  ): Promise<string> {
    return this.#disk.inPack(pack, async (found) => {
      const beside = await this.list(found.folder, file);
      const made = await unusedFileName(found, posixJoin(kebabName(name), skillMdName), this.#files);
      const path = await fileInPack(found, made, this.#files);
      const from = dirname(join(found.folder, file));
      const copies = beside.map((one) => ({
        path: join(dirname(path), one.path),
        bytes: () => readSkillFolderFile(from, beside, one.path, this.#files),
        executable: one.executable,
      }));
      await this.#files.writeAll([...copies, { path, text }]);
      return made;
    });
  }

  removeKept(removed: RemovedBeside): Promise<void> {
    return this.#disk.inPack(removed.pack, () => removeFolderFiles(removed, this.#files));
  }

  putBack(removed: RemovedBeside): Promise<void> {
    return this.#disk.inPack(removed.pack, () => putBackFolderFiles(removed, this.#files));
  }

  async #keep({ pack, file }: PackFileAt, listed: readonly SkillFolderFile[]): Promise<RemovedBeside> {
    const found = await this.#disk.find(pack);
    const folder = dirname(join(found.folder, file));
    const { path, shown } = await this.#disk.placeAside(`${pack}-${basename(folder)}`);
    const removed = { pack, skillMd: file, folder, kept: await this.#files.realPath(path), shown, files: listed };
    await keepFolderFiles(removed, this.#files);
    return removed;
  }

  #rawText(path: string): Promise<string> {
    return this.#files.readText(path, { maximumBytes: maximumText, regularOnly: true, keepMark: true });
  }

  /** Full path of a file beside a SKILL.md. Errors: `invalid_input`, `outside_target`. */
  async #placeOf(found: PackFolder, file: string, isNew = false): Promise<string> {
    const parts = file.split('/');
    const odd = isNew ? parts.map(oddNameReason).find((reason) => reason !== null) : undefined;
    const isSkillMd = parts.at(-1) === skillMdName;
    if (odd || isSkillMd || parts.some(isForbiddenName) || (await this.#skillFolderOf(found, file)) === null) {
      throw new PegboardError('invalid_input', `${file.slice(0, 200)} is not a file beside a SKILL.md.`, {
        hint: odd
          ? `Choose another name: ${odd}.`
          : 'It lies in the folder of a skill, and no part of its path is hidden from skills.',
        data: { file },
      });
    }
    return safePath(found.folder, join(...parts), this.#files);
  }

  /** The nearest folder around a file that holds a SKILL.md, relative to the pack; null where there is none. */
  async #skillFolderOf({ folder }: PackFolder, file: string): Promise<string | null> {
    for (let around = posixDirname(file); ; around = posixDirname(around)) {
      const name = around === '.' ? '' : around;
      if (around === '/' || name.startsWith('..')) return null;
      if (await this.#files.exists(join(folder, name, skillMdName))) return name;
      if (name === '') return null;
    }
  }

  async #refuseTooMany(found: PackFolder, file: string, bytes: number): Promise<void> {
    const folder = (await this.#skillFolderOf(found, file)) ?? '';
    const others = (await this.list(found.folder, posixJoin(folder, skillMdName))).filter(
      ({ path }) => posixJoin(folder, path) !== file,
    );
    const size = others.reduce((sum, one) => sum + one.size, bytes);
    if (others.length + 2 <= skillFolderLimits.files && size <= skillFolderLimits.bytes && bytes <= maximumText) return;
    throw new PegboardError(
      'file_too_large',
      `A skill holds at most ${skillFolderLimits.files} files and 16 MiB, and a text 2 MiB.`,
      {
        hint: 'Shorten the text, or remove other files of the skill.',
        data: { file },
      },
    );
  }

  async #removeEmpty(found: PackFolder, file: string): Promise<void> {
    const top = join(found.folder, (await this.#skillFolderOf(found, file)) ?? '');
    for (let folder = dirname(join(found.folder, file)); folder.length > top.length; folder = dirname(folder))
      await this.#files.removeEmptyFolder(folder);
  }
}
