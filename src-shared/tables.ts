/** The keys of a table in the order in which it is written, typed as the table has them. */
export function keysOf<const T extends Readonly<Record<string, unknown>>>(table: T): (keyof T & string)[] {
  return Object.keys(table);
}

/** A table that has a value for each of these keys, in their order. */
export function recordOf<K extends string, V>(keys: readonly K[], toValue: (key: K) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<K, V>;
}
