import { maximumQueryLength } from '../search/query-words.ts';

/** Most parts of one query: each costs a vector. */
const maximumParts = 8;

/** What joins the parts of a compound query: punctuation, and "and", "or", "then" in a few languages. */
const joints =
  /[,;、，；。]+|[.!?](?=\s|$)|\s+(?:and then|and|or|then|also|plus|und|oder|dann|sowie|et|ou|puis|ainsi que|luego|después|oraz|lub|albo|potem|następnie|a także)\s+|\s*&\s*/giu;

/**
 * The parts of a compound query, as they stand in it, without repetitions (R17.14): split at commas and conjunctions. A query
 * of one part is that part. At most eight; the rest of the query stays with the last.
 */
export function decomposeQuery(query: string): string[] {
  const text = query.slice(0, maximumQueryLength);
  const parts: string[] = [];
  let from = 0;
  const take = (part: string) => {
    const trimmed = part.trim();
    if (/[\p{L}\p{N}]/u.test(trimmed) && !parts.includes(trimmed)) parts.push(trimmed);
  };
  for (const joint of text.matchAll(joints)) {
    if (parts.length === maximumParts - 1) break;
    take(text.slice(from, joint.index));
    from = joint.index + joint[0].length;
  }
  take(text.slice(from));
  return parts.length === 0 ? [text.trim()] : parts;
}
