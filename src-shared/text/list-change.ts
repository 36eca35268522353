import type { Edit } from './text-edit.ts';

/** What a field holds: a text, a list of texts, or null for nothing. */
export type FieldValue = string | readonly string[] | null;

/** One field of one skill and what it is to hold. */
export interface FieldChange {
  readonly field: string;
  readonly value: FieldValue;
}

/** How the entries of a list become others, by the fewest touched: replaced in place, then some added or taken away. */
export interface ListChange {
  readonly replaced: readonly { readonly index: number; readonly value: string }[];
  /** Entries to add behind the one at `behind`; -1 for the front. */
  readonly behind: number;
  readonly added: readonly string[];
  readonly removed: readonly number[];
}

export function listChange(before: readonly unknown[], after: readonly string[]): ListChange {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let same = 0;
  while (
    same < before.length - start &&
    same < after.length - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  )
    same++;
  const [old, fresh] = [before.length - start - same, after.length - start - same];
  const common = Math.min(old, fresh);
  const indexes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return {
    replaced: indexes(start, start + common).flatMap((index) =>
      before[index] === after[index] ? [] : [{ index, value: after[index] ?? '' }],
    ),
    behind: start + common - 1,
    added: after.slice(start + common, start + fresh),
    removed: indexes(start + common, start + old),
  };
}

/** An edit of a part of a text as an edit of the whole. */
export function shifted(edits: readonly Edit[], by: number): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
}

/** Offset of the end of the line that an offset stands in, before its line end. */
export function endOfLine(text: string, offset: number): number {
  const newline = text.indexOf('\n', offset);
  if (newline < 0) return text.length;
  return text[newline - 1] === '\r' && newline > offset ? newline - 1 : newline;
}
