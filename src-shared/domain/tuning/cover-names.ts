import { compileGlob } from '../glob.ts';

/**
 * The fewest patterns of the form `prefix*` that match all of `names` and none of `outside`; a name that shares none is a pattern
 * by itself. A prefix ends where a word ends, so that it reads as people write it: `shop.get_*` rather than `shop.g*`. Names
 * that no pattern can say, since a `*` of theirs would match others, are in `left`.
 */
export function coverNames(
  names: readonly string[],
  outside: readonly string[],
): { readonly patterns: readonly string[]; readonly left: readonly string[] } {
  const patterns: string[] = [];
  const left: string[] = [];
  for (const group of groupsBySafePrefix(names, outside)) {
    const pattern = patternOf(group);
    if (pattern !== null && !matchesAny(pattern, outside)) {
      patterns.push(pattern);
      continue;
    }
    for (const name of group.names) (matchesAny(name, outside) ? left : patterns).push(name);
  }
  return { patterns, left };
}

interface Group {
  /** Characters that a prefix needs, so that it matches nothing outside. */
  readonly least: number;
  readonly names: string[];
}

/** In order, a prefix matches neighbours: the shortest one that leaves the outside out takes the most of them. */
function groupsBySafePrefix(names: readonly string[], outside: readonly string[]): Group[] {
  const excluded = new Set(outside);
  const sorted = [...new Set([...names, ...outside])].sort();
  const nextOutside = (start: number) => {
    let at = start;
    while (at < sorted.length && !excluded.has(sorted[at] ?? '')) at++;
    return at;
  };
  const groups: Group[] = [];
  let before: string | undefined;
  let after = nextOutside(0);
  for (let at = 0; at < sorted.length; at++) {
    const name = sorted[at] ?? '';
    if (at === after) {
      before = name;
      after = nextOutside(at + 1);
      continue;
    }
    const last = groups.at(-1);
    const first = last?.names[0];
    // No name outside is between them, or it would share the prefix.
    if (last && first !== undefined && sharedLength(first, name) >= last.least) {
      last.names.push(name);
      continue;
    }
    const beside = [before, sorted[after]].map((other) => (other === undefined ? 0 : sharedLength(name, other) + 1));
    groups.push({ least: Math.max(...beside), names: [name] });
  }
  return groups;
}

function patternOf({ least, names }: Group): string | null {
  const [first = '', ...others] = names;
  if (others.length === 0) return null;
  const shared = first.slice(0, Math.min(...others.map((name) => sharedLength(first, name))));
  const word = /^[\s\S]*[._/:-]/.exec(shared)?.[0] ?? '';
  const prefix = word.length >= least ? word : shared;
  return prefix.isWellFormed() ? `${prefix}*` : null;
}

function matchesAny(pattern: string, names: readonly string[]): boolean {
  return names.some(compileGlob(pattern));
}

function sharedLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length++;
  return length;
}
