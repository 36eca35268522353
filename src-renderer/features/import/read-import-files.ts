import type { ImportFile } from '#shared/domain/import-plan.ts';
import { isPegboardError } from '#shared/errors.ts';
import { isBundleName, largestBundle, manifestOfBundle } from '#shared/text/bundle-file.ts';
import { decodeUtf16 } from '#shared/utf16.ts';
import { strings } from '../../strings/import.ts';

/** Bytes of one file. A captured tools/list is rarely over one megabyte; far larger ones are the wrong file. */
export const largestFile = 32 * 1024 * 1024;

/** A file that was not read, and why, in a sentence for the user. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
}

/** The parts of a `File` that are needed to choose and to read it. */
type ReadableFile = Pick<File, 'name' | 'size' | 'arrayBuffer'>;

/** Why a file is not even read, or null. */
export function refusalOf(file: Pick<ReadableFile, 'name' | 'size'>): string | null {
  if (isBundleName(file.name)) return file.size > largestBundle ? strings.readImportFiles.bundleIsTooLarge : null;
  if (file.size > largestFile) {
    const megabytes = Math.ceil(file.size / 1024 / 1024);
    return strings.readImportFiles.fileHasMbLimit(megabytes);
  }
  if (!/\.(jsonl?|jsonc|json5|ndjson|ya?ml|txt|log|sse|toml)$/i.test(file.name)) {
    return strings.readImportFiles.listsOfTools;
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
        if (isBundleName(file.name)) {
          read.push({ name: file.name, text: await manifestOfBundle(bytes, file.name) });
          continue;
        }
        read.push({ name: file.name, text: decodeUtf16(bytes) ?? new TextDecoder().decode(bytes) });
        continue;
      } catch (error) {
        if (isPegboardError(error)) {
          refused.push({ name: file.name, reason: error.message });
          continue;
        }
        // A folder, or a file that went away since it was chosen.
      }
    }
    refused.push({ name: file.name, reason: reason ?? strings.readImportFiles.pegboardCouldNotRead });
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
