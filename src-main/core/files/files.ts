/** One file to write in full. */
export interface FileWrite {
  readonly path: string;
  readonly text: string;
  /** Permissions of a file that nobody else may read, such as 0o600. */
  readonly mode?: number;
}

/** One file to write in full, whatever is in it. The bytes are asked for when their turn comes. */
export interface BytesWrite {
  readonly path: string;
  readonly bytes: () => Promise<Uint8Array>;
  /** Whether a system may run it; false takes that right from a file that is there. */
  readonly executable: boolean;
}

/** The kind of thing at a path, without following a link. A `shared` file has another name elsewhere; a pipe or a device is `special`. */
export type FileKind = 'file' | 'shared' | 'folder' | 'link' | 'special';

export interface FileLook {
  readonly kind: FileKind;
  /** A text that no other file has at the same time. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly executable: boolean;
}

/** A new text that waits in a temporary file beside its place. */
export interface WaitingWrite {
  readonly path: string;
  readonly temporary: string;
}

/**
 * The file operations the core needs, as one interface, so that a test can simulate a full disk. All paths are absolute;
 * all errors are PegboardErrors that name the path.
 */
export interface Files {
  /**
   * Text of a UTF-8 file without its byte-order mark. Errors: file_not_found, not_a_file, file_too_large, file_unreadable
   * (also for bytes that are not UTF-8). Pipes and devices, which may never end, are read with `regularOnly: false` only;
   * `keepMark` keeps the byte-order mark; `utf16` reads UTF-16 too, for files that are read and not written again.
   */
  readText(
    path: string,
    options?: {
      readonly maximumBytes?: number;
      readonly regularOnly?: boolean;
      readonly keepMark?: boolean;
      readonly utf16?: boolean;
    },
  ): Promise<string>;
  /** Bytes of a regular file. Errors: those of `readText`, UTF-8 aside. */
  readBytes(path: string, options: { readonly maximumBytes: number }): Promise<Uint8Array>;
  exists(path: string): Promise<boolean>;
  isDirectory(path: string): Promise<boolean>;
  /** The thing at a path itself, without following a link; null when there is nothing. */
  look(path: string): Promise<FileLook | null>;
  /** Whether nobody may write the file at a path; false where nothing is. */
  isReadOnly(path: string): Promise<boolean>;
  /** Path without links and `..`. Of a file that does not exist, its own path with those of its folders resolved. */
  realPath(path: string): Promise<string>;
  /**
   * Writes all files or none: each goes to a temporary file beside its place, and only when all are there are they
   * renamed; when one cannot be, the others get their old text back. Makes folders as needed, keeps permissions, writes
   * through no link. `onReady` is called before the first rename. Errors name the path: folder_read_only, disk_full, not_a_file.
   */
  writeAll(
    writes: readonly (FileWrite | BytesWrite)[],
    options?: { readonly onReady?: (waiting: readonly WaitingWrite[]) => Promise<void> },
  ): Promise<void>;
  /** Removes what killed writers left in a folder and, with `deep`, below it; returns how many files. No error. */
  removeStrays(folder: string, options: { readonly deep: boolean }): Promise<number>;
  /** Makes a folder with its parents; `mode`: the permissions of those that were not there. Errors: folder_read_only, disk_full. */
  makeFolder(path: string, options?: { readonly mode?: number }): Promise<void>;
  /** Names in a folder; none when it is not there. */
  list(path: string): Promise<readonly string[]>;
  /** Moves a file; no error when it is not there. */
  moveAside(from: string, to: string): Promise<void>;
  /** Removes a file; no error when it is not there. */
  removeFile(path: string): Promise<void>;
  /** Removes a folder when it is empty; no error when it is not, or not there. */
  removeEmptyFolder(path: string): Promise<void>;
  /** Calls back after anything in the folder changed, until `close`. A folder that cannot be watched is not an error. */
  watchFolder(path: string, onChange: () => void): { close(): void };
}
