/**
 * A value as JSON with the keys of every object sorted by UTF-16 code unit and no white space, so that equal records
 * have equal text whatever their key order (R2.14). What JSON leaves out or turns to null, so does this.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((item) => (item === undefined ? 'null' : canonicalJson(item))).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
    }
    return `{${members.join()}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
