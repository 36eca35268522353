import { replaceKnownTokens } from './known-tokens.ts';
import { isOrdinary, namesSecret } from './secret-names.ts';
import { referenceTo } from './variable-references.ts';

/** A value that must not be seen, and the variable that holds it; null where none does, as for a token of a sign-in. */
export interface Secret {
  readonly name: string | null;
  readonly value: string;
}

/** Hides secrets in whatever leaves Pegboard: errors, logs, results, captured lists. */
export interface Masker {
  text(text: string): string;
  /** The same in every string of a value, keys included. */
  value<Value>(value: Value): Value;
}

/** Below this length a value says nothing, and hiding it would tear holes into ordinary words. */
const shortest = 6;
const settings = /^(true|false|production|development|staging|verbose|warning|silent)$/i;
/** What may be a credential behind its scheme, with the name of the header before it, also as JSON has it. */
const bearer =
  /(\bauthorization["'\\]{0,4}\s{0,9}[:=]\s{0,9}["'\\]{0,4})?\b(Bearer|Basic)\s+(?!\w+=")(?!\$\{env:)([\w+/=.~-]{6,})/gi;
const urlPassword = /(?<![\w+.-])([a-z][\w+.-]{0,30}:\/\/)[^\s/@:]{0,500}:[^\s/@]{1,500}@/gi;

/**
 * A masker that puts `${env:NAME}` in place of each value, in plain text, percent-encoded, in base64 wherever it starts, and
 * inside JSON; tokens that betray themselves, and values of no variable, become `[hidden]`. One pass over a text, whatever the
 * number of secrets. `later` are secrets that may change while it is used, such as tokens that are renewed.
 */
export function createMasker(secrets: readonly Secret[], later: () => readonly Secret[] = () => []): Masker {
  let known: readonly Secret[] = [...later()];
  let hide = hiderOf([...secrets, ...known]);
  const text = (given: string): string => {
    const now = later();
    if (now.length !== known.length || now.some(({ value }, i) => value !== known[i]?.value)) {
      known = [...now];
      hide = hiderOf([...secrets, ...known]);
    }
    return replaceKnownTokens(hide(given), () => '[hidden]')
      .replace(bearer, (found, header: string | undefined, scheme: string, value: string) =>
        header !== undefined || isCredential(scheme, value) ? `${header ?? ''}${scheme} [hidden]` : found,
      )
      .replace(urlPassword, (found, scheme: string) => (found.includes('${env:') ? found : `${scheme}[hidden]@`));
  };
  return { text, value: <Value>(value: Value) => masked(value, text) as Value };
}

/** Whether a value behind a scheme is a credential, and not the next word of a sentence: "basic formatting", "bearer token". */
function isCredential(scheme: string, value: string): boolean {
  if (/^basic$/i.test(scheme)) {
    const pair = Buffer.from(value, 'base64').toString();
    return /^[^:]*:/.test(pair) && !/[\p{Cc}\ufffd]/u.test(pair);
  }
  const token = value.replace(/[.~-]+$/, '');
  return token.length >= 10 && !isOrdinary(token) && (/\d/.test(token) || token.length >= 32);
}

function hiderOf(secrets: readonly Secret[]): (text: string) => string {
  const shown = new Map<string, string>();
  for (const { name, value } of secrets) {
    if (!isHideable(name, value)) continue;
    for (const form of formsOf(value))
      if (!shown.has(form)) shown.set(form, name === null ? '[hidden]' : referenceTo(name));
  }
  if (shown.size === 0) return (text) => text;
  // The longest first: a value may be part of another one.
  const forms = [...shown.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(forms.map(escaped).join('|'), 'g');
  return (text) => text.replace(pattern, (form) => shown.get(form) ?? '');
}

/**
 * Whether a value needs hiding: when its name says that it is a secret, and also without that, unless it is a word, a number
 * or a path such as `production`, `us-east-1` or `/srv/files`.
 */
export function isHideable(name: string | null, value: string): boolean {
  if (value.length < shortest || settings.test(value)) return false;
  return name === null || namesSecret(name) || !isOrdinary(value);
}

/** The value as texts may hold it. */
function formsOf(value: string): Set<string> {
  const inJson = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value.toWellFormed());
  const forms = new Set([value, inJson, JSON.stringify(inJson).slice(1, -1)]);
  for (const form of [percent, percent.replaceAll('%20', '+'), encodeURI(value.toWellFormed())]) {
    forms.add(form).add(form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
  }
  for (const form of [...base64Forms(value), ...turnedForms(value)]) forms.add(form);
  // What follows a scheme is the secret part: "Bearer abc" must also hide a bare "abc".
  const [, rest] = /^\w+\s+(\S+)$/.exec(value) ?? [];
  if (rest !== undefined && rest.length >= shortest) for (const form of formsOf(rest)) forms.add(form);
  return forms;
}

/** Shortest value that is hidden turned about too: a short one would be found in ordinary words. */
const shortestTurned = 8;

/** The forms in which a server may return it: in hexadecimal, reversed, in upper and lower case. */
function turnedForms(value: string): string[] {
  if (value.length < shortestTurned) return [];
  const hex = Buffer.from(value).toString('hex');
  const turned = [...value].reverse().join('');
  const cased = /\d/.test(value) ? [value.toUpperCase(), value.toLowerCase()] : [];
  return [hex, hex.toUpperCase(), turned, ...cased];
}

/**
 * The characters that a value gives in base64 whatever is before and behind it, such as a user's name before a password;
 * and the whole, padded, when it stands alone. Both alphabets.
 */
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const inner = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const end = (before + bytes.length) % 3 === 0 ? text.length : text.length - 1;
    return text.slice(before === 0 ? 0 : before + 1, end);
  });
  const forms = [bytes.toString('base64'), bytes.toString('base64').replace(/=+$/, ''), ...inner];
  return forms.flatMap((form) => (form.length < 8 ? [] : [form, form.replaceAll('+', '-').replaceAll('/', '_')]));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Without recursion: a value from a server may be nested as deep as it likes. */
function masked(value: unknown, text: (given: string) => string): unknown {
  const top: { value?: unknown } = {};
  const waiting: { readonly into: object; readonly key: string | number; readonly given: unknown }[] = [
    { into: top, key: 'value', given: value },
  ];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { into, key, given } = next;
    const isTree = typeof given === 'object' && given !== null;
    const copy = isTree ? (Array.isArray(given) ? new Array(given.length) : {}) : given;
    put(into, key, typeof copy === 'string' ? text(copy) : copy);
    if (!isTree) continue;
    // The last one first: what is taken from the end comes out in the order of its keys.
    const members = Array.isArray(given)
      ? given.map((item, i) => ({ into: copy as object, key: i, given: item as unknown }))
      : Object.entries(given).map(([name, item]) => ({
          into: copy as object,
          key: text(name),
          given: item as unknown,
        }));
    for (const member of members.reverse()) waiting.push(member);
  }
  return top.value;
}

/** A key such as __proto__ is a key like any other. */
function put(into: object, key: string | number, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(into, key, { value, writable: true, enumerable: true, configurable: true });
  } else (into as Record<string | number, unknown>)[key] = value;
}
