import { createHash } from 'node:crypto';

/*
 * The same tool has many spellings: `leak.wipe_ledger` in the catalog, `leak__wipe_ledger` in the list of a host, which may put
 * `mcp__pegboard__` before it, `leak_wipe_ledger` or `leak.wipeLedger` where a person writes it. A name that an API of a model does not
 * allow is sent with a hash of itself at its end.
 */

/** Characters of the hash at the end of a sent name, at least. */
const shortestHash = 8;
/** Names of servers before a name that are looked at, in parts. */
const mostParts = 12;

/** The hash of a name, hexadecimal; a sent name ends with its first 8 characters or more. */
export function nameHash(name: string, length = shortestHash): string {
  return createHash('sha256').update(name).digest('hex').slice(0, length);
}

/** The beginning of the hash that a word may end with, as `nameHash` gives it; null for a word without one. */
export function hashEnding(word: string): string | null {
  return /_([0-9a-f]{8})[0-9a-f]{0,24}$/.exec(word)?.[1] ?? null;
}

/** What the spellings of a name have in common, with its capitals as separators and without. A hyphen may be any other separator. */
export function keysOfName(name: string): readonly string[] {
  const keys = [joined(snakeCase(name)), joined(snakeCase(name.toLowerCase()))];
  return [...new Set([...keys, ...keys.map(withoutHyphens)])];
}

/**
 * The keys under which the name is found that a word of a text may spell, the likeliest first: of the whole word, then without the
 * names of servers before it. Two words with a hyphen, such as sign-in, are plain English and only count as they are written.
 */
export function* keysOfWord(word: string): Generator<string, void> {
  if (!/[._-]|\p{Ll}\p{Lu}/u.test(word)) return;
  const snake = snakeCase(word);
  const mayHaveHyphens = snake.includes('-') && snake.split(/[_-]+/, 3).length === 3;
  for (const rest of restsOf(snake)) {
    const key = joined(rest);
    yield key;
    if (mayHaveHyphens && key.includes('-')) yield withoutHyphens(key);
  }
}

/** A word, then what follows each `__` in it; in a word that begins with `mcp_`, what follows each separator. */
function* restsOf(word: string): Generator<string, void> {
  yield word;
  const separators = /^mcp\d*_/.test(word) ? /_+/g : /__+/g;
  let parts = 0;
  for (const { 0: separator, index } of word.matchAll(separators)) {
    if (++parts > mostParts) return;
    yield word.slice(index + separator.length);
  }
}

/** In lower case, with `_` before a capital inside a word and in place of what is no letter, digit or hyphen. */
function snakeCase(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_-]/gu, '_')
    .replace(/^_+|_+$/g, '');
}

function joined(name: string): string {
  return name.replace(/_+/g, '_');
}

function withoutHyphens(key: string): string {
  return key.replace(/-+/g, '_');
}
