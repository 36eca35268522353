/** A character that text shows nothing of, or that reorders the text around it. */
export interface HiddenCharacter {
  /** UTF-16 offset in the text. */
  readonly index: number;
  /** UTF-16 units it takes: 1 or 2. */
  readonly length: number;
  readonly codePoint: number;
  readonly kind: 'zero-width' | 'bidi' | 'tag' | 'control' | 'variation' | 'surrogate';
}

/** Cheap test for nearly all texts: without one of these nothing is hidden. The second is for texts of one line. */
const candidates = /(?![\t\n])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
const layout = /[\t\n]/;

/** Scripts whose letters need joiners, and those written from right to left; the letters, as U+061C counts as Arabic too. */
const joiningLetter =
  /(?=[\p{L}\p{M}])[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const rightToLeftLetter = /(?=\p{L})[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;
/** The three flags that are written with tags: England, Scotland, Wales. Anything else in tags is text to hide. */
const tagFlag =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/uy;

/**
 * The hidden characters of a text, in order: zero-width ones, bidi controls, tags, controls, halves of surrogate pairs, and
 * variation selectors that select nothing. What honest writing needs is left out: joiners inside emoji and between letters
 * of scripts that join, single marks of direction in texts with right-to-left letters, the flags of three countries, one
 * selector after an emoji or an ideograph, tabs and line ends (not with `oneLine`, for names). Linear in the text.
 */
export function findHiddenCharacters(
  text: string,
  { limit = Number.POSITIVE_INFINITY, oneLine = false }: { readonly limit?: number; readonly oneLine?: boolean } = {},
): HiddenCharacter[] {
  if (!candidates.test(text) && !(oneLine && layout.test(text))) return [];
  const found: HiddenCharacter[] = [];
  const hasRightToLeft = rightToLeftLetter.test(text);
  let previous = 0;
  for (let index = 0; index < text.length && found.length < limit; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const length = codePoint > 0xffff ? 2 : 1;
    const flag = codePoint === 0x1f3f4 ? flagLength(text, index) : 0;
    if (flag > 0) {
      index += flag;
      previous = 0x1f3f4;
      continue;
    }
    const next = text.codePointAt(index + length) ?? 0;
    const kind = kindOf(codePoint);
    const isHidden =
      kind === 'layout'
        ? oneLine || (codePoint === 0x0d && next !== 0x0a)
        : kind !== null && !isHonest({ codePoint, kind, previous, next, hasRightToLeft });
    if (isHidden) found.push({ index, length, codePoint, kind: kind === 'layout' || kind === null ? 'control' : kind });
    previous = codePoint;
    index += length;
  }
  return found;
}

/** `U+200B`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A text with its hidden characters written out, `pass⟨U+200B⟩word`, so that a message can quote it. */
export function spellHiddenCharacters(text: string): string {
  return replaceHiddenCharacters(text, ({ codePoint }) => `⟨${codePointName(codePoint)}⟩`);
}

/** A text with something else in place of each hidden character. */
export function replaceHiddenCharacters(
  text: string,
  replacement: (hidden: HiddenCharacter) => string,
  options?: Parameters<typeof findHiddenCharacters>[1],
): string {
  const pieces: string[] = [];
  let from = 0;
  for (const hidden of findHiddenCharacters(text, options)) {
    pieces.push(text.slice(from, hidden.index), replacement(hidden));
    from = hidden.index + hidden.length;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from);
}

function flagLength(text: string, index: number): number {
  tagFlag.lastIndex = index;
  return tagFlag.exec(text)?.[0].length ?? 0;
}

function kindOf(code: number): HiddenCharacter['kind'] | 'layout' | null {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d ? 'layout' : 'control';
  if (code < 0xad) return code >= 0x7f && code <= 0x9f ? 'control' : null;
  if (code === 0x61c || code === 0x200e || code === 0x200f) return 'bidi';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi';
  if (code >= 0xd800 && code <= 0xdfff) return 'surrogate';
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'variation';
  if (code >= 0x180b && code <= 0x180f) return code === 0x180e ? 'zero-width' : 'variation';
  return candidates.test(String.fromCodePoint(code)) ? 'zero-width' : null;
}

interface Place {
  readonly codePoint: number;
  readonly kind: HiddenCharacter['kind'];
  /** The code points before and after; 0 at the ends. */
  readonly previous: number;
  readonly next: number;
  readonly hasRightToLeft: boolean;
}

function isHonest({ codePoint, kind, previous, next, hasRightToLeft }: Place): boolean {
  const before = previous === 0 ? '' : String.fromCodePoint(previous);
  const after = next === 0 ? '' : String.fromCodePoint(next);
  if (kind === 'variation') return selectsSomething(codePoint, before, next);
  if (codePoint === 0x200d && isEmoji(previous) && pictograph.test(after)) return true;
  if (codePoint === 0x200c || codePoint === 0x200d) return joiningLetter.test(before) || joiningLetter.test(after);
  if (isMark(codePoint)) return hasRightToLeft && !isMark(previous);
  return false;
}

/** Whether a variation selector is behind what has variants: a series of them can spell any text. */
function selectsSomething(selector: number, before: string, next: number): boolean {
  if (selector < 0x2000) return /\p{Script=Mongolian}/u.test(before);
  if (/\p{Ideographic}/u.test(before)) return true;
  if (selector > 0xffff) return false;
  if (/[0-9#*]/.test(before)) return next === 0x20e3;
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}]/u.test(before);
}

function isMark(codePoint: number): boolean {
  return codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x61c;
}

/** A pictograph, or what makes one of the character before it. */
function isEmoji(codePoint: number): boolean {
  return (
    codePoint === 0xfe0f || codePoint === 0x20e3 || (codePoint > 0 && pictograph.test(String.fromCodePoint(codePoint)))
  );
}
