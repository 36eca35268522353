/**
 * Whether two JSON values are equal, whatever the order of their keys. Without recursion: values from servers may be nested
 * deeper than the stack.
 */
export function equalJson(left: unknown, right: unknown): boolean {
  const pairs: [unknown, unknown][] = [[left, right]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a).filter((key) => Reflect.get(a, key) !== undefined);
    if (keys.length !== Object.keys(b).filter((key) => Reflect.get(b, key) !== undefined).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(b, key)) return false;
      pairs.push([Reflect.get(a, key), Reflect.get(b, key)]);
    }
  }
  return true;
}

/** A value as compact JSON for people, cut to `width` characters; a value too deep for JSON.stringify is `…`. */
export function shortJson(value: unknown, width = 120): string {
  try {
    const text = JSON.stringify(value) ?? 'nothing';
    return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
  } catch (error) {
    if (error instanceof RangeError) return '…';
    throw error;
  }
}
