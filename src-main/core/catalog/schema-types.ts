/** The types that a schema allows, as far as it declares them itself; null: any. */
export function typesOf(schema: unknown): ReadonlySet<string> | null {
  if (schema === true) return null;
  if (schema === false) return new Set();
  if (!isSchemaObject(schema)) return null;
  if (typeof schema.$ref === 'string') return new Set([schema.$ref]);
  if (typeof schema.type === 'string') return new Set([schema.type]);
  if (Array.isArray(schema.type)) return new Set(schema.type.map(String));
  const variants = [schema.anyOf, schema.oneOf].find((list): list is unknown[] => Array.isArray(list));
  if (!variants) return null;
  const types = new Set<string>();
  for (const variant of variants) {
    // One level: a variant that is a union itself counts as anything.
    const own = isSchemaObject(variant) && !variant.anyOf && !variant.oneOf ? typesOf(variant) : null;
    if (own === null) return null;
    for (const type of own) types.add(type);
  }
  return types;
}

/** `string or null`; `any` when nothing is said. */
export function typeText(types: ReadonlySet<string> | null): string {
  if (types === null) return 'any';
  return types.size === 0 ? 'nothing' : [...types].sort().slice(0, 8).join(' or ');
}

/** Whether every value that was allowed by its type still is. */
export function allowsAll(after: ReadonlySet<string> | null, before: ReadonlySet<string> | null): boolean {
  if (after === null) return true;
  if (before === null) return false;
  return [...before].every((type) => after.has(type) || (type === 'integer' && after.has('number')));
}

export function sameTypes(left: ReadonlySet<string> | null, right: ReadonlySet<string> | null): boolean {
  if (left === null || right === null) return left === right;
  return left.size === right.size && [...left].every((type) => right.has(type));
}

export function isSchemaObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
