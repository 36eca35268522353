import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { Files } from '../../files/files.ts';
import { maximumFileBytes } from '../../files/node-files.ts';
import type { PackCopy, WrittenPack } from '../formats/write-pack.ts';
import { readSkillFolderFile } from '../read/skill-folder.ts';

/** What a file holds, or shall hold. The bytes are read when somebody needs them. */
export interface FileContent {
  /** SHA-256 of the bytes, in hexadecimal digits. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Whether a system may run it; null where that does not matter. */
  readonly executable: boolean | null;
  readonly bytes: () => Promise<Uint8Array>;
}

/** A file to put in place; `path` is relative, with `/`. */
export interface NamedContent {
  readonly path: string;
  readonly content: FileContent;
}

export function textContent(text: string): FileContent {
  const bytes = Buffer.from(text);
  return { hash: hashOf(bytes), size: bytes.length, executable: null, bytes: async () => bytes };
}

/** What is at a full path; null for nothing. Errors: `not_a_file`, `file_too_large`, `file_unreadable`. */
export async function contentAt(path: string, files: Files): Promise<FileContent | null> {
  if (!(await files.exists(path))) return null;
  const read = () => files.readBytes(path, { maximumBytes: maximumFileBytes });
  const bytes = await read();
  const executable = (await files.look(path))?.executable ?? false;
  return { hash: hashOf(bytes), size: bytes.length, executable, bytes: read };
}

/** Whether a file is as it shall be. */
export function isSameContent(now: FileContent, wanted: FileContent): boolean {
  return now.hash === wanted.hash && (wanted.executable === null || wanted.executable === now.executable);
}

/** Everything that a written pack consists of. The bytes of a copy are those that were listed, or `file_changed`. */
export function contentsOf({ files: texts, copies }: WrittenPack, root: string, files: Files): NamedContent[] {
  return [
    ...texts.map(({ path, text }) => ({ path, content: textContent(text) })),
    ...copies.map((copy) => ({ path: copy.path, content: copiedContent(copy, root, files) })),
  ];
}

function copiedContent({ from, file }: PackCopy, root: string, files: Files): FileContent {
  const full = join(root, from);
  const bytes = () => readSkillFolderFile(dirname(full), [{ ...file, path: basename(full) }], basename(full), files);
  return { hash: file.digest.replace(/^sha256:/, ''), size: file.size, executable: file.executable, bytes };
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
