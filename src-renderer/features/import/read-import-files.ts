import type { ImportFile } from '#shared/domain/import-plan.ts';
import { decodeUtf16 } from '#shared/utf16.ts';

/** Bytes of one file. A captured tools/list is rarely over one megabyte; far larger ones are the wrong file. */
export const largestFile = 32 * 1024 * 1024;

/** A file that was not read, and why, in a sentence for the user. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

/** What of a `File` is needed to decide on it and to read it. */
type ReadableFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** Why a file is not even read, or null. */
export function refusalOf(file: Pick<ReadableFile, 'name' | 'size'>): string | null {
  if (file.size > largestFile) {
    const megabytes = Math.ceil(file.size / 1024 / 1024);
    return `It has ${megabytes} MB; files over 32 MB are not read. Split it, or check that it is a list of tools.`;
  }
  if (!/\.(jsonl?|jsonc|json5|ndjson|txt|log|sse|toml)$/i.test(file.name)) {
    return 'Lists of tools are .json, .jsonl and .txt files, client configurations .json and .toml.';
  }
  return null;
}

/** Reads the files that are small enough and have a name that fits; says why the others were left. */
export async function readImportFiles(
  files: readonly ReadableFile[],
): Promise<{ files: ImportFile[]; refused: RefusedFile[] }> {
  const read: ImportFile[] = [];
  const refused: RefusedFile[] = [];
  for (const file of files) {
    const reason = refusalOf(file);
    if (reason === null) {
      try {
        const bytes = new Uint8Array(await file.arrayBuffer());
        read.push({ name: file.name, text: decodeUtf16(bytes) ?? new TextDecoder().decode(bytes) });
        continue;
      } catch {
        // A folder, or a file that went away since it was chosen.
      }
    }
    refused.push({ name: file.name, reason: reason ?? 'It could not be read. Is it a folder, or was it moved?' });
  }
  return { files: read, refused };
}

/** A pasted text as a file: one JSON value is `.json`, anything else is read as lines. */
export function pastedFile(text: string): ImportFile {
  try {
    JSON.parse(text);
    return { name: 'pasted.json', text };
  } catch {
    return { name: 'pasted.jsonl', text };
  }
}
