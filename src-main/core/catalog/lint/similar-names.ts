import { type Finding, finding } from '#shared/domain/finding.ts';
import { spellHiddenCharacters } from '#shared/hidden-characters.ts';
import { listNames } from './lint-rule.ts';

/**
 * Names that differ only in case, separators or number, such as `get_user`, `getUser` and `get_users`: a model may confuse them.
 * One finding for each such name, by name. One pass over the catalog: names meet in a bucket by what is left of them.
 */
export function similarNames(names: Iterable<string>): ReadonlyMap<string, Finding> {
  const buckets = new Map<string, string[]>();
  for (const name of names) {
    const key = similarityKey(name);
    const bucket = buckets.get(key);
    if (bucket) bucket.push(name);
    else buckets.set(key, [name]);
  }
  const findings = new Map<string, Finding>();
  for (const bucket of buckets.values()) {
    if (bucket.length < 2) continue;
    for (const name of bucket) {
      // A bucket of thousands must not cost their square: a message names a few.
      const others = bucket.slice(0, 7).filter((other) => other !== name);
      const more = bucket.length - 1 - others.length;
      findings.set(
        name,
        finding('name_similar', {
          message: `Its name is almost the same as ${spellHiddenCharacters(listNames(others))}${more > 0 ? ` and ${more} others` : ''}: a model may confuse them.`,
          path: 'name',
          hint: 'Rename one of them in its source, or deny the one that you do not need in the policy.',
        }),
      );
    }
  }
  return findings;
}

/** The words of a name without case, separators and plural: `getUsers` and `get_user` → `get user`. */
export function similarityKey(name: string): string {
  return (
    name
      .slice(0, 1000)
      .normalize('NFKC')
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .toLowerCase()
      // Marks that belong to a letter stay with it, and signs such as + and 🔥 are what they are.
      .split(/[\p{P}\p{Z}\p{C}]+/u)
      .filter(Boolean)
      .map(singular)
      .join(' ')
  );
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
