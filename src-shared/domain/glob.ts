/**
 * Whether a name matches a glob: `*` is any run of characters, dots included, and every other character stands for
 * itself, so `tasks.*` matches `tasks.spawn` and not `tasksX` (R1.14). Linear in the name, whatever the pattern.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  return compileGlob(pattern)(name);
}

/** The same as a function of the name, for a pattern that is asked about thousands of names. */
export function compileGlob(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  if (parts.length === 1) return (name) => first === name;
  const last = parts[parts.length - 1] ?? '';
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  return (name) => {
    if (name.length < first.length + last.length) return false;
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    const end = name.length - last.length;
    let position = first.length;
    for (const part of middle) {
      const found = name.indexOf(part, position);
      if (found < 0 || found + part.length > end) return false;
      position = found + part.length;
    }
    return true;
  };
}

/** The first pattern that matches the name, or undefined. */
export function firstMatchingGlob(patterns: readonly string[], name: string): string | undefined {
  return patterns.find((pattern) => matchesGlob(pattern, name));
}
