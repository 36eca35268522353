import { PegboardError } from '../errors.ts';

/** Bytes of the largest bundle that is looked into. Bundles carry the packages of their server. */
export const largestBundle = 256 * 1024 * 1024;
/** Bytes of the largest manifest in a bundle. */
const largestManifest = 2 * 1024 * 1024;
const manifestName = 'manifest.json';

/** Whether a name is that of an MCP bundle. */
export function isBundleName(name: string): boolean {
  return /\.(?:mcpb|dxt)$/i.test(name);
}

/**
 * The text of `manifest.json` in an MCP bundle, which is a ZIP archive. Nothing else of the archive is unpacked, and nothing is
 * written. Error: `unrecognised_format` with what the bundle lacks.
 */
export async function manifestOfBundle(bytes: Uint8Array, file: string): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entry = manifestEntry(view, file);
  const start = contentStart(view, entry, file);
  if (entry.size > largestManifest) throw tooLarge(file);
  const content = bytes.subarray(start, start + entry.size);
  if (content.length < entry.size) throw refused(file, 'is cut off before the end of its manifest.json');
  const manifest = entry.method === 0 ? content : await inflated(content, file);
  if (manifest.length > largestManifest) throw tooLarge(file);
  return new TextDecoder().decode(manifest);
}

interface ManifestEntry {
  readonly offset: number;
  readonly size: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const contentMark = 0x04034b50;
/** Bytes at the end of an archive in which its directory is announced: the comment, and the signature behind it. */
const searchedEnd = 256 * 1024;

/** The entry of the directory, which decides and not what stands before it. */
function manifestEntry(view: DataView, file: string): ManifestEntry {
  const end = endOfDirectory(view);
  if (end === null) throw refused(file, 'is not a ZIP archive');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const found: ManifestEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark)
      throw refused(file, 'has a directory that cannot be read');
    const nameLength = view.getUint16(at + 28, true);
    if (isManifest(view, at + 46, nameLength)) {
      if ((view.getUint16(at + 8, true) & 1) === 1) throw refused(file, 'is encrypted');
      const [method, size, offset] = [
        view.getUint16(at + 10, true),
        view.getUint32(at + 20, true),
        view.getUint32(at + 42, true),
      ];
      if (view.getUint32(at + 24, true) > largestManifest) throw tooLarge(file);
      found.push({ method, size, offset });
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const [only, another] = found;
  if (!only) throw refused(file, 'has no manifest.json at its root');
  // Programs do not agree on which of two counts.
  if (another) throw refused(file, 'has two files called manifest.json');
  if (only.method !== 0 && only.method !== 8)
    throw refused(file, 'has a manifest.json in a compression that is not read');
  return only;
}

function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at > last - searchedEnd; at--) if (view.getUint32(at, true) === endMark) return at;
  return null;
}

function isManifest(view: DataView, start: number, length: number): boolean {
  if (length !== manifestName.length || start + length > view.byteLength) return false;
  return [...manifestName].every((letter, i) => view.getUint8(start + i) === letter.charCodeAt(0));
}

function contentStart(view: DataView, { offset }: ManifestEntry, file: string): number {
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== contentMark)
    throw refused(file, 'has a directory that cannot be read');
  return offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

/** Reads no more than a manifest may have, whatever the archive says about its size. */
async function inflated(content: Uint8Array, file: string): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(content)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      length += read.value.length;
      if (length > largestManifest) break;
    }
  } catch {
    throw refused(file, 'has a manifest.json that cannot be unpacked');
  }
  await reader.cancel().catch(() => undefined);
  if (length > largestManifest) throw tooLarge(file);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function tooLarge(file: string): PegboardError {
  return refused(file, `has a manifest.json of more than ${largestManifest / 1024 / 1024} MiB`);
}

function refused(file: string, what: string): PegboardError {
  return new PegboardError('unrecognised_format', `${file} ${what}.`, {
    hint: 'An MCP bundle is a ZIP archive with manifest.json at its root. Download it again, or unpack it and import its manifest.json.',
    data: { file },
  });
}
