/** An object of a JSON document, or null for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** What a schema or an argument has under a key of its own: `constructor` and `__proto__` are names like any other. */
export function ownValue(record: Readonly<Record<string, unknown>> | null, key: string): unknown {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => sameJson(item, right[index]));
  }
  const [one, other] = [recordOf(left), recordOf(right)];
  if (!one || !other) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}
