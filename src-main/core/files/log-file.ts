import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { throwIfCancelled } from '../cancellation.ts';
import { errorNumber, readError } from './file-error.ts';

/** A file that grows, such as a log, without its content. */
export interface LogFileLook {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtimeMs: number;
}

/** A line of a log. */
export interface LogLine {
  /** Without its end; null for a line that is too long. */
  readonly text: string | null;
  /** Bytes before the line, and up to the next one. */
  readonly at: number;
  readonly end: number;
  /** Whether the file ends before the line does: its writer may not be done. */
  readonly isOpen: boolean;
}

/** Longest line that is read, bytes. */
export const longestLogLine = 32 * 1024 * 1024;

/** Folders that are entered below the first, and files that a walk finds at most. */
const [deepest, mostFiles] = [12, 200_000] as const;

/** Bytes that are read at once: of a small file no more than it has. */
const [leastChunk, chunkBytes] = [4096, 256 * 1024] as const;
const headBytes = 512;
const newline = 0x0a;

/**
 * Regular files below a folder whose names match, in the order of their paths; the file itself where the path is one. Links below the folder are not followed. What cannot
 * be read is left out. Error: `cancelled`.
 */
export async function logFilesAt(path: string, name: RegExp, signal?: AbortSignal): Promise<LogFileLook[]> {
  const info = await stat(path).catch(() => null);
  if (info?.isFile()) return [lookOf(path, info)];
  const found: LogFileLook[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    throwIfCancelled(signal);
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (found.length >= mostFiles) return;
      const full = join(folder, entry.name);
      if (entry.isDirectory() && depth < deepest) await walk(full, depth + 1);
      else if (entry.isFile() && name.test(entry.name)) {
        const file = await lstat(full).catch(() => null);
        if (file?.isFile()) found.push(lookOf(full, file));
      }
    }
  };
  if (info?.isDirectory()) await walk(path, 0);
  return found;
}

function lookOf(path: string, { size, mtimeMs }: Stats): LogFileLook {
  return { path, size, mtimeMs };
}

/** A log that is open for reading. */
export class LogFile {
  readonly #handle: FileHandle;
  readonly #path: string;

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle;
    this.#path = path;
  }

  /**
   * Opens a regular file. A link at the path is not followed unless `mayLink`, for a path that the user gave. Errors: `file_not_found`,
   * `not_a_file`, `file_unreadable`.
   */
  static async open(path: string, { mayLink = false } = {}): Promise<LogFile> {
    // A pipe would wait for its writer.
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
    try {
      const handle = await open(path, O_RDONLY | O_NONBLOCK | (mayLink ? 0 : O_NOFOLLOW));
      if ((await handle.stat()).isFile()) return new LogFile(handle, path);
      await handle.close();
      throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
    } catch (error) {
      throw readError(
        errorNumber(error) === 'ELOOP' ? Object.assign(new Error('link'), { code: 'EISDIR' }) : error,
        path,
      );
    }
  }

  /** Size in bytes, now. */
  async size(): Promise<number> {
    return (await this.#handle.stat()).size;
  }

  /** A text that says how the file begins; `isHead` tells whether it still does. */
  async head(): Promise<string> {
    const { bytes, length } = await this.#begin(headBytes);
    return `${length}:${hashOf(bytes)}`;
  }

  /** Whether the file begins as it did when `head` was taken. */
  async isHead(head: string): Promise<boolean> {
    const length = Number(head.split(':')[0]);
    if (!Number.isInteger(length) || length < 0 || length > headBytes) return false;
    const begin = await this.#begin(length);
    return begin.length === length && head === `${length}:${hashOf(begin.bytes)}`;
  }

  async #begin(most: number): Promise<{ bytes: Buffer; length: number }> {
    const buffer = Buffer.alloc(most);
    const { bytesRead } = most === 0 ? { bytesRead: 0 } : await this.#handle.read(buffer, 0, most, 0);
    return { bytes: buffer.subarray(0, bytesRead), length: bytesRead };
  }

  /**
   * Lines from an offset on, those of a chunk at a time. Memory is bounded: of a line over `longestLogLine` only its place is
   * given. Errors: `cancelled`, `file_unreadable`.
   */
  async *lines(from: number, signal?: AbortSignal): AsyncGenerator<readonly LogLine[], void> {
    let parts: Buffer[] = [];
    let [length, start, position] = [0, from, from];
    const lineOf = (end: number, isOpen: boolean): LogLine => {
      const [only] = parts;
      const bytes = parts.length === 1 && only ? only : Buffer.concat(parts);
      const text = length > longestLogLine ? null : bytes.toString('utf8').replace(/\r$/, '');
      const line = { text, at: start, end, isOpen };
      [parts, length, start] = [[], 0, end];
      return line;
    };
    const keep = (part: Buffer) => {
      length += part.length;
      if (length > longestLogLine) parts = [];
      else if (part.length > 0) parts.push(part);
    };
    const size = await this.size();
    const buffer = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(leastChunk, size - from + 1)));
    for (;;) {
      throwIfCancelled(signal);
      const chunk = await this.#read(buffer, position);
      if (chunk.length === 0) break;
      const lines: LogLine[] = [];
      let begin = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, begin)) {
        keep(chunk.subarray(begin, at));
        begin = at + 1;
        lines.push(lineOf(position + begin, false));
      }
      // The next chunk comes into the same memory.
      keep(Buffer.from(chunk.subarray(begin)));
      position += chunk.length;
      if (lines.length > 0) yield lines;
    }
    if (length > 0) yield [lineOf(position, true)];
  }

  async #read(buffer: Buffer, position: number): Promise<Buffer> {
    try {
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      throw readError(error, this.#path);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
