/**
 * Whether a name matches a glob: `*` is any run of characters, dots included, and every other character stands for
 * itself, so `tasks.*` matches `tasks.spawn` and not `tasksX` (R1.14). Linear in the name, whatever the pattern.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  if (parts.length === 1) return first === name;
  const last = parts[parts.length - 1] ?? '';
  if (name.length < first.length + last.length) return false;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let position = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, position);
    if (found < 0 || found + part.length > end) return false;
    position = found + part.length;
  }
  return true;
}

/** The first pattern that matches the name, or undefined. */
export function firstMatchingGlob(patterns: readonly string[], name: string): string | undefined {
  return patterns.find((pattern) => matchesGlob(pattern, name));
}
