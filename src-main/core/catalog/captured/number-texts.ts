/**
 * Numbers as a file writes them. JavaScript turns `1.0` into `1` and `12345678901234567890` into another number, so the texts
 * of such numbers are remembered by the object that holds them, and written again from there.
 */

/** A number that Pegboard cannot compute with as it is in a file. */
export interface ChangedNumber {
  readonly key: string;
  readonly text: string;
  readonly readAs: number;
}

type Reviver = (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown;
/** Both are in every Node that Pegboard runs on, and not yet in TypeScript's library. */
const json = JSON as unknown as {
  parse(text: string, reviver: Reviver): unknown;
  rawJSON?(text: string): object;
};

const texts = new WeakMap<object, Map<string, string>>();
let hasTexts = false;

/** Matches numbers that JSON.stringify would write in another way. Strings may match too, which only costs time. */
const oddNumber = /-0(?![.\d])|\d\.\d*0(?!\d)|\d[eE]|\d{16}/;

/** Numbers of one text that are remembered. A file of more of them than that holds data and not definitions. */
const remembered = 100_000;

/** JSON whose numbers `stringifyExact` writes as they were. Errors: those of `JSON.parse`, RangeError where it nests too deep. */
export function parseExact(text: string): { readonly value: unknown; readonly changed: readonly ChangedNumber[] } {
  if (!oddNumber.test(text)) return { value: JSON.parse(text), changed: [] };
  const changed: ChangedNumber[] = [];
  let noted = 0;
  const value = json.parse(text, function (key, given, { source }) {
    if (typeof given !== 'number' || source === undefined || String(given) === source) return given;
    noted += 1;
    if (noted <= remembered) note(this, key, source);
    const readAs = finite(given);
    if (changed.length < 100 && isOther(source, readAs)) changed.push({ key, text: source, readAs });
    return readAs;
  });
  return { value, changed };
}

/** Like `JSON.stringify`, but numbers of `parseExact` are written as in their file. */
export function stringifyExact(value: unknown, space?: number): string {
  const raw = json.rawJSON?.bind(JSON);
  if (!hasTexts || !raw) return JSON.stringify(value, null, space);
  const replacer = function (this: object, key: string, given: unknown): unknown {
    if (typeof given !== 'number') return given;
    const text = texts.get(this)?.get(key);
    return text !== undefined && Object.is(finite(Number(text)), given) ? raw(text) : given;
  };
  return JSON.stringify(value, replacer, space);
}

/** Lets a copy of an object remember the numbers of its original. Returns the copy. */
export function withNumberTexts<Copy extends object>(copy: Copy, original: object): Copy {
  const known = texts.get(original);
  if (known) texts.set(copy, known);
  return copy;
}

function note(holder: object, key: string, text: string): void {
  hasTexts = true;
  const known = texts.get(holder) ?? new Map<string, string>();
  texts.set(holder, known.set(key, text));
}

/** No JSON can say `Infinity`: what is too large is the largest number there is. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
}

function isOther(text: string, value: number): boolean {
  if (!Number.isFinite(Number(text))) return true;
  return /^-?\d+$/.test(text) && BigInt(text) !== BigInt(value);
}
