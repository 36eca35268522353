/** Words of a name that say that its value is a secret. */
const secretWords = new Set(
  'token secret password passwd passphrase passcode pass pwd apikey key auth authorization authentication credential credentials cred creds signature sig cookie session pat bearer jwt otp pin'.split(
    ' ',
  ),
);
/** The same where words are run together: `githubtoken`. */
const secretEnding = /(?:token|secret|password|passwd|passphrase|apikey|accesskey|secretkey|privatekey|credentials?)$/;
/** Last words of names for something about a secret that is not a secret itself: `TOKEN_FILE`, `auth-mode`. */
const settingWords = new Set(
  'file path dir folder type mode method url uri endpoint host name realm enabled required ttl timeout expiry limit count size length'.split(
    ' ',
  ),
);

/** Whether a variable, header, flag or parameter of this name holds a secret, as far as a name can tell. */
export function namesSecret(name: string): boolean {
  const words = name
    .slice(-200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  if (settingWords.has(words.at(-1) ?? '')) return false;
  return words.some((word) => secretWords.has(word) || secretEnding.test(word));
}

/** Long, of letters and digits mixed: rather made by a machine than a word. */
export function looksRandom(text: string): boolean {
  return /^[\w.~%=+:-]{20,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text);
}

/**
 * The same, stricter, for words of a command line, which has file names and versions: all hexadecimal, or in both cases with
 * digits. The path of a file is not a key.
 */
export function looksLikeKey(text: string): boolean {
  if (/^[0-9a-f]{32,}$/i.test(text)) return true;
  if (!/^[A-Za-z0-9_+/=-]{32,}$/.test(text) || isPath(text)) return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d.*\d/.test(text);
}

/** A word, a number, a few of them in a row, or a path: `production`, `us-east-1`, `repos,issues`, `30000`, `/srv/files`. */
export function isOrdinary(value: string): boolean {
  if (/^\d{1,8}$/.test(value)) return true;
  if (/^(?:[./~]{0,2}\/|[A-Za-z]:\\)[^:@?]*$/.test(value)) return !looksLikeKey(value);
  return value.length <= 24 && /^(?:[A-Za-z]+|\d{1,4})(?:[ ._,:-]+(?:[A-Za-z]+|\d{1,4}))*$/.test(value);
}

/**
 * Whether folders make up the text: it starts as a path does, or has several of them. A key in base64 may have slashes too, but
 * between them letters of both cases and digits change at every second or third character.
 */
function isPath(text: string): boolean {
  const parts = text.split(/[/_.-]+/);
  if (/^(?:\.{0,2}|~)\//.test(text)) return parts.every((part) => part.length < 12 || isMadeOfWords(part));
  return /\/.*\//.test(text) && parts.every((part) => part.length <= 4 || isMadeOfWords(part));
}

/** `MyProject2024`: its words and numbers have three characters or more, on average. */
function isMadeOfWords(part: string): boolean {
  const pieces = part.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  return /^[A-Za-z0-9]*$/.test(part) && part.length >= 3 * pieces.length;
}
