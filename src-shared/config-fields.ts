import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A field of a configuration: what the reference and the Settings screen say of it (R19.23, R19.31). */
export interface ConfigField {
  /** From the top: `tool_search.hints.top_k`; fields inside lists and maps have `[]` and `<name>` in it. */
  readonly path: string;
  /** The keys to it; null when the field is inside a list or a map, because then it has no single place in the file. */
  readonly keys: readonly string[] | null;
  readonly schema: JsonSchema;
  readonly type: string;
  readonly required: boolean;
  /** What holds when the file says nothing; undefined where nothing does. */
  readonly default: unknown;
  readonly meaning: string;
}

/** Every field of a schema; fields inside objects, lists and maps follow their parent. */
export function configFields(of: z.ZodType): readonly ConfigField[] {
  return fieldsOf(z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }), '', []);
}

function fieldsOf(schema: JsonSchema, prefix: string, above: readonly string[] | null): readonly ConfigField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): readonly ConfigField[] => {
    if (typeof field === 'boolean') return [];
    const path = `${prefix}${name}`;
    const keys = above && [...above, name];
    const own: ConfigField = {
      path,
      keys,
      schema: field,
      type: typeOf(field),
      required: schema.required?.includes(name) ?? false,
      default: field.default,
      meaning: field.description ?? '',
    };
    return [own, ...innerFields(field, path, keys)];
  });
}

function innerFields(field: JsonSchema, path: string, keys: readonly string[] | null): readonly ConfigField[] {
  if (field.properties) return fieldsOf(field, `${path}.`, keys);
  const items = field.items;
  if (items && typeof items === 'object' && !Array.isArray(items) && items.properties)
    return fieldsOf(items, `${path}[].`, null);
  const values = field.additionalProperties;
  if (!values || typeof values !== 'object') return [];
  // A choice, such as one or several, has one option with fields.
  const choices = [values, ...(values.anyOf ?? [])];
  const fields = choices.find((choice) => typeof choice === 'object' && choice.properties !== undefined);
  return typeof fields === 'object' ? fieldsOf(fields, `${path}.<name>.`, null) : [];
}

function typeOf(field: JsonSchema): string {
  if (field.enum) return field.enum.map((value) => `\`${String(value)}\``).join(', ');
  const choices = field.anyOf ?? field.oneOf;
  if (choices) return choices.map((choice) => (typeof choice === 'boolean' ? 'any' : typeOf(choice))).join(' or ');
  if (field.type === 'array') {
    const items = typeof field.items === 'object' && !Array.isArray(field.items) ? typeOf(field.items) : 'any';
    return `list of ${items}`;
  }
  if (field.type === 'integer' || field.type === 'number') return `${field.type}${rangeOf(field)}`;
  if (field.type === 'object') return field.properties ? 'section' : 'map';
  return typeof field.type === 'string' ? field.type : 'any';
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  const bounded = minimum !== undefined && maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER;
  return bounded ? ` ${minimum}–${maximum}` : '';
}
