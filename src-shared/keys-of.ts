/** The keys of a table in the order in which it is written, typed as the table has them. */
export function keysOf<const T extends Readonly<Record<string, unknown>>>(table: T): (keyof T & string)[] {
  return Object.keys(table);
}
