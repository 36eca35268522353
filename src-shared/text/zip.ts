/** One entry of the directory of a ZIP archive. */
export interface ZipEntry {
  /** As it is written, with `/`; null for a name that is not UTF-8. */
  readonly name: string | null;
  /** Where its local header begins, bytes from the start. */
  readonly offset: number;
  /** Bytes in the archive, and bytes when unpacked as the directory says. */
  readonly size: number;
  readonly unpackedSize: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  /** Permissions and kind as Unix has them; 0 where the archive does not say. */
  readonly mode: number;
  readonly isEncrypted: boolean;
}

/** Makes the error for what is wrong with an archive: "is not a ZIP archive". */
export type RefuseArchive = (what: string) => Error;

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const contentMark = 0x04034b50;
/** Bytes at the end of an archive in which its directory is announced: the comment, and the signature behind it. */
const searchedEnd = 256 * 1024;

/** The directory of an archive, which decides and not what stands before the content of a file. Nothing is unpacked. */
export function zipEntries(bytes: Uint8Array, refuse: RefuseArchive): ZipEntry[] {
  const view = viewOf(bytes);
  const end = endOfDirectory(view);
  if (end === null) throw refuse('is not a ZIP archive');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  for (let i = 0; i < count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== entryMark)
      throw refuse('has a directory that cannot be read');
    const nameLength = view.getUint16(at + 28, true);
    const madeOnUnix = view.getUint8(at + 5) === 3;
    entries.push({
      name: nameOf(bytes.subarray(at + 46, at + 46 + nameLength)),
      offset: view.getUint32(at + 42, true),
      size: view.getUint32(at + 20, true),
      unpackedSize: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
      mode: madeOnUnix ? view.getUint32(at + 38, true) >>> 16 : 0,
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

/** The bytes of one entry. It stops when there are more than `maximumBytes`, whatever the archive says about their number: null. */
export async function zipContent(
  bytes: Uint8Array,
  { offset, size, method }: ZipEntry,
  { maximumBytes, refuse }: { readonly maximumBytes: number; readonly refuse: RefuseArchive },
): Promise<Uint8Array | null> {
  const view = viewOf(bytes);
  if (offset + 30 > view.byteLength || view.getUint32(offset, true) !== contentMark)
    throw refuse('has a directory that cannot be read');
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (method === 0 && size > maximumBytes) return null;
  const content = bytes.subarray(start, start + size);
  if (content.length < size) throw refuse('is cut off');
  if (method === 0) return content;
  if (method !== 8) throw refuse('is compressed in a way that is not read');
  return inflated(content, maximumBytes, refuse);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nameOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function endOfDirectory(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= 0 && at > last - searchedEnd; at--) if (view.getUint32(at, true) === endMark) return at;
  return null;
}

async function inflated(content: Uint8Array, maximumBytes: number, refuse: RefuseArchive): Promise<Uint8Array | null> {
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
      if (length > maximumBytes) break;
    }
  } catch {
    throw refuse('cannot be unpacked');
  }
  await reader.cancel().catch(() => undefined);
  if (length > maximumBytes) return null;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
