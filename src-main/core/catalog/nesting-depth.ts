/** Whether a JSON value has objects and arrays within each other more than `limit` levels deep. Needs no stack itself. */
export function isNestedDeeper(value: unknown, limit: number): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    const below: object[] = [];
    for (const parent of level) {
      for (const child of Object.values(parent)) if (typeof child === 'object' && child !== null) below.push(child);
    }
    level = below;
  }
  return false;
}
