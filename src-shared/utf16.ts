/**
 * The text of UTF-16 bytes, such as those of a file that PowerShell's `>` wrote; null when they are none: they begin with a
 * byte-order mark, or with a character that has one zero byte.
 */
export function decodeUtf16(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return null;
  const isLittle = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0);
  if (!isLittle && !isBig) return null;
  return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
}
