/**
 * A value as JSON with the keys of every object sorted by UTF-16 code unit and no white space, so that equal records
 * have equal text whatever their key order (R2.14). What JSON leaves out or turns to null, so does this.
 */
export function canonicalJson(value: unknown): string {
  return isOrdered(value) ? (JSON.stringify(value) ?? 'null') : sortedJson(value);
}

/** Whether JSON.stringify writes the value like `sortedJson`: much of what is compared was sorted when it was written. */
function isOrdered(value: unknown): boolean {
  if (typeof value !== 'object') return ['string', 'number', 'boolean'].includes(typeof value);
  if (value === null) return true;
  if (Array.isArray(value)) return value.every(isOrdered);
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let before: string | undefined;
  for (const [key, member] of Object.entries(value)) {
    if ((before !== undefined && before >= key) || !isOrdered(member)) return false;
    before = key;
  }
  return true;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => (item === undefined ? 'null' : sortedJson(item))).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const members: string[] = [];
    for (const [key, member] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (member !== undefined) members.push(`${JSON.stringify(key)}:${sortedJson(member)}`);
    }
    return `{${members.join()}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
