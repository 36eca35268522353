/** The place where two texts begin to differ. */
export interface FirstDifference {
  /** First UTF-8 byte that differs, counted from 0; the length of the shorter one where it is the beginning of the other. */
  readonly offset: number;
  /** Whether the whole of the text before is the beginning of the one after. */
  readonly isGrown: boolean;
  /** UTF-8 bytes of the text after. */
  readonly bytes: number;
  /** The text after up to the character that the byte is part of, and from there on. */
  readonly kept: string;
  readonly rest: string;
}

/** How far a text is the one before it, byte by byte: as far as a provider's cache could hold. */
export function firstDifference(before: string, after: string): FirstDifference {
  const then = Buffer.from(before);
  const now = Buffer.from(after);
  let offset = 0;
  while (offset < then.length && offset < now.length && then[offset] === now[offset]) offset++;
  const start = characterStart(now, offset);
  return {
    offset,
    isGrown: offset === then.length,
    bytes: now.length,
    kept: now.subarray(0, start).toString(),
    rest: now.subarray(start).toString(),
  };
}

/** The start of the character that a byte is part of. */
function characterStart(bytes: Buffer, offset: number): number {
  let start = offset;
  while (start > 0 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}
