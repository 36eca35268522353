import { asRecord } from './json-walk.ts';

/** A JSON Schema that is an object. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords with a schema, with a list of schemas, and with schemas by name. What other keywords hold is data. */
const holders: ReadonlyMap<string, 'one' | 'list' | 'named'> = new Map([
  ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if'].map((key) => [key, 'one'] as const),
  ...['items', 'not', 'propertyNames', 'then'].map((key) => [key, 'one'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, 'list'] as const),
  ...['$defs', 'definitions', 'dependentSchemas', 'patternProperties', 'properties'].map(
    (key) => [key, 'named'] as const,
  ),
]);

/** Levels that are entered; what lies deeper stays as it is. */
const deepest = 60;

/** Where a schema stands: in which keyword, and under which name or index. Empty for the root. */
export interface SchemaPlace {
  readonly holder: string;
  readonly name: string;
  readonly depth: number;
}

const root: SchemaPlace = { holder: '', name: '', depth: 0 };

/** The schema with every schema in it replaced, inner ones first. A schema that is a boolean stays. */
export function mapSchemas(
  schema: SchemaObject,
  change: (schema: SchemaObject, place: SchemaPlace) => SchemaObject,
  place: SchemaPlace = root,
): SchemaObject {
  if (place.depth >= deepest) return schema;
  const inner = (value: unknown, holder: string, name: string): unknown => {
    const record = asRecord(value);
    return record ? mapSchemas(record, change, { holder, name, depth: place.depth + 1 }) : value;
  };
  const members = Object.entries(schema).map(([key, value]): [string, unknown] => {
    const kind = holders.get(key);
    if (kind === undefined) return [key, value];
    // Before 2020-12, items may be a list.
    if (Array.isArray(value))
      return [key, kind === 'named' ? value : value.map((one, i) => inner(one, key, String(i)))];
    const record = kind === 'named' ? asRecord(value) : null;
    if (record) return [key, fromMembers(Object.entries(record).map(([name, one]) => [name, inner(one, key, name)]))];
    return [key, kind === 'one' ? inner(value, key, '') : value];
  });
  return change(fromMembers(members), place);
}

/** Every schema in a schema with its place, itself included. */
export function subschemas(schema: SchemaObject): { readonly schema: SchemaObject; readonly place: SchemaPlace }[] {
  const found: { schema: SchemaObject; place: SchemaPlace }[] = [];
  mapSchemas(schema, (one, place) => {
    found.push({ schema: one, place });
    return one;
  });
  return found;
}

/** An object of these members. A member may be called `__proto__`. */
function fromMembers(members: readonly (readonly [string, unknown])[]): SchemaObject {
  return Object.fromEntries(members);
}
