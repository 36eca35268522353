/** The JSON schema types by the names that Python, Java and people give them. */
const simple: Readonly<Record<string, string>> = {
  str: 'string',
  string: 'string',
  text: 'string',
  int: 'integer',
  integer: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  number: 'number',
  decimal: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  dict: 'object',
  object: 'object',
  mapping: 'object',
  list: 'array',
  array: 'array',
  tuple: 'array',
  set: 'array',
  none: 'null',
  null: 'null',
};

/** A type as Python or Java writes it, such as `List[str]` or `Optional[int]`, as a JSON schema; null: not known. */
export function pythonType(text: string, depth = 0): Record<string, unknown> | null {
  const name = text
    .trim()
    .replace(/^<class '(.*)'>$/, '$1')
    .replace(/^(typing|builtins)\./, '');
  if (depth > 10) return null;
  if (/^any$/i.test(name)) return {};
  const type = Object.hasOwn(simple, name.toLowerCase()) ? simple[name.toLowerCase()] : undefined;
  if (type !== undefined) return { type };
  const union = name.split(/\s*\|\s*/);
  if (union.length > 1 && !name.includes('[')) return anyOf(union, depth);
  const [, outer, inner] = /^(\w+)[[<](.*)[\]>]$/s.exec(name) ?? [];
  if (outer === undefined || inner === undefined) return null;
  switch (outer.toLowerCase()) {
    case 'optional':
      return pythonType(inner, depth + 1);
    case 'union':
      return inner.includes('[') ? null : anyOf(inner.split(/\s*,\s*/), depth);
    case 'list':
    case 'set':
    case 'sequence':
    case 'array': {
      const items = pythonType(inner, depth + 1);
      return items === null ? { type: 'array' } : { type: 'array', items };
    }
    case 'dict':
    case 'mapping':
    case 'map':
      return { type: 'object' };
    case 'literal':
      return { enum: inner.split(/\s*,\s*/).map((value) => value.replace(/^['"]|['"]$/g, '')) };
    default:
      return null;
  }
}

/** The types that a value may have; `required` says whether it may be missing. */
function anyOf(names: readonly string[], depth: number): Record<string, unknown> | null {
  const types = names.filter((name) => !/^none(type)?$/i.test(name)).map((name) => pythonType(name, depth + 1));
  const known = types.filter((type) => type !== null);
  if (known.length !== types.length || known.length === 0) return null;
  return known.length === 1 ? (known[0] ?? null) : { anyOf: known };
}
