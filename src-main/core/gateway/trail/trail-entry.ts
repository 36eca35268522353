import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '#shared/canonical-json.ts';

/** Longest value that an entry quotes, characters; of a longer one it has the hash. */
const longestValue = 4000;

/** An entry of the audit trail. Keys of the file that `--export` writes. */
export const trailEntrySchema = z.strictObject({
  /** From 1, without a gap. */
  number: z.int().min(1),
  /** Milliseconds since 1970. */
  at: z.int(),
  /** Who did it: a person of git with the commit, or the account that did it or saw it first. */
  by: z.string(),
  /** `began`: what was there when the trail began. */
  action: z.enum(['began', 'added', 'changed', 'removed']),
  /** What it is about: `policy`, `persona …`, `approval …`, `token …`. */
  subject: z.string(),
  /** As JSON; null where there was nothing, or is nothing now. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Hash of the entry before; empty in the first. */
  previous: z.string(),
  /** SHA-256 of everything above. */
  hash: z.string(),
});
export type TrailEntry = z.infer<typeof trailEntrySchema>;

/** What happened, before it has its place in the trail. */
export type TrailChange = Pick<TrailEntry, 'by' | 'action' | 'subject' | 'before' | 'after'>;

/** What is watched: a value for each subject. */
export type Facts = Readonly<Record<string, string>>;

/** The entries of changes, behind the last one. */
export function chained(
  last: Pick<TrailEntry, 'number' | 'hash'> | undefined,
  changes: readonly TrailChange[],
  at: number,
): TrailEntry[] {
  let { number, hash: previous } = last ?? { number: 0, hash: '' };
  return changes.map(({ by, action, subject, before, after }) => {
    number += 1;
    const texts = { by: clean(by), action, subject: clean(subject), before: bounded(before), after: bounded(after) };
    const entry = { number, at, ...texts, previous };
    const hash = hashOf(entry);
    previous = hash;
    return { ...entry, hash };
  });
}

/** What differs between two observations; the first one is one entry with the hash of all. */
export function changesOf(scope: string, before: Facts | null, after: Facts, by: string): TrailChange[] {
  if (before === null) {
    const value = JSON.stringify({ subjects: Object.keys(after).length, facts: digest(canonicalJson(after)) });
    return [{ by, action: 'began', subject: scope, before: null, after: value }];
  }
  const subjects = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return subjects.flatMap((subject): TrailChange[] => {
    const [was, is] = [before[subject] ?? null, after[subject] ?? null];
    if (was === is) return [];
    const action = was === null ? 'added' : is === null ? 'removed' : 'changed';
    return [{ by, action, subject, before: was, after: is }];
  });
}

/** Checks entries in their order; what is wrong with the first that is not as it was written, or null. */
export function trailChecker(): (entry: TrailEntry) => string | null {
  let [number, previous] = [0, ''];
  return (entry) => {
    number += 1;
    const { hash, ...rest } = entry;
    if (entry.number !== number) return `Entry ${number} is missing: ${entry.number} follows ${number - 1}.`;
    if (entry.previous !== previous) return `Entry ${number} does not follow the entry before it.`;
    if (hashOf(rest) !== hash) return `Entry ${number} was changed after it was written.`;
    previous = hash;
    return null;
  };
}

function hashOf(entry: Omit<TrailEntry, 'hash'>): string {
  const { number, at, by, action, subject, before, after, previous } = entry;
  return createHash('sha256')
    .update(JSON.stringify([number, at, by, action, subject, before, after, previous]))
    .digest('hex');
}

function bounded(value: string | null): string | null {
  return value === null || value.length <= longestValue ? value && clean(value) : digest(value);
}

/** The text as every store gives it back: without a character 0 and halves of pairs. */
function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

function digest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
