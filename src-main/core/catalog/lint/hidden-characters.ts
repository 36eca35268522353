/** A character that text shows nothing of, or that reorders the text around it. */
export interface HiddenCharacter {
  /** UTF-16 offset in the text. */
  readonly index: number;
  /** UTF-16 units it takes: 1 or 2. */
  readonly length: number;
  readonly codePoint: number;
  readonly kind: 'zero-width' | 'bidi' | 'tag' | 'control' | 'variation';
}

/** Cheap test for the text of nearly all tools: without one of these nothing is hidden. */
const candidates = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;

/** Scripts whose letters need joiners, and those written from right to left. */
const joiningLetter =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u;

const blackFlag = 0x1f3f4;
const endOfTags = 0xe007f;

/**
 * The hidden characters of a text, in order: zero-width ones, bidi controls, tags, controls other than tab and line ends, and
 * variation selectors that select nothing. What honest writing needs is left out: joiners inside emoji and between letters
 * of scripts that join, marks of direction beside right-to-left letters, flags, one selector after an emoji or an ideograph.
 * Linear in the text; at most `limit`.
 */
export function findHiddenCharacters(text: string, limit = 10_000): HiddenCharacter[] {
  if (!candidates.test(text)) return [];
  const found: HiddenCharacter[] = [];
  const hasRightToLeft = rightToLeftLetter.test(text);
  let previous = 0;
  let inFlag = false;
  for (let index = 0; index < text.length && found.length < limit; ) {
    const codePoint = text.codePointAt(index) ?? 0;
    const length = codePoint > 0xffff ? 2 : 1;
    const kind = kindOf(codePoint);
    inFlag = codePoint === blackFlag || (inFlag && kind === 'tag');
    const next = text.codePointAt(index + length) ?? 0;
    if (kind !== null && !isHonest({ codePoint, kind, previous, next, inFlag, hasRightToLeft })) {
      found.push({ index, length, codePoint, kind });
    }
    if (codePoint === endOfTags) inFlag = false;
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
  let from = 0;
  let spelled = '';
  for (const { index, length, codePoint } of findHiddenCharacters(text)) {
    spelled += `${text.slice(from, index)}⟨${codePointName(codePoint)}⟩`;
    from = index + length;
  }
  return spelled + text.slice(from);
}

function kindOf(code: number): HiddenCharacter['kind'] | null {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d ? null : 'control';
  if (code < 0xad) return code >= 0x7f && code <= 0x9f ? 'control' : null;
  if (code === 0x61c || code === 0x200e || code === 0x200f) return 'bidi';
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'bidi';
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
  readonly inFlag: boolean;
  readonly hasRightToLeft: boolean;
}

function isHonest({ codePoint, kind, previous, next, inFlag, hasRightToLeft }: Place): boolean {
  const before = previous === 0 ? '' : String.fromCodePoint(previous);
  const after = next === 0 ? '' : String.fromCodePoint(next);
  if (kind === 'tag') return inFlag;
  if (kind === 'variation')
    return /[\p{Ideographic}\p{Emoji}\p{Extended_Pictographic}\p{Script=Mongolian}]/u.test(before);
  if (codePoint === 0x200d && isEmoji(previous) && pictograph.test(after)) return true;
  if (codePoint === 0x200c || codePoint === 0x200d) return joiningLetter.test(before) || joiningLetter.test(after);
  if (codePoint === 0x200e || codePoint === 0x200f || codePoint === 0x61c) return hasRightToLeft;
  return false;
}

/** A pictograph, or what makes one of the character before it. */
function isEmoji(codePoint: number): boolean {
  return (
    codePoint === 0xfe0f || codePoint === 0x20e3 || (codePoint > 0 && pictograph.test(String.fromCodePoint(codePoint)))
  );
}
