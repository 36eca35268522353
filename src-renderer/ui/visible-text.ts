import { codePointName, findHiddenCharacters } from '#shared/domain/hidden-characters.ts';

/** A stretch of text as it is, or the name of a hidden character in its place. */
export interface VisiblePiece {
  readonly text: string;
  /** UTF-16 offset in the text. */
  readonly start: number;
  readonly isHidden: boolean;
}

const maximumMarks = 2000;

/** A text cut so that hidden characters can be shown by name: `pass`, `U+200B`, `word`. */
export function visiblePieces(text: string): VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let from = 0;
  const push = (end: number) => {
    if (end > from) pieces.push({ text: text.slice(from, end), start: from, isHidden: false });
  };
  for (const { index, length, codePoint } of findHiddenCharacters(text, maximumMarks)) {
    push(index);
    pieces.push({ text: codePointName(codePoint), start: index, isHidden: true });
    from = index + length;
  }
  push(text.length);
  return pieces;
}

/** The first `limit` UTF-16 units of a text, cut where no character is broken. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
