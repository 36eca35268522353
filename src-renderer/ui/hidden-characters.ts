/** A stretch of text as it is, or `count` times one character that would not be seen, or would change what is. */
export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly code: string; readonly meaning: string };

/**
 * Controls, what is invisible by design (zero-width, tags, variation selectors, fillers), what turns the direction of
 * writing, separators of lines and halves of surrogate pairs. First what makes up emoji and keeps them whole, and the
 * layout of plain text: both are left alone.
 */
const harmless =
  /\r?\n|\t|[\p{Extended_Pictographic}\p{Emoji_Modifier}][\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?|[0-9#*]\uFE0F\u20E3/u;
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u;
const either = new RegExp(`(?<harmless>${harmless.source})|(?<hidden>${hidden.source})\\k<hidden>*`, 'gu');
const inOneLine = new RegExp(`[\\r\\n\\t]|${hidden.source}`, 'u');

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
  if (!inOneLine.test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const pieces: TextPiece[] = [];
  let position = 0;
  const pushText = (until: number) => {
    if (until > position) pieces.push({ kind: 'text', text: text.slice(position, until) });
    position = until;
  };
  for (const match of text.matchAll(either)) {
    const isLayout = match.groups?.harmless !== undefined;
    if (isLayout && (lines || !/^[\r\n\t]/.test(match[0]))) continue;
    pushText(match.index);
    position += match[0].length;
    pieces.push({ kind: 'hidden', text: match[0], ...describe(match[0]) });
  }
  pushText(text.length);
  return pieces;
}

/** The text with its hidden characters spelled out, `⟨U+202E⟩`: for titles, labels and notices, which are plain strings. */
export function visibleString(text: string): string {
  return textPieces(text)
    .map((piece) => (piece.kind === 'text' ? piece.text : `⟨${piece.code}⟩`))
    .join('');
}

function describe(run: string): { code: string; meaning: string } {
  const characters = [...run];
  const point = run.codePointAt(0) ?? 0;
  const name = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  const times = characters.length > 1 && characters.every((character) => character === characters[0]);
  return { code: times ? `${name} ×${characters.length}` : name, meaning: `${name}, ${meaningOf(point)}` };
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
