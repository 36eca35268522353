import { isObject } from './captured-source.ts';
import { withNumberTexts } from './number-texts.ts';

/** Keywords whose value is a schema, a list of schemas, or schemas by name. */
const inner = new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']);
const lists = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
/** Keywords whose value may well be null. */
const anyValue = new Set(['default', 'const', 'example']);

/** What was found in a schema that no JSON schema may have. */
interface Oddities {
  depth: number;
  capitals: boolean;
  lists: boolean;
}

/** Schemas that were read already: a catalog reads its tools many times. */
const known = new WeakSet<object>();
/** Deeper schemas stay as they are. Tools of a list are refused before that. */
const maximumDepth = 200;

/**
 * A schema without what exporters add to it: keywords that are null, `properties: []` of PHP, and the types in capitals of
 * Gemini. The same object where there is nothing of the kind. The size of the schema must have been checked.
 */
export function plainSchema(schema: Readonly<Record<string, unknown>>): {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly notes: readonly string[];
} {
  if (known.has(schema)) return { schema, notes: [] };
  const found: Oddities = { depth: 0, capitals: false, lists: false };
  const plain = schemaOf(schema, found);
  const notes = [
    ...(found.capitals ? ['has its types in capitals, as Gemini writes them; they were read in lower case'] : []),
    ...(found.lists ? ['has a list where a schema keeps properties by name; an empty one was read as none'] : []),
  ];
  const read = isObject(plain) ? plain : schema;
  known.add(read);
  return { schema: read, notes };
}

function schemaOf(value: unknown, found: Oddities): unknown {
  if (!isObject(value) || found.depth > maximumDepth) return value;
  found.depth += 1;
  const entries = Object.entries(value);
  let changed = false;
  const kept: [string, unknown][] = [];
  for (const [key, member] of entries) {
    const read = memberOf(key, member, found);
    if (read !== member) changed = true;
    if (read !== undefined) kept.push([key, read]);
  }
  found.depth -= 1;
  return changed ? withNumberTexts(Object.fromEntries(kept), value) : value;
}

/** A keyword's value as it should be; undefined: it says nothing. */
function memberOf(key: string, value: unknown, found: Oddities): unknown {
  if (value === null && !anyValue.has(key)) {
    return undefined;
  }
  if (key === 'type') return typeOf(value, found);
  if (inner.has(key)) return Array.isArray(value) ? listOf(value, found) : schemaOf(value, found);
  if (lists.has(key) && Array.isArray(value)) return listOf(value, found);
  if (!maps.has(key)) return value;
  if (Array.isArray(value) && value.length === 0) {
    found.lists = true;
    return {};
  }
  if (!isObject(value)) return value;
  let changed = false;
  const members = Object.entries(value).map(([name, schema]): [string, unknown] => {
    const read = schemaOf(schema, found);
    if (read !== schema) changed = true;
    return [name, read];
  });
  return changed ? Object.fromEntries(members) : value;
}

function listOf(values: readonly unknown[], found: Oddities): readonly unknown[] {
  const read = values.map((value) => schemaOf(value, found));
  return read.every((value, i) => value === values[i]) ? values : read;
}

/** Gemini's `STRING`, also where it may be null. */
function typeOf(value: unknown, found: Oddities): unknown {
  if (typeof value !== 'string' || !/^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT|NULL)$/.test(value)) return value;
  found.capitals = true;
  return value.toLowerCase();
}
