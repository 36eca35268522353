import { codePointName, findHiddenCharacters, type HiddenCharacter } from '#shared/hidden-characters.ts';

/** A stretch of text as it is, or `count` times one character that would not be seen, or would change what is. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly code: string; readonly meaning: string };

const meanings: Readonly<Record<number, string>> = {
  9: 'tab',
  10: 'line feed',
  13: 'carriage return',
  173: 'soft hyphen',
  8203: 'zero-width space',
  8204: 'zero-width non-joiner',
  8205: 'zero-width joiner',
  8206: 'left-to-right mark',
  8207: 'right-to-left mark',
  8232: 'line separator',
  8233: 'paragraph separator',
  8234: 'left-to-right embedding: changes the order of what follows',
  8235: 'right-to-left embedding: changes the order of what follows',
  8236: 'pop directional formatting',
  8237: 'left-to-right override: changes the order of what follows',
  8238: 'right-to-left override: shows what follows backwards',
  8288: 'word joiner',
  8294: 'left-to-right isolate',
  8295: 'right-to-left isolate',
  8296: 'first strong isolate',
  8297: 'pop directional isolate',
  65279: 'zero-width no-break space',
};

/**
 * The text cut at its hidden characters; the pieces' texts, joined, are the text. The same character several times is one
 * piece. `lines` leaves tabs and line ends alone, as descriptions have them; names have none.
 */
export function textPieces(text: string, { lines = true }: { lines?: boolean } = {}): TextPiece[] {
  const pieces: TextPiece[] = [];
  let position = 0;
  const pushText = (until: number) => {
    if (until > position) pieces.push({ kind: 'text', text: text.slice(position, until) });
  };
  for (const { start, end, codePoint, count } of runsOf(findHiddenCharacters(text, { oneLine: !lines }))) {
    pushText(start);
    pieces.push({ kind: 'hidden', text: text.slice(start, end), ...describe(codePoint, count) });
    position = end;
  }
  pushText(text.length);
  return pieces;
}

/** The same character several times in a row is one run; so is the end of a line in Windows' way. */
function runsOf(hidden: readonly HiddenCharacter[]) {
  const runs: { start: number; end: number; codePoint: number; count: number }[] = [];
  for (const { index, length, codePoint } of hidden) {
    const last = runs.at(-1);
    const isNext = last?.end === index;
    if (last && isNext && last.codePoint === codePoint) last.count++;
    else if (!(last && isNext && last.codePoint === 13 && codePoint === 10)) {
      runs.push({ start: index, end: index + length, codePoint, count: 1 });
      continue;
    }
    last.end = index + length;
  }
  return runs;
}

/** The text with its hidden characters spelled out, `⟨U+202E⟩`: for titles, labels and notices, which are plain strings. */
export function visibleString(text: string): string {
  return textPieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `⟨${piece.code}⟩`))
    .join('');
}

function describe(point: number, count: number): { code: string; meaning: string } {
  const name = codePointName(point);
  return { code: count > 1 ? `${name} ×${count}` : name, meaning: `${name}, ${meaningOf(point)}` };
}

function meaningOf(point: number): string {
  const known = meanings[point];
  if (known !== undefined) return known;
  if (point < 32 || (point >= 127 && point < 160)) return 'control character';
  if (point >= 0xe0020 && point <= 0xe007e) {
    return `tag character, an invisible “${String.fromCodePoint(point - 0xe0000)}”`;
  }
  if ((point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef)) return 'variation selector';
  if (point >= 0xd800 && point <= 0xdfff) return 'half of a surrogate pair: not a character';
  return 'invisible character';
}
