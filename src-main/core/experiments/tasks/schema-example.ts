type Schema = Readonly<Record<string, unknown>>;

/** Deepest value, and most items, that are made. */
const limits = { depth: 8, items: 20, text: 1_000, properties: 100 } as const;

const formats: Readonly<Record<string, string>> = {
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/**
 * A small value for a JSON schema: its own examples first, else only what it requires. Undefined where none can be made, such as for a pattern. A
 * schema may ask more than is looked at here, so check the value against it.
 */
export function schemaExample(schema: unknown, depth = 0): unknown {
  if (depth > limits.depth) return undefined;
  if (schema === true) return {};
  if (!isSchema(schema)) return undefined;
  const [choice] = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list.slice(0, 1) : []));
  if ('const' in schema) return schema.const;
  for (const list of [schema.examples, schema.enum]) if (Array.isArray(list) && list.length > 0) return list[0];
  if ('default' in schema) return schema.default;
  if (schema.type === undefined && choice !== undefined) return schemaExample(choice, depth + 1);
  return ofType(schema, depth);
}

function ofType(schema: Schema, depth: number): unknown {
  const types = [schema.type].flat();
  const type = types.find((one) => one !== 'null') ?? types[0];
  if (type === 'object' || (type === undefined && isSchema(schema.properties))) return anObject(schema, depth);
  if (type === 'array') return anArray(schema, depth);
  if (type === 'string') return aText(schema);
  if (type === 'integer' || type === 'number') return aNumber(schema, type);
  if (type === 'boolean') return true;
  return type === 'null' ? null : undefined;
}

function anObject({ properties, required }: Schema, depth: number): unknown {
  const names = Array.isArray(required) ? required.map(String) : [];
  if (names.length > limits.properties) return undefined;
  const known = isSchema(properties) ? properties : {};
  const entries = names.map((name) => {
    const value = Object.hasOwn(known, name) ? schemaExample(known[name], depth + 1) : 'example';
    return [name, value] as const;
  });
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}

function anArray({ items, minItems, uniqueItems }: Schema, depth: number): unknown {
  const count = typeof minItems === 'number' ? minItems : 0;
  if (count === 0) return [];
  if (count > limits.items || (count > 1 && uniqueItems === true)) return undefined;
  const item = schemaExample(items ?? true, depth + 1);
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}

function aText({ pattern, format, minLength, maxLength }: Schema): unknown {
  if (pattern !== undefined) return undefined;
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format];
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : limits.text;
  return least > limits.text ? undefined : 'example'.padEnd(least, 'e').slice(0, most);
}

function aNumber({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema, type: string): number {
  const number = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback);
  const step = number(multipleOf, 1);
  const least = Math.max(number(minimum, -Infinity), number(exclusiveMinimum, -Infinity) + step);
  const most = Math.min(number(maximum, Infinity), number(exclusiveMaximum, Infinity) - step);
  const wanted = Math.min(Math.max(step, least), most);
  const whole = Math.ceil(wanted / step) * step;
  return type === 'integer' ? Math.round(whole) : whole;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
