/** Levels of a schema that an editor is given; below them anything goes. */
const maximumDepth = 24;

type Schema = Record<string, unknown>;

const namedSchemas: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const listsOfSchemas: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const schemas: ReadonlySet<string> = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
]);
const values: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'default',
  'examples',
  'required',
  'title',
  'description',
  'deprecated',
]);

/**
 * The part of a server’s schema that an editor offers and explains. The keywords that are not listed here stay out: a
 * `pattern` may take for ever, a reference may lead elsewhere, and an editor's own keywords bring markup. What fits and what
 * does not is the core's to say.
 */
export function editorSchema(schema: unknown, depth = 0): Schema | boolean {
  if (typeof schema === 'boolean') return schema;
  const record = recordOf(schema);
  if (!record || depth >= maximumDepth) return true;
  const inner = (value: unknown) => editorSchema(value, depth + 1);
  const entries = Object.entries(record).flatMap(([keyword, value]): [string, unknown][] => {
    if (values.has(keyword)) return [[keyword, value]];
    if (schemas.has(keyword)) return [[keyword, inner(value)]];
    if (listsOfSchemas.has(keyword) && Array.isArray(value)) return [[keyword, value.map(inner)]];
    const named = namedSchemas.has(keyword) ? recordOf(value) : null;
    if (named) return [[keyword, Object.fromEntries(Object.entries(named).map(([name, each]) => [name, inner(each)]))]];
    return keyword === '$ref' && typeof value === 'string' && value.startsWith('#') ? [[keyword, value]] : [];
  });
  return Object.fromEntries(entries);
}

function recordOf(value: unknown): Schema | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : null;
}
