import type { JsonSchema } from '#shared/config-fields.ts';

/** The control that a field gets, by what it may be set to. */
export type ControlKind =
  | { readonly kind: 'switch' }
  | { readonly kind: 'number'; readonly minimum: number | null; readonly maximum: number | null }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'text' }
  /** A list of texts; with options, of these only. */
  | { readonly kind: 'texts'; readonly options: readonly string[] | null }
  /** A list or a map of anything else: a row an entry. */
  | { readonly kind: 'entries'; readonly of: 'list' | 'map' }
  | { readonly kind: 'json' };

export type Control = ControlKind & { readonly nullable: boolean };

export function controlOf(schema: JsonSchema): Control {
  const choices = (schema.anyOf ?? []).filter((choice) => typeof choice === 'object');
  const values = choices.filter(({ type }) => type !== 'null');
  const nullable = choices.length > values.length;
  const [only] = values;
  if (only && values.length === 1) return { ...kindOf(only), nullable };
  return { ...kindOf(schema), nullable };
}

function kindOf(schema: JsonSchema): ControlKind {
  if (schema.enum) return { kind: 'choice', options: schema.enum.map(String) };
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' };
    case 'integer':
    case 'number':
      return { kind: 'number', minimum: bound(schema.minimum), maximum: bound(schema.maximum) };
    case 'string':
      return { kind: 'text' };
    case 'array': {
      const { items } = schema;
      const isText = typeof items === 'object' && !Array.isArray(items) && items.type === 'string';
      if (!isText) return { kind: 'entries', of: 'list' };
      return { kind: 'texts', options: items.enum?.map(String) ?? null };
    }
    case 'object':
      return { kind: 'entries', of: 'map' };
    default:
      return { kind: 'json' };
  }
}

/** zod gives every whole number the bounds of what a number can hold; those say nothing. */
function bound(limit: number | undefined): number | null {
  return limit === undefined || Math.abs(limit) >= Number.MAX_SAFE_INTEGER ? null : limit;
}
