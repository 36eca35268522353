/** A part of a text in another writing. */
export interface DecodedPart {
  /** The writing, for a message: "in base64". */
  readonly how: string;
  /** The part as it is written. */
  readonly written: string;
  readonly decoded: string;
  /** Whether it was only tried: any text can be read backwards. */
  readonly isGuess: boolean;
  /** Whether the writing alone is strange in a definition. */
  readonly isStrange: boolean;
}

/** Parts of one text that are decoded. */
const maximumParts = 50;
/** Characters of one text that are tried as rot13, reversed and so on. */
const maximumGuess = 20_000;

/** The parts of a text that are in base64, hex, escapes and the like, decoded. Each is at least a few words long. */
export function* decodedParts(text: string): Generator<DecodedPart, void> {
  let parts = 0;
  for (const { how, pattern, decode } of writings) {
    for (const match of text.matchAll(pattern)) {
      if (++parts > maximumParts) return;
      const decoded = decode(match[0]);
      if (decoded !== null && isText(decoded))
        yield { how, written: match[0], decoded, isGuess: false, isStrange: false };
    }
  }
  const whole = text.slice(0, maximumGuess);
  for (const { how, sign, decode } of escapes) {
    if ((whole.match(sign)?.length ?? 0) < leastEscapes) continue;
    const decoded = decode(whole);
    if (isText(decoded)) yield { how, written: whole, decoded, isGuess: false, isStrange: false };
  }
  for (const { how, read } of guesses) {
    for (const written of piecesOf(whole)) {
      const decoded = read(written);
      if (decoded !== null && decoded !== written) yield { how, written, decoded, isGuess: true, isStrange: false };
    }
  }
  yield* spelledOut(whole);
  yield* joined(whole);
}

/** A text, and its clauses where it has several: one of them may be written in another way than the rest. */
function piecesOf(text: string): readonly string[] {
  const clauses = text.split(/[.:;!?()\n]+(?=\s|$)/).filter((clause) => clause.trim().length >= leastClause);
  return clauses.length > 1 ? [text, ...clauses.slice(0, maximumParts)] : [text];
}

const leastClause = 12;

interface Writing {
  readonly how: string;
  readonly pattern: RegExp;
  readonly decode: (text: string) => string | null;
}

const writings: readonly Writing[] = [
  { how: 'in base64', pattern: /[A-Za-z0-9+/_-]{16,}={0,2}/g, decode: fromBase64 },
  {
    how: 'in hex',
    pattern: /\b0x(?:[0-9a-f]{2}){6,}\b|\b(?:0x)?(?:[0-9a-f]{2}[ :]?){12,}\b/gi,
    decode: (text) => fromHex(text.replace(/^0x|[ :]/gi, '')),
  },
  { how: 'in base32', pattern: /\b[A-Z2-7]{24,}={0,6}(?![\w+/])/g, decode: fromBase32 },
  {
    how: 'as character codes',
    pattern: /\b(?:\d{2,3}[ ,;]{1,2}){11,}\d{2,3}\b/g,
    decode: (text) => String.fromCharCode(...(text.match(/\d+/g)?.map(Number) ?? [])),
  },
  {
    how: 'in bits',
    pattern: /\b(?:[01]{8}[ ,\n]*){8,}/g,
    decode: (text) => String.fromCharCode(...(text.match(/[01]{8}/g)?.map((bits) => Number.parseInt(bits, 2)) ?? [])),
  },
];

/** So few escapes spell no word. */
const leastEscapes = 4;

/** Escapes of single characters are decoded in place, so that a text which is written so in parts is read as a whole. */
const escapes: readonly { readonly how: string; readonly sign: RegExp; readonly decode: (text: string) => string }[] = [
  {
    how: 'with escapes',
    sign: /\\(?:x[0-9a-f]{2}|u\{?[0-9a-f]{2,6}\}?)/gi,
    decode: (text) =>
      text.replace(/\\(?:x([0-9a-f]{2})|u\{?([0-9a-f]{2,6})\}?)/gi, (_, byte?: string, unit?: string) =>
        character(byte ?? unit ?? '', 16),
      ),
  },
  {
    how: 'with character references',
    sign: /&#x?[0-9a-f]{1,6};/gi,
    decode: (text) =>
      text.replace(/&#(x?)([0-9a-f]{1,6});/gi, (_, isHex: string, code: string) => character(code, isHex ? 16 : 10)),
  },
  {
    how: 'with URL escapes',
    sign: /%[0-9a-f]{2}/gi,
    decode: (text) => text.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => character(byte, 16)),
  },
];

const guesses: readonly { readonly how: string; readonly read: (text: string) => string | null }[] = [
  {
    how: 'in rot13',
    read: (text) =>
      text.replace(/[a-z]/gi, (letter) => {
        const code = letter.charCodeAt(0);
        const base = code < 97 ? 65 : 97;
        return String.fromCharCode(((code - base + 13) % 26) + base);
      }),
  },
  { how: 'backwards', read: (text) => [...text].reverse().join('') },
  { how: 'with digits for letters', read: withoutDigits },
];

function fromBase64(text: string): string | null {
  if (/^[0-9a-f]+$/i.test(text) || /^[a-z]+$/i.test(text) || !/[a-z]/.test(text) || !/[A-Z]/.test(text)) return null;
  return Buffer.from(text.replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('utf8');
}

function fromBase32(text: string): string {
  let bits = '';
  for (const letter of text.replace(/=+$/, ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from(bits.match(/[01]{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []).toString('utf8');
}

function fromHex(text: string): string | null {
  return text.length % 2 === 0 ? Buffer.from(text, 'hex').toString('utf8') : null;
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Whether the bytes are a text and not, say, a hash: nearly all of it is printable, and it has letters. */
function isText(text: string): boolean {
  if (text.length < 8) return false;
  const printable = text.match(/[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\r\t]/gu)?.length ?? 0;
  const strange = text.match(/\ufffd/g)?.length ?? 0;
  return strange === 0 && printable >= text.length * 0.95 && /\p{L}{2}/u.test(text);
}

const digits: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

/** `1gn0r3` as `ignore`: words with letters and digits, where at least three have both. */
function withoutDigits(text: string): string | null {
  let changed = 0;
  const read = text.replace(/[a-z0-9@$]{2,}/gi, (word) => {
    if (!/[a-z]/i.test(word) || !/[013457@$]/.test(word)) return word;
    changed++;
    return word.replace(/[013457@$]/g, (sign) => digits[sign] ?? sign);
  });
  // A word of digits alone may be one of letters: 4ll.
  return changed >= 3 ? read : null;
}

/** Letters with a separator after each: `i g n o r e  a l l` and `i.g.n.o.r.e`. */
function* spelledOut(text: string): Generator<DecodedPart, void> {
  let parts = 0;
  for (const match of text.matchAll(/(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*·|]{1,3}\p{L}){9,}(?![\p{L}\p{N}])/gu)) {
    if (++parts > maximumParts) return;
    const decoded = match[0]
      .split(/[ .\-_*·|]{2,3}/)
      .map((word) => word.replace(/[ .\-_*·|]/g, ''))
      .join(' ');
    yield {
      how: 'letter by letter',
      written: match[0],
      decoded: withSpaces(decoded),
      isGuess: false,
      isStrange: true,
    };
  }
}

const commonWords =
  /(ignore|disregard|forget|all|previous|prior|instructions?|rules|donot|do not|never|tell|inform|the|user|send|read|conversation|password|system|prompt|secret|follow|and|to|this|your)/g;

/** A text without spaces, with those around the words that attacks need. */
function withSpaces(text: string): string {
  const isOneWord = !text.includes(' ');
  return isOneWord
    ? text.toLowerCase().replace(commonWords, ' $1 ').replace('donot', 'do not').replace(/ +/g, ' ').trim()
    : text;
}

/** Pieces that a plus sign joins: `'ign' + 'ore'`, also by their names: `a='ign', b='ore': a + b`. */
function* joined(text: string): Generator<DecodedPart, void> {
  let parts = 0;
  for (const match of text.matchAll(/(?:(["'])[^"'\n]{1,80}\1\s*[+.]\s*){1,60}(["'])[^"'\n]{1,80}\2/g)) {
    if (++parts > maximumParts) return;
    const decoded = match[0].replace(/["']\s*[+.]\s*["']/g, '').replace(/^["']|["']$/g, '');
    yield { how: 'in pieces', written: match[0], decoded, isGuess: false, isStrange: false };
  }
  yield* joinedByName(text);
}

function* joinedByName(text: string): Generator<DecodedPart, void> {
  const pieces = new Map<string, string>();
  for (const match of text.matchAll(/\b(\w{1,20})\s*(?::=|=|:)\s*(["'])([^"'\n]{1,80})\2/g)) {
    if (pieces.size >= maximumParts) break;
    pieces.set(match[1] ?? '', match[3] ?? '');
  }
  if (pieces.size < 2) return;
  for (const match of text.matchAll(/\b\w{1,20}(?:\s*\+\s*\w{1,20}){1,60}/g)) {
    const names = match[0].split(/\s*\+\s*/);
    if (names.some((name) => !pieces.has(name))) continue;
    const decoded = names.map((name) => pieces.get(name)).join('');
    yield { how: 'in pieces', written: match[0], decoded, isGuess: false, isStrange: false };
  }
}
