import { join } from 'node:path';
import { type ErrorCode, PegboardError } from '#shared/errors.ts';

/** The error number of Node's file system and SQLite errors, or undefined. */
export function errorNumber(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

interface Words {
  readonly code: ErrorCode;
  readonly message: (path: string) => string;
  readonly hint: (path: string) => string;
}

const permissionDenied: Words = {
  code: 'folder_read_only',
  message: (path) => `${path} cannot be written or read: permission denied.`,
  hint: () => 'Change its permissions or choose another folder.',
};
const notReadable: Words = {
  code: 'file_unreadable',
  message: (path) => `Pegboard is not allowed to read ${path}.`,
  hint: () => 'Change its permissions.',
};
const diskFull: Words = {
  code: 'disk_full',
  message: (path) => `The disk is full: ${path} was not changed.`,
  hint: () => 'Free some space, then try again.',
};
const tooManyOpen: Words = {
  code: 'file_unreadable',
  message: (path) => `${path} cannot be opened: too many files are open.`,
  hint: () => 'Raise the limit of open files (ulimit -n), or end other programs, then try again.',
};

const wordsOf: Readonly<Record<string, Words>> = {
  ENOTDIR: {
    code: 'file_not_found',
    message: (path) => `${path}: a part of this path is a file, not a folder.`,
    hint: () => 'Check the path.',
  },
  ENOENT: {
    code: 'file_not_found',
    message: (path) => `There is no file at ${path}.`,
    hint: () => 'Check the path; relative paths start at the folder the command runs in.',
  },
  EEXIST: {
    code: 'file_exists',
    message: (path) => `${path} is a file, not a folder.`,
    hint: () => 'Name a folder.',
  },
  EISDIR: {
    code: 'not_a_file',
    message: (path) => `${path} is a folder, not a file.`,
    hint: (path) => `Name the files in it, for example ${join(path, '*.json')}.`,
  },
  EACCES: permissionDenied,
  EPERM: permissionDenied,
  EROFS: permissionDenied,
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: {
    code: 'disk_full',
    message: (path) => `${path} was not written: it would grow beyond the limit that the system sets for files.`,
    hint: () => 'Raise the limit (ulimit -f), then try again.',
  },
  EMFILE: tooManyOpen,
  ENFILE: tooManyOpen,
  EIO: {
    code: 'file_unreadable',
    message: (path) => `${path} cannot be read or written: the disk reports an error.`,
    hint: () => 'Check the disk, or choose another folder.',
  },
  ENAMETOOLONG: {
    code: 'file_not_found',
    message: (path) => `The name is too long for this disk: ${path.slice(0, 200)}…`,
    hint: () => 'Choose a shorter name.',
  },
  ERR_INVALID_ARG_VALUE: {
    code: 'file_not_found',
    message: (path) => `No file can have this name: ${JSON.stringify(path.slice(0, 200))}`,
    hint: () => 'Choose a name without control characters.',
  },
};

/** The error of a path, in our words. */
export function fileError(error: unknown, path: string): PegboardError {
  return errorInWords(wordsOf[errorNumber(error) ?? ''], error, path);
}

/** The error of a file that was only read, in our words. */
export function readError(error: unknown, path: string): PegboardError {
  const words = wordsOf[errorNumber(error) ?? ''];
  return errorInWords(words === permissionDenied ? notReadable : words, error, path);
}

function errorInWords(words: Words | undefined, error: unknown, path: string): PegboardError {
  if (words) {
    return new PegboardError(words.code, words.message(path), { hint: words.hint(path), data: { path }, cause: error });
  }
  const message = error instanceof Error ? error.message : String(error);
  return new PegboardError('file_unreadable', `${path}: ${message}`, { data: { path }, cause: error });
}

/** A folder that cannot be made, in our words. `file_not_found` of a missing file says nothing about it. */
export function folderError(error: unknown, path: string): PegboardError {
  const number = errorNumber(error);
  if (number === 'ENOTDIR') {
    return new PegboardError('file_exists', `The folder ${path} cannot be created: a part of this path is a file.`, {
      hint: 'Name a folder that is not below a file.',
      data: { path },
      cause: error,
    });
  }
  if (number !== 'ENOENT') return fileError(error, path);
  return new PegboardError(
    'folder_read_only',
    `The folder ${path} cannot be created: the system does not allow it there.`,
    {
      hint: 'Choose another folder.',
      data: { path },
      cause: error,
    },
  );
}
